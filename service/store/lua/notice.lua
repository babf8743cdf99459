-- The outbox's notices: the record holds what is sent.
local QUEUE = K.notices

-- The reason to abandon a notice: its age (A: patience, ms).
local function hopeless(record, time)
  return (tonumber(redis.call('HGET', record, 'created')) or 0) + A.patience < time and 'too_late'
end

-- Whether the time is one for which the notice was scheduled (a retry, a reminder), and not the end of a lease.
local function planned(record, at) return tonumber(redis.call('HGET', record, 'after')) == at end

local function close(record, id, reason) return end_notice(QUEUE, record, id, reason) end
