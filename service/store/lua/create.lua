-- Store a new game, unless it is there (a repeated call): as commit.lua answers; 'gone' if it was removed. What has
-- expired is forgotten.
-- K, A: as change.lua takes them; removed; fields: of the head
local answer = first()
if answer then return {answer} end
if redis.call('EXISTS', K.head) == 1 then return done() end
if redis.call('EXISTS', K.removed) == 1 then return 'gone' end
put(K.head, A.fields)
redis.call('HSET', K.head, 'at', now())
forget_expired()
return changed(0)
