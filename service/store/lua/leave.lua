-- Give a claimed seat back before the game begins: 'done', 'begun', 'stranger' or 'gone'.
-- KEYS: head
-- ARGV: id, seat, hash of the seat's token
local found = redis.call('HMGET', KEYS[1], 'open', 'token:' .. ARGV[2])
if not found[1] then return 'gone' end
if found[2] ~= ARGV[3] then return 'stranger' end
if tonumber(found[1]) == 0 then return 'begun' end
redis.call('HDEL', KEYS[1], 'token:' .. ARGV[2], 'name:' .. ARGV[2])
redis.call('HSET', KEYS[1], 'open', found[1] + 1)
redis.call('HINCRBY', KEYS[1], 'left', 1)
tell('changed', ARGV[1] .. ' 0')
return 'done'
