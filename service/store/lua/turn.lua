-- The outbox's due turns: the record is the head of a game. Turns have no claim: the first commit wins.
local QUEUE = K.due

-- The dispatcher never gives up a turn.
local function hopeless() end

-- Whether the time is the deadline of a running clock, and not the end of a lease.
local function planned(record, at) return tonumber(redis.call('HGET', record, 'deadline')) == at end

-- End the turn or, with a reason, park it. If more than A.most turns are parked, drop the ones parked longest.
local function close(record, id, reason)
  if redis.call('ZREM', QUEUE, id) == 0 then return false end
  if reason then
    redis.call('HSET', record, 'parked', reason)
    redis.call('ZADD', K.parked, now(), id)
    redis.call('ZREMRANGEBYRANK', K.parked, 0, -1 - A.most)
  end
  return 'ended'
end
