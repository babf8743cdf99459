-- A connection of a bot is there, for so long from now: 1, or 0 if the bot has too many others.
-- K: here: its connections, each with the ms for which it entered behind its name
-- A: connection, ms, most

-- Requests that wait, and connections that are gone, take no place.
local function takes_place(name) return not (string.match(name, '^poll ') or string.match(name, '^left ')) end

local time, name, others = now(), A.connection .. ' ' .. A.ms, 0
redis.call('ZREMRANGEBYSCORE', K.here, '-inf', time)
local all = redis.call('ZRANGE', K.here, 0, -1, 'WITHSCORES')
for at = 1, #all, 2 do
  -- None is there for longer than it entered for, though the clock was set back since.
  local latest = time + (tonumber(string.match(all[at], ' (%d+)$')) or A.ms)
  if tonumber(all[at + 1]) > latest + TOLERANCE then redis.call('ZADD', K.here, latest, all[at]) end
  if all[at] ~= name and takes_place(all[at]) then others = others + 1 end
end
if takes_place(name) and others >= A.most then return 0 end
redis.call('ZADD', K.here, 'GT', time + A.ms, name)
redis.call('EXPIRE', K.here, 86400)
return 1
