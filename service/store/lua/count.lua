-- The games of a bucket are counted by what they are: one set each, scored by the time (ms) at which the game expires.
-- Stands before the scripts that change it.
local function counted(set, other, id, ttl)
  redis.call('ZADD', set, now() + ttl * 1000, id)
  if other ~= set then redis.call('ZREM', other, id) end
end
