-- Store a new game, unless it is there (a repeated call) or its request was answered before (then: that answer).
-- KEYS: head, due, memo or head again, the set it is counted in, then all sets: what has expired is forgotten
-- ARGV: id, ttl s, due delay ms or '', memo ttl s, memo, then the head's field, value, ...
if KEYS[3] ~= KEYS[1] then
  local first = redis.call('GET', KEYS[3])
  if first then return first end
end
if redis.call('EXISTS', KEYS[1]) == 1 then return false end
redis.call('HSET', KEYS[1], 'at', now(), unpack(ARGV, 6))
redis.call('EXPIRE', KEYS[1], ARGV[2])
counted(KEYS[4], KEYS[4], ARGV[1], ARGV[2])
for i = 5, #KEYS do redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', now()) end
if ARGV[3] ~= '' then redis.call('ZADD', KEYS[2], now() + ARGV[3], ARGV[1]) end
if KEYS[3] ~= KEYS[1] then redis.call('SET', KEYS[3], ARGV[5], 'EX', ARGV[4]) end
return false
