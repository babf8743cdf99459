-- The outbox's notices: the record holds everything needed to send one.
local QUEUE = K.notices

-- The reason to abandon it: its age (A: patience, ms).
local function hopeless(record, time)
  return (tonumber(redis.call('HGET', record, 'created')) or 0) + A.patience < time and 'too_late'
end

-- Whether it was scheduled for that time rather than leased until then: a retry.
local function planned(record, at) return tonumber(redis.call('HGET', record, 'after')) == at end

-- Sent, or for a reason parked as a dead letter, without its body.
local function close(record, id, reason)
  local facts = redis.call('HMGET', record, 'type', 'host', 'pending', 'created', 'tries')
  redis.call('ZREM', QUEUE, id)
  if not facts[1] then return false end
  redis.call('DEL', record)
  redis.call('LREM', facts[3], 1, id)
  if reason then
    local letter = {id = id, type = facts[1], host = facts[2], created = facts[4], tries = facts[5], reason = reason}
    letter.ended = now()
    redis.call('LPUSH', K.dead, cjson.encode(letter))
    redis.call('LTRIM', K.dead, 0, 99)
    redis.call('EXPIRE', K.dead, 7 * 86400)
  end
  return 'ended'
end
