-- Remove a game that has not begun: 'done', 'begun' or 'gone'.
-- K: head, log, invitations, waiting, listed
-- A: id, entry of lists
local open = redis.call('HGET', K.head, 'open')
if not open then return 'gone' end
if tonumber(open) == 0 then return 'begun' end
redis.call('DEL', K.head, K.log, K.invitations)
redis.call('ZREM', K.waiting, A.id)
unlist(A.entry)
tell('changed', A.id .. ' 0')
return 'done'
