-- A connection of a bot is gone, but may come back within so long: until then it counts.
-- KEYS: its connections
-- ARGV: connection, ms
redis.call('ZADD', KEYS[1], 'XX', now() + ARGV[2], ARGV[1])
