-- Settle an outbox item: 'held', 'due', 'ended', or nothing if it is gone or held by another.
-- A: id; holder: the field of the holder and its value (none: any); parked: the item must be parked, and no longer is;
--    set: fields of the record; forget: reset its tries; untried: the last try does not count; then one of
--    hold: ms from now to which the lease is extended, never shortened;
--    due: ms until it is due again; since: the field with the time from which that counts; ahead: only if the result is
--    in the future and at most `due` ms away, despite a clock set back; pause: not to be begun earlier; patience: end
--    it instead if that is more than these ms after its creation;
--    neither: end it, with a reason (parked) or without
if redis.call('EXISTS', K.record) == 0 then
  redis.call('ZREM', QUEUE, A.id)
  return false
end
if A.holder and redis.call('HGET', K.record, A.holder.field) ~= A.holder.value then return false end
local at = A.due and now() + A.due
if A.since then
  local since = tonumber(redis.call('HGET', K.record, A.since)) or 0
  at = since > 0 and since + A.due
end
if A.ahead and not (at and at > now() and at <= now() + A.due + TOLERANCE) then return false end
if A.parked then
  if redis.call('ZREM', K.parked, A.id) == 0 then return false end
  redis.call('HDEL', K.record, 'parked')
  redis.call('ZADD', QUEUE, at, A.id)
end
put(K.record, A.set)
if A.forget then redis.call('HDEL', K.record, 'tries') end
if A.untried then redis.call('HINCRBY', K.record, 'tries', -1) end
if A.hold then
  redis.call('ZADD', QUEUE, 'XX', 'GT', now() + A.hold, A.id)
  return 'held'
end
if not at or A.patience and at > redis.call('HGET', K.record, 'created') + A.patience then
  return close(K.record, A.id, A.reason)
end
release(K.record)
if A.pause then redis.call('HSET', K.record, 'after', at) end
redis.call('ZADD', QUEUE, 'XX', at, A.id)
return 'due'
