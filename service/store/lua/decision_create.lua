-- Store a new decision: {'done'}, also for a repeated call. Or {'first', answer} when its request was answered before,
-- {'caller'} when its caller waits for too many, {'full'} when too many are waited for in all.
-- KEYS: decision, due, caller's, memo or decision again
-- ARGV: id, most of a caller (0: any number), most in all, patience ms, ttl s, due delay ms, memo ttl s, memo,
--       then the decision's field, value, ...
if KEYS[4] ~= KEYS[1] then
  local first = redis.call('GET', KEYS[4])
  if first then return {'first', first} end
end
if redis.call('EXISTS', KEYS[1]) == 1 then return {'done'} end
local time = now()
redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', time)
if tonumber(ARGV[2]) > 0 and redis.call('ZCARD', KEYS[3]) >= tonumber(ARGV[2]) then return {'caller'} end
if redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[3]) then return {'full'} end
local patience = time + ARGV[4]
redis.call('HSET', KEYS[1], 'status', 'queued', 'patience', patience, 'tries', 0, 'caller', KEYS[3], unpack(ARGV, 9))
redis.call('EXPIRE', KEYS[1], ARGV[5])
redis.call('ZADD', KEYS[2], time + ARGV[6], ARGV[1])
redis.call('ZADD', KEYS[3], patience, ARGV[1])
redis.call('PEXPIRE', KEYS[3], ARGV[4])
if KEYS[4] ~= KEYS[1] then redis.call('SET', KEYS[4], ARGV[8], 'EX', ARGV[7]) end
return {'done'}
