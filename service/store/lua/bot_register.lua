-- Give an API key its bot: 1 if it is new, 0 if it was there and what it is has been replaced, 'taken' if the name is
-- another key's, or {the name of the bot that the key has already}.
-- K: bots, keys: the bots of keys
-- A: name, key, record: what the bot is (JSON with its key)
local known = redis.call('HGET', K.bots, A.name)
if known and cjson.decode(known).key ~= A.key then return 'taken' end
local named = redis.call('HGET', K.keys, A.key)
if named and named ~= A.name then return {named} end
redis.call('HSET', K.bots, A.name, A.record)
redis.call('HSET', K.keys, A.key, A.name)
return known and 0 or 1
