-- Let a game be due no more, or not before its deadline, if it still is at the version; its tries
-- do not count.
-- KEYS: due, head
-- ARGV: id, version
local head = redis.call('HMGET', KEYS[2], 'version', 'deadline')
if head[1] ~= ARGV[2] then return end
redis.call('HDEL', KEYS[2], 'tried')
if (tonumber(head[2]) or 0) > 0 then
  redis.call('ZADD', KEYS[1], head[2], ARGV[1])
  wake('turns', head[2])
else
  redis.call('ZREM', KEYS[1], ARGV[1])
end
