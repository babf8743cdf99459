-- Register an API key's bot. Returns 1 if it is new, 0 if its record was replaced, 'taken' if another key has the name, or
-- {the name of the key's other bot}.
-- K: bots, keys: bots by API key
-- A: name, key, record (JSON with the key)
local known = redis.call('HGET', K.bots, A.name)
if known and cjson.decode(known).key ~= A.key then return 'taken' end
local named = redis.call('HGET', K.keys, A.key)
if named and named ~= A.name then return {named} end
redis.call('HSET', K.bots, A.name, A.record)
redis.call('HSET', K.keys, A.key, A.name)
return known and 0 or 1
