-- Give a seat that began open to a token: as commit.lua answers, 'conflict' if others were claimed or given back
-- meanwhile; or 'taken', 'uninvited'. With the last seat the game begins.
-- K, A: as change.lua takes them; invitations; seat, token: its hash, name, contribution, open: how many seats were
--       before, left: how many had been given back, invitation: the id of that which it takes, fields: of the head of a
--       game that begins
local found = redis.call('HMGET', K.head, 'open', 'token:' .. A.seat, 'left')
local open, holder = tonumber(found[1]), found[2]
if not open then return 'gone' end
local answer = first()
if answer then return {answer} end
if holder == A.token then return done() end
if holder then return 'taken' end
if open ~= A.open or (tonumber(found[3]) or 0) ~= A.left then return 'conflict' end
if A.invitation and not invited(A.invitation) then return 'uninvited' end
local taken = {open = open - 1, at = now()}
taken['token:' .. A.seat], taken['name:' .. A.seat], taken['contribution:' .. A.seat] = A.token, A.name, A.contribution
put(K.head, taken)
put(K.head, A.fields)
redis.call('EXPIRE', K.invitations, A.ttl)
return changed(0)
