-- Store a new decision: {'done'}, also for a repeated call; {'first', answer} if its request was answered before;
-- {'caller'} if its caller has too many pending decisions, {'full'} if there are too many in all.
-- K: record, due, caller, memo
-- A: id, most_of_caller (0: any number), most, patience ms, ttl s, delay ms, memo, memo_ttl s, fields,
--    notices: by their fields, what is sent at its end (decision.lua)
if K.memo then
  local first = redis.call('GET', K.memo)
  if first then return {'first', first} end
end
if redis.call('EXISTS', K.record) == 1 then
  -- A review that others wait for already.
  if not redis.call('HGET', K.record, 'ended') then put(K.record, A.notices) end
  return {'done'}
end
local time = now()
redis.call('ZREMRANGEBYSCORE', K.caller, '-inf', time)
if A.most_of_caller > 0 and redis.call('ZCARD', K.caller) >= A.most_of_caller then return {'caller'} end
if redis.call('ZCARD', K.due) >= A.most then return {'full'} end
local patience = time + A.patience
put(K.record, {status = 'queued', patience = patience, tries = 0, caller = K.caller})
put(K.record, A.fields)
put(K.record, A.notices)
redis.call('EXPIRE', K.record, A.ttl)
redis.call('ZADD', K.due, time + A.delay, A.id)
redis.call('ZADD', K.caller, patience, A.id)
-- Expires with the longest patience in the set (PEXPIRE has GT only since Redis 7).
if redis.call('PTTL', K.caller) < A.patience then redis.call('PEXPIRE', K.caller, A.patience) end
if K.memo then redis.call('SET', K.memo, A.memo, 'EX', A.memo_ttl) end
return {'done'}
