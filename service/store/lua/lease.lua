-- Take what is due in a bucket for a while, and let nobody have it: {the time, id, ...}. What is hopeless is ended, what
-- has expired is forgotten.
-- A: lease ms, limit, scan: how many are looked at (-1: all), around: what stands before and behind an id in the key of
--    its record; expected: what the time is by the last look, unknown at the first; what the kind asks for
local time, leased = now(), {}
-- A lease would last longer by what the clock was set back since. It ends when it would have ended, as far as that is
-- known, or a lease from now.
local back = A.expected and A.expected - time or 0
if not A.expected or back > TOLERANCE then
  local later = redis.call('ZRANGEBYSCORE', QUEUE, '(' .. time + A.lease, '+inf', 'WITHSCORES')
  for at = 1, #later, 2 do
    local id, score = later[at], tonumber(later[at + 1])
    if not planned(A.around[1] .. id .. A.around[2], score) then
      redis.call('ZADD', QUEUE, math.min(score - back, time + A.lease), id)
    end
  end
end
for _, id in ipairs(redis.call('ZRANGEBYSCORE', QUEUE, '-inf', time, 'LIMIT', 0, A.scan)) do
  local record = A.around[1] .. id .. A.around[2]
  if redis.call('EXISTS', record) == 0 then
    redis.call('ZREM', QUEUE, id)
  else
    local reason = hopeless(record, time)
    if reason then
      close(record, id, reason)
    elseif #leased < A.limit then
      release(record)
      redis.call('ZADD', QUEUE, time + A.lease, id)
      leased[#leased + 1] = id
    end
  end
end
return {time, unpack(leased)}
