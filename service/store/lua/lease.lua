-- Take what is due in a bucket for a while, and let nobody have it: {in how many ms the next is due (-1: there is none),
-- id, ...}. What is hopeless is ended, what has expired is forgotten.
-- A: lease ms, limit, scan: how many are looked at (-1: all), around: what stands before and behind an id in the key of
--    its record; what the kind asks for
local time, leased = now(), {}
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
local first = redis.call('ZRANGE', QUEUE, 0, 0, 'WITHSCORES')
return {first[2] and math.max(0, math.ceil(first[2] - now())) or -1, unpack(leased)}
