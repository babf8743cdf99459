-- Let a parked game be due at once, its tries forgotten: 1, or 0 when it is not parked or gone.
-- KEYS: due, head, parked
-- ARGV: id
if redis.call('ZREM', KEYS[3], ARGV[1]) == 0 or redis.call('EXISTS', KEYS[2]) == 0 then return 0 end
redis.call('HDEL', KEYS[2], 'parked', 'tried')
redis.call('ZADD', KEYS[1], now(), ARGV[1])
wake('turns', now())
return 1
