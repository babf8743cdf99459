-- Let a due game wait longer, never shorter, if it still is at the version: 1, or 0.
-- KEYS: due, head
-- ARGV: id, version, delay ms
if redis.call('HGET', KEYS[2], 'version') ~= ARGV[2] then return 0 end
redis.call('ZADD', KEYS[1], 'XX', 'GT', now() + ARGV[3], ARGV[1])
return 1
