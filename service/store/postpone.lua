-- Let a due game wait longer, never shorter, if it still is at the version.
-- KEYS: due, head
-- ARGV: id, version, delay ms
if redis.call('HGET', KEYS[2], 'version') == ARGV[2] then
  redis.call('ZADD', KEYS[1], 'XX', 'GT', now() + ARGV[3], ARGV[1])
end
