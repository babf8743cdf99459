-- Lease an outbox item to a worker: {tries including this one, the time, the record}; nothing if the item is gone or
-- leased to another worker. Tries are 0 if there is nothing to do. An item that is begun is no longer parked.
-- A: id, lease ms, claim; without a claim, as for turns, several workers may begin it
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
