-- Replace the token of a seat, and end the seat's push subscriptions. Returns 'done', 'gone', or 'conflict' if the seat
-- has no token.
-- K: head
-- A: id, seat, token (hash)
if redis.call('EXISTS', K.head) == 0 then return 'gone' end
if redis.call('HEXISTS', K.head, 'token:' .. A.seat) == 0 then return 'conflict' end
redis.call('HSET', K.head, 'token:' .. A.seat, A.token)
redis.call('HDEL', K.head, 'push:' .. A.seat)
tell('changed', A.id .. ' ' .. redis.call('HGET', K.head, 'version'))
return 'done'
