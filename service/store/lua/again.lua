-- Let a due game be due so long from now, sooner or later than it was, if it still is at the version: 1, or 0.
-- KEYS: due, head
-- ARGV: id, version or '' for any, delay ms, '1' if the tries do not count
if ARGV[2] ~= '' and redis.call('HGET', KEYS[2], 'version') ~= ARGV[2] then return 0 end
if ARGV[4] == '1' then redis.call('HDEL', KEYS[2], 'tried') end
redis.call('ZADD', KEYS[1], 'XX', now() + ARGV[3], ARGV[1])
wake('turns', now() + ARGV[3])
return 1
