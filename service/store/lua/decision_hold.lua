-- Keep a decision for longer, or give it back untried, if it still is the claim's: 1, or 0.
-- KEYS: decision, due
-- ARGV: id, claim, lease ms or '' (given back)
if redis.call('HGET', KEYS[1], 'claim') ~= ARGV[2] then return 0 end
if ARGV[3] == '' then
  redis.call('HDEL', KEYS[1], 'claim')
  redis.call('HSET', KEYS[1], 'status', 'queued')
  redis.call('HINCRBY', KEYS[1], 'tries', -1)
  redis.call('ZADD', KEYS[2], 'XX', now(), ARGV[1])
  wake('decisions', now())
else
  redis.call('ZADD', KEYS[2], 'XX', now() + ARGV[3], ARGV[1])
end
return 1
