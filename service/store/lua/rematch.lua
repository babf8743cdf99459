-- Name the game that follows a finished one, unless it has a name: its id, or nothing if the finished one is gone.
-- K: head
-- A: id, next: the id of the game that may follow, removed: the id that it had, if that game was removed
local found = redis.call('HMGET', K.head, 'version', 'rematch')
if not found[1] then return false end
if found[2] and found[2] ~= A.removed then return found[2] end
redis.call('HSET', K.head, 'rematch', A.next)
tell('changed', A.id .. ' ' .. found[1])
return A.next
