-- Give back a claimed seat before the game begins. Returns 'done', 'begun', 'stranger' or 'gone'.
-- K: head
-- A: id, seat, token (hash)
local found = redis.call('HMGET', K.head, 'open', 'token:' .. A.seat)
if not found[1] then return 'gone' end
if found[2] ~= A.token then return 'stranger' end
if tonumber(found[1]) == 0 then return 'begun' end
redis.call('HDEL', K.head, 'token:' .. A.seat, 'name:' .. A.seat, 'contribution:' .. A.seat, 'player:' .. A.seat,
  'metadata:' .. A.seat, 'push:' .. A.seat)
redis.call('HSET', K.head, 'open', found[1] + 1)
redis.call('HINCRBY', K.head, 'left', 1)
tell('changed', A.id .. ' 0')
return 'done'
