-- All bots: {name, what it is, how many connections it has, ...}.
-- K: bots
-- A: around: what stands before a bot's name in the key of its connections
local found, time = {}, now()
local all = redis.call('HGETALL', K.bots)
for at = 1, #all, 2 do
  found[#found + 1] = all[at]
  found[#found + 1] = all[at + 1]
  found[#found + 1] = redis.call('ZCOUNT', A.around .. all[at], time, '+inf')
end
return found
