-- All bots: {name, what it is, how many connections it has, ...}.
-- KEYS: bots
-- ARGV: what stands before a bot's name in the key of its connections
local found, time = {}, now()
local all = redis.call('HGETALL', KEYS[1])
for at = 1, #all, 2 do
  found[#found + 1] = all[at]
  found[#found + 1] = all[at + 1]
  found[#found + 1] = redis.call('ZCOUNT', ARGV[1] .. all[at], time, '+inf')
end
return found
