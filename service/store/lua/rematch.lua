-- Set the id of a finished game's rematch, unless it is set. Returns the id, or nothing if the finished game is gone.
-- K: head
-- A: id, next: the proposed id, removed: the id of a removed rematch, to be replaced
local found = redis.call('HMGET', K.head, 'version', 'rematch')
if not found[1] then return false end
if found[2] and found[2] ~= A.removed then return found[2] end
redis.call('HSET', K.head, 'rematch', A.next)
tell('changed', A.id .. ' ' .. found[1])
return A.next
