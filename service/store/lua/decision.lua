-- The outbox's decisions and reviews. The caller may read the record until it expires.
local QUEUE = K.due
local QUEUE_OF_NOTICES, AROUND_NOTICE = '{decisions}:notices', '{decisions}:notice:'

-- The reason to fail it: begun too often (A: most_tries), or pending for too long.
local function hopeless(record, time)
  local facts = redis.call('HMGET', record, 'tries', 'patience')
  if (tonumber(facts[1]) or 0) >= A.most_tries then return 'worker_lost' end
  return (tonumber(facts[2]) or 0) <= time and 'too_late'
end

-- Decisions are never postponed on purpose.
local function planned() end

-- Done, or failed for a reason. The view is dropped, the rest of the record is kept for A: ttl (s).
local function close(record, id, reason)
  local caller, status = redis.call('HGET', record, 'caller'), reason and 'failed' or 'done'
  -- The notices that `ask.lua` has noted.
  local fields = redis.call('HGETALL', record)
  for at = 1, #fields, 2 do
    if string.sub(fields[at], 1, 7) == 'notice:' then
      local notice = cjson.decode(fields[at + 1])
      notice.fields.data = string.gsub(notice.fields.data, '@status', status)
      add_notice(QUEUE_OF_NOTICES, AROUND_NOTICE, notice, now(), 0)
      redis.call('HDEL', record, fields[at])
    end
  end
  redis.call('HDEL', record, 'view', 'claim')
  put(record, {status = status, ended = now(), reason = reason})
  redis.call('EXPIRE', record, A.ttl)
  redis.call('ZREM', QUEUE, id)
  redis.call('ZREM', caller, id)
  tell('changed', id .. ' ' .. status)
  return 'ended'
end
