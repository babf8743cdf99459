-- Claim an open seat. The last claim starts the game. Returns as commit.lua ('conflict' if other seats were claimed or
-- given back meanwhile), 'taken' or 'uninvited'.
-- K, A: as in change.lua; invitations; seat, token (hash), name, contribution, personal; open, left: the head's values when the
--       game was loaded; invitation: the id of the invitation used; fields: those of the head, if the game begins
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
redis.call('HDEL', K.head, 'name:' .. A.seat, 'player:' .. A.seat, 'metadata:' .. A.seat)
taken['token:' .. A.seat], taken['name:' .. A.seat], taken['contribution:' .. A.seat] = A.token, A.name, A.contribution
for what, text in pairs(A.personal) do taken[what .. ':' .. A.seat] = text end
put(K.head, taken)
put(K.head, A.fields)
redis.call('EXPIRE', K.invitations, A.ttl)
return changed(0)
