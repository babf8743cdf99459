-- Let a due game be due so long after its last move, if it is still at the version and that time is not over: 1, or 0.
-- KEYS: due, head
-- ARGV: id, version, delay ms
-- Who waits has not tried in vain.
local head = redis.call('HMGET', KEYS[2], 'version', 'at')
if head[1] ~= ARGV[2] then return 0 end
local over = (head[2] or 0) + ARGV[3]
if over <= now() then return 0 end
redis.call('ZADD', KEYS[1], 'XX', over, ARGV[1])
wake('turns', over)
redis.call('HDEL', KEYS[2], 'tried')
return 1
