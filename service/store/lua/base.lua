-- Prepended to every script: named keys and arguments, the time, messages, and what all kinds of outbox entries share.

-- JSON cannot hold bytes: they follow as further arguments, and {"@": index} refers to one of them.
local function fill_in(value)
  if type(value) ~= 'table' then return value end
  if value['@'] then return ARGV[value['@']] end
  for name, part in pairs(value) do value[name] = fill_in(part) end
  return value
end

-- The call's keys and arguments by name; nil if not given.
local K, A = {}, fill_in(cjson.decode(ARGV[1]))
for at, name in ipairs(A.keys) do K[name] = KEYS[at] end

-- Milliseconds since 1970 by the server's clock, constant during the call.
local began
local function now()
  if not began then
    local time = redis.call('TIME')
    began = time[1] * 1000 + math.floor(time[2] / 1000)
  end
  return began
end

-- Milliseconds by which the clock may go back, as time synchronization does, without a correction.
local TOLERANCE = 1000

local function put(record, fields)
  local flat = {}
  for name, value in pairs(fields or {}) do
    flat[#flat + 1] = name
    flat[#flat + 1] = value
  end
  if #flat > 0 then redis.call('HSET', record, unpack(flat)) end
end

-- Publish to a channel. In a cluster it is the sharded channel of the keys' slot, so the message stays on their node.
local function tell(channel, text)
  if SHARDED then
    redis.call('SPUBLISH', string.match(KEYS[1], '^{[^}]+}:') .. channel, text)
  else
    redis.call('PUBLISH', channel, text)
  end
end

-- The outbox has three kinds of entries (turn.lua, notice.lua, decision.lua). Each is in a sorted set, QUEUE, scored by
-- the time (ms) at which it is due, and has a record, a hash: `tries`, the failed attempts; `claim`, the holder of the
-- lease; `after`, the earliest time of the next attempt.

-- End the lease.
local function release(record)
  if redis.call('HDEL', record, 'claim') == 1 then redis.call('HSET', record, 'status', 'queued') end
end
