-- Lease an outbox item to a worker. Returns {tries including this one, the time, the record}; the number of tries is 0 if
-- there is nothing to do. Returns nothing if the item is gone or leased to another worker. Unparks the item.
-- A: id, lease ms, claim. Without a claim, as for turns, several workers may begin the item.
if redis.call('EXISTS', K.record) == 0 then return false end
local time = now()
local holder, after, tries = unpack(redis.call('HMGET', K.record, 'claim', 'after', 'tries'))
if not A.claim or holder ~= A.claim then
  tries = 0
  if not holder and (tonumber(after) or 0) <= time and redis.call('ZSCORE', QUEUE, A.id) then
    tries = redis.call('HINCRBY', K.record, 'tries', 1)
    if A.claim then
      redis.call('ZADD', QUEUE, time + A.lease, A.id)
      put(K.record, {status = 'running', claim = A.claim, started = time})
    else
      redis.call('ZADD', QUEUE, 'XX', 'GT', time + A.lease, A.id)
    end
    if K.parked and redis.call('HDEL', K.record, 'parked') == 1 then redis.call('ZREM', K.parked, A.id) end
  elseif A.claim then
    return false
  end
end
return {tonumber(tries), time, redis.call('HGETALL', K.record)}
