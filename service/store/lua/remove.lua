-- Remove a game that has not begun. Returns 'done', 'begun' or 'gone'.
-- K: head, log, invitations, waiting, listed, removed
-- A: id, entry of lists, remember: seconds for which a rematch's id is not reused
local open = redis.call('HGET', K.head, 'open')
if not open then return 'gone' end
if tonumber(open) == 0 then return 'begun' end
redis.call('DEL', K.head, K.log, K.invitations)
if A.remember then redis.call('SET', K.removed, '', 'EX', A.remember) end
redis.call('ZREM', K.waiting, A.id)
unlist(A.entry)
tell('changed', A.id .. ' 0')
return 'done'
