-- The outbox's decisions and reviews: the record is read by who has asked, also after the end.
local QUEUE = K.due

-- Why it fails, if it was begun too often (A: most_tries), or if it has waited for too long.
local function hopeless(record, time)
  local facts = redis.call('HMGET', record, 'tries', 'patience')
  if (tonumber(facts[1]) or 0) >= A.most_tries then return 'worker_lost' end
  return (tonumber(facts[2]) or 0) <= time and 'too_late'
end

-- Nothing is put off on purpose.
local function planned() end

-- It is done, or with a reason it has failed; the view is of no use any more. It is kept for a while (A: ttl, s).
local function close(record, id, reason)
  local caller, status = redis.call('HGET', record, 'caller'), reason and 'failed' or 'done'
  redis.call('HDEL', record, 'view', 'claim')
  put(record, {status = status, ended = now(), reason = reason})
  redis.call('EXPIRE', record, A.ttl)
  redis.call('ZREM', QUEUE, id)
  redis.call('ZREM', caller, id)
  tell('changed', id .. ' ' .. status)
  return 'ended'
end
