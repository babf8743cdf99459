-- Keep a decision for longer, or give it back untried (no time), if it still is the claim's: 1, or 0.
-- KEYS: decision, due
-- ARGV: id, claim, lease ms
if redis.call('HGET', KEYS[1], 'claim') ~= ARGV[2] then return 0 end
redis.call('ZADD', KEYS[2], 'XX', now() + ARGV[3], ARGV[1])
if ARGV[3] == '0' then
  redis.call('HDEL', KEYS[1], 'claim')
  redis.call('HSET', KEYS[1], 'status', 'queued')
  redis.call('HINCRBY', KEYS[1], 'tries', -1)
  wake('decisions', now())
end
return 1
