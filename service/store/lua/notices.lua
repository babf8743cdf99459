-- Notices in the outbox: adding and ending one. Prepended to the scripts that do so. A failed notice is kept for a week, so
-- that it can be sent again. Each webhook of the bucket has a set of its failed notices, by the time (ms) of their end.

local KEPT, MOST_FAILED = 7 * 86400, 100

-- Sent, or failed for a reason.
local function end_notice(queue, record, id, reason)
  redis.call('ZREM', queue, id)
  if redis.call('EXISTS', record) == 0 then return false end
  local pending = redis.call('HGET', record, 'pending')
  if pending then redis.call('LREM', pending, 1, id) end
  if not reason then
    redis.call('DEL', record)
    return 'ended'
  end
  -- Records of earlier versions name no webhook.
  local failed = queue .. ':failed:' .. (redis.call('HGET', record, 'hook') or 'game')
  local around = string.sub(record, 1, #record - #id)
  redis.call('HDEL', record, 'claim')
  put(record, {status = 'failed', ended = now(), reason = reason})
  redis.call('EXPIRE', record, KEPT)
  redis.call('ZADD', failed, now(), id)
  redis.call('EXPIRE', failed, KEPT)
  for _, oldest in ipairs(redis.call('ZRANGE', failed, 0, -1 - MOST_FAILED)) do
    redis.call('DEL', around .. oldest)
    redis.call('ZREM', failed, oldest)
  end
  return 'ended'
end

-- Store a notice {id, fields, pending: the list of pending notices, most: the limit of that list}. `at`: the time of what it
-- reports. The dispatcher sends it `delay` ms later. If the list is full, its oldest notice is abandoned.
local function add_notice(queue, around, notice, at, delay)
  local record = around .. notice.id
  if redis.call('EXISTS', record) == 1 then return end
  -- Only a reminder has to wait. Others are due now, even if the clock is set back.
  local after = at > now() and at or 0
  put(record, {status = 'queued', created = at, happened = at, after = after, tries = 0, pending = notice.pending})
  put(record, notice.fields)
  redis.call('PEXPIRE', record, at - now() + KEPT * 1000)
  redis.call('ZADD', queue, at + delay, notice.id)
  redis.call('RPUSH', notice.pending, notice.id)
  redis.call('PEXPIRE', notice.pending, at - now() + KEPT * 1000)
  while redis.call('LLEN', notice.pending) > notice.most do
    local oldest = redis.call('LPOP', notice.pending)
    end_notice(queue, around .. oldest, oldest, 'too_many')
  end
end
