-- The next decision or batch to make: the oldest queued one of the caller who was served longest ago. Returns nothing
-- if none is queued. So a caller with many decisions delays only itself.
-- K: due, served: callers by the time of their last turn
-- A: around: the key of a record, up to its id; lengths of the ids to look at; ttl ms of a turn; take: the caller's
--    turn is used up
local first, turn, caller
for _, id in ipairs(redis.call('ZRANGE', K.due, 0, -1)) do
  if A.lengths['' .. #id] then
    local status, whose = unpack(redis.call('HMGET', A.around .. id, 'status', 'caller'))
    if status == 'queued' then
      local last = tonumber(redis.call('ZSCORE', K.served, whose) or 0)
      if not first or last < turn then first, turn, caller = id, last, whose end
    end
  end
end
if first and A.take then
  redis.call('ZREMRANGEBYSCORE', K.served, '-inf', now() - A.ttl)
  -- Drops turns in the future (the clock was set back): their callers would come last until then.
  redis.call('ZREMRANGEBYSCORE', K.served, '(' .. now(), '+inf')
  redis.call('ZADD', K.served, now(), caller)
  redis.call('PEXPIRE', K.served, A.ttl)
end
return first
