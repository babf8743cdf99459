-- Remove a game that has not begun, or with A.begun any game. Returns 'done', 'begun' or 'gone'.
-- K: head, log, invitations, due, waiting, active, finished, listed, removed
-- A: id, listing, begun, remember: seconds for which a rematch's id is not reused
local open = redis.call('HGET', K.head, 'open')
if not open then return 'gone' end
if tonumber(open) == 0 and not A.begun then return 'begun' end
redis.call('DEL', K.head, K.log, K.invitations)
redis.call('ZREM', K.due, A.id)
if A.remember then redis.call('SET', K.removed, '', 'EX', A.remember) end
for _, status in ipairs({'waiting', 'active', 'finished'}) do redis.call('ZREM', K[status], A.id) end
unlist(A.listing)
tell('changed', A.id .. ' 0')
return 'done'
