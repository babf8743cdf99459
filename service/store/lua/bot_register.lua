-- Give an API key its bot: 1 if it is new, 0 if it was there and what it is has been replaced, 'taken' if the name is
-- another key's, or {the name of the bot that the key has already}.
-- KEYS: bots, bots of keys
-- ARGV: name, key, what the bot is (JSON with its key)
local known = redis.call('HGET', KEYS[1], ARGV[1])
if known and cjson.decode(known).key ~= ARGV[2] then return 'taken' end
local named = redis.call('HGET', KEYS[2], ARGV[2])
if named and named ~= ARGV[1] then return {named} end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
redis.call('HSET', KEYS[2], ARGV[2], ARGV[1])
return known and 0 or 1
