-- Add a connection of a bot for `ms` from now. Returns 1, or 0 if the bot has reached its limit.
-- K: here: the bot's connections, each named with its `ms` at the end
-- A: connection, ms, most

-- Pending polls and closed connections do not count towards the limit.
local function takes_place(name) return not (string.match(name, '^poll ') or string.match(name, '^left ')) end

local time, name, others = now(), A.connection .. ' ' .. A.ms, 0
redis.call('ZREMRANGEBYSCORE', K.here, '-inf', time)
local all = redis.call('ZRANGE', K.here, 0, -1, 'WITHSCORES')
for at = 1, #all, 2 do
  -- Caps entries that would last too long because the clock was set back.
  local latest = time + (tonumber(string.match(all[at], ' (%d+)$')) or A.ms)
  if tonumber(all[at + 1]) > latest + TOLERANCE then redis.call('ZADD', K.here, latest, all[at]) end
  if all[at] ~= name and takes_place(all[at]) then others = others + 1 end
end
if takes_place(name) and others >= A.most then return 0 end
redis.call('ZADD', K.here, 'GT', time + A.ms, name)
redis.call('EXPIRE', K.here, 86400)
return 1
