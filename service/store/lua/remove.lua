-- Remove a game that has not begun: 'done', 'begun' or 'gone'.
-- The id of a rematch is remembered, so that it is not used again for another one.
-- K: head, log, invitations, waiting, listed, removed
-- A: id, entry of lists, remember: for how many seconds, if it is a rematch
local open = redis.call('HGET', K.head, 'open')
if not open then return 'gone' end
if tonumber(open) == 0 then return 'begun' end
redis.call('DEL', K.head, K.log, K.invitations)
if A.remember then redis.call('SET', K.removed, '', 'EX', A.remember) end
redis.call('ZREM', K.waiting, A.id)
unlist(A.entry)
tell('changed', A.id .. ' 0')
return 'done'
