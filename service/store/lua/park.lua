-- Let a due game be due no more and remember why, if it is due: 1, or 0 (also when it is gone). Of too many the longest
-- parked are forgotten.
-- KEYS: due, head, parked
-- ARGV: id, reason, most
if redis.call('ZREM', KEYS[1], ARGV[1]) == 0 or redis.call('EXISTS', KEYS[2]) == 0 then return 0 end
redis.call('HSET', KEYS[2], 'parked', ARGV[2])
redis.call('ZADD', KEYS[3], now(), ARGV[1])
redis.call('ZREMRANGEBYRANK', KEYS[3], 0, -1 - ARGV[3])
return 1
