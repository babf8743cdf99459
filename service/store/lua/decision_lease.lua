-- Take due decisions for a while: {when the next is due, id of one to be asked for, ...}, see next_due.lua; end all that
-- are hopeless, forget the expired.
-- KEYS: due
-- ARGV: lease ms, at most so many, what stands before an id in the key of a decision, most tries, ttl s
local time = now()
local leased = {}
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', time)) do
  local decision = ARGV[3] .. id
  local found = redis.call('HMGET', decision, 'status', 'tries', 'patience')
  if not found[1] then
    redis.call('ZREM', KEYS[1], id)
  elseif tonumber(found[2]) >= tonumber(ARGV[4]) then
    close(decision, KEYS[1], id, ARGV[5], 'failed', 'reason', 'worker_lost')
  elseif tonumber(found[3]) <= time then
    close(decision, KEYS[1], id, ARGV[5], 'failed', 'reason', 'too_late')
  elseif #leased < tonumber(ARGV[2]) then
    redis.call('HDEL', decision, 'claim')
    redis.call('HSET', decision, 'status', 'queued')
    redis.call('ZADD', KEYS[1], time + ARGV[1], id)
    leased[#leased + 1] = id
  end
end
return next_due(KEYS[1], leased)
