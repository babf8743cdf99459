-- Store a new game unless it exists, as it does if the call is repeated. Returns as commit.lua; 'gone' if it was removed.
-- Drops expired games.
-- K, A: as in change.lua; removed; fields of the head
local answer = first()
if answer then return {answer} end
if redis.call('EXISTS', K.head) == 1 then return done() end
if redis.call('EXISTS', K.removed) == 1 then return 'gone' end
put(K.head, A.fields)
redis.call('HSET', K.head, 'at', now())
forget_expired()
return changed(0)
