-- Returns all bots: {name, record, number of connections, ...}.
-- K: bots
-- A: around: the key of a bot's connections, up to its name
local found, time = {}, now()
local all = redis.call('HGETALL', K.bots)
for at = 1, #all, 2 do
  found[#found + 1] = all[at]
  found[#found + 1] = all[at + 1]
  found[#found + 1] = redis.call('ZCOUNT', A.around .. all[at], time, '+inf')
end
return found
