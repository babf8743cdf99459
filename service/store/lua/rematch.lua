-- Name the game that follows a finished one, unless it has a name: its id, or nothing if the finished one is gone.
-- K: head
-- A: id, next: the id of the game that may follow
local version = redis.call('HGET', K.head, 'version')
if not version then return false end
if redis.call('HSETNX', K.head, 'rematch', A.next) == 1 then tell('changed', A.id .. ' ' .. version) end
return redis.call('HGET', K.head, 'rematch')
