-- Take the due notices of a bucket for a while: {when the next is due, id, ...}, see next_due.lua; give up those that
-- are too old, forget the expired.
-- KEYS: notices, dead
-- ARGV: lease ms, at most so many, what stands before an id in the key of a notice, patience ms
local time = now()
local leased = {}
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', time, 'LIMIT', 0, ARGV[2])) do
  local notice = ARGV[3] .. id
  local created = redis.call('HGET', notice, 'created')
  if not created then
    redis.call('ZREM', KEYS[1], id)
  elseif created + ARGV[4] < time then
    close(notice, KEYS[1], KEYS[2], id, 'too_late')
  else
    redis.call('HDEL', notice, 'claim')
    redis.call('HSET', notice, 'status', 'waiting')
    redis.call('ZADD', KEYS[1], time + ARGV[1], id)
    leased[#leased + 1] = id
  end
end
return next_due(KEYS[1], leased)
