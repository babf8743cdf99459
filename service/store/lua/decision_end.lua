-- End a decision, if it still is the claim's: 1, or 0.
-- KEYS: decision, due
-- ARGV: id, claim, ttl s, status, then field, value, ...
if redis.call('HGET', KEYS[1], 'claim') ~= ARGV[2] then return 0 end
close(KEYS[1], KEYS[2], ARGV[1], ARGV[3], unpack(ARGV, 4))
return 1
