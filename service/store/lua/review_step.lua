-- Keep what was found of a review, and perhaps leave the rest to others: 1, or 0 if it is not the claim's any more.
-- KEYS: decision, due
-- ARGV: id, claim, field, what was found, how much is done, of how much, due in ms or '' (the worker goes on)
if redis.call('HGET', KEYS[1], 'claim') ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[3], ARGV[4], 'done', ARGV[5], 'of', ARGV[6], 'tries', 0)
if ARGV[7] ~= '' then
  redis.call('HDEL', KEYS[1], 'claim')
  redis.call('HSET', KEYS[1], 'status', 'queued')
  redis.call('ZADD', KEYS[2], 'XX', now() + ARGV[7], ARGV[1])
  wake('decisions', now() + ARGV[7])
end
return 1
