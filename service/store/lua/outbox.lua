-- The outbox: what is to be done, of three kinds (turn.lua, notice.lua, decision.lua), of which one stands before this.
-- Each thing is in a sorted set, QUEUE, by the time (ms) at which it is due, and has a record, a hash: `tries`, how often
-- it was begun in vain; `claim`, of whoever has it leased; `after`, before which it is not to be begun.

-- Nobody has it any more.
local function release(record)
  if redis.call('HDEL', record, 'claim') == 1 then redis.call('HSET', record, 'status', 'queued') end
end
