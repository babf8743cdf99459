-- Lease the due entries of a bucket. Returns {the time, id, ...}. Ends hopeless entries and drops expired ones.
-- A: lease ms, limit, scan: the most entries to check (-1: all), around: the key of a record before and after its id;
--    expected: the present time as computed from the previous call, if any; the arguments of the kind
local time, leased = now(), {}
-- If the clock was set back, leases would last longer. Shift their ends by the same amount, if it is known, and let none
-- last longer than one lease from now.
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
