-- Settle an outbox item. Returns 'held', 'due', 'ended', or nothing if the item is gone or held by another worker.
-- A: id
--    holder: {field, value} of the record that the caller must hold; without it, anybody may settle
--    parked: settle only a parked item, which is then no longer parked
--    set: fields to write; forget: reset the tries; untried: do not count the last try
--    Then one of three outcomes:
--    hold: extend the lease to this many ms from now, but never shorten it
--    due: make the item due again after this many ms. since: count them from the time in this field instead of now;
--      ahead: do so only if that is in the future, and at most `due` ms away (the clock may have been set back);
--      pause: let nobody begin it earlier; patience: end it instead if that is more than these ms after its creation
--    neither: end the item. reason: park it, or fail it, for this reason
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
