-- Give a seat that began open to a token: as commit.lua answers, 'conflict' if others were claimed meanwhile; or 'taken',
-- 'uninvited'.
-- K, A: as change.lua takes them; invitations; seat, token: its hash, name, open: how many seats were before,
--       invitation: the id of that which it takes
local open = redis.call('HGET', K.head, 'open')
if not open then return 'gone' end
local answer = first()
if answer then return {answer} end
local holder = redis.call('HGET', K.head, 'token:' .. A.seat)
if holder == A.token then return done() end
if holder then return 'taken' end
if tonumber(open) ~= A.open then return 'conflict' end
if A.invitation and not invited(A.invitation) then return 'uninvited' end
put(K.head, {['token:' .. A.seat] = A.token, ['name:' .. A.seat] = A.name, open = open - 1, at = now()})
redis.call('EXPIRE', K.invitations, A.ttl)
return changed(0)
