-- Let a game be due no more, if it still is at the version.
-- KEYS: due, head
-- ARGV: id, version
if redis.call('HGET', KEYS[2], 'version') == ARGV[2] then
  redis.call('ZREM', KEYS[1], ARGV[1])
  redis.call('HDEL', KEYS[2], 'tried')
end
