-- A connection of a bot is gone, and its place is free; but the bot may come back within so long: until then it counts.
-- K: here: its connections
-- A: connection, ms
for _, name in ipairs(redis.call('ZRANGE', K.here, 0, -1)) do
  if string.sub(name, 1, #A.connection + 1) == A.connection .. ' ' then
    redis.call('ZREM', K.here, name)
    redis.call('ZADD', K.here, 'GT', now() + A.ms, 'left ' .. A.ms)
  end
end
