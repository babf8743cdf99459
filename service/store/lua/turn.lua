-- The outbox's due turns: the record is the head of a game. Nobody claims a turn, for whoever commits first has played it.
local QUEUE = K.due

-- The dispatcher never gives one up.
local function hopeless() end

-- Whether it is to be due then, and nobody's until then: a clock runs.
local function planned(record, at) return tonumber(redis.call('HGET', record, 'deadline')) == at end

-- Nothing is due any more; with a reason that is parked. Of too many the longest parked are forgotten (A: most).
local function close(record, id, reason)
  if redis.call('ZREM', QUEUE, id) == 0 then return false end
  if reason then
    redis.call('HSET', record, 'parked', reason)
    redis.call('ZADD', K.parked, now(), id)
    redis.call('ZREMRANGEBYRANK', K.parked, 0, -1 - A.most)
  end
  return 'ended'
end
