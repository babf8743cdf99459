-- Give a seat that began open to a token: 'done', 'taken' or 'gone'.
-- KEYS: head, due
-- ARGV: id, seat, token's hash, name or '', ttl s, due delay ms or '', channel
local open = redis.call('HGET', KEYS[1], 'open')
if not open then return 'gone' end
local holder = redis.call('HGET', KEYS[1], 'token:' .. ARGV[2])
if holder == ARGV[3] then return 'done' end
if holder then return 'taken' end
redis.call('HSET', KEYS[1], 'token:' .. ARGV[2], ARGV[3], 'open', open - 1)
if ARGV[4] ~= '' then redis.call('HSET', KEYS[1], 'name:' .. ARGV[2], ARGV[4]) end
redis.call('EXPIRE', KEYS[1], ARGV[5])
if open == '1' and ARGV[6] ~= '' then redis.call('ZADD', KEYS[2], now() + ARGV[6], ARGV[1]) end
redis.call('PUBLISH', ARGV[7], ARGV[1] .. ' 0')
return 'done'
