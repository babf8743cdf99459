-- A connection of a bot is gone, but may come back within so long: until then it counts.
-- K: here: its connections
-- A: connection, ms
redis.call('ZADD', K.here, 'XX', now() + A.ms, A.connection)
