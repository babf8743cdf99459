-- Stands before each of the other scripts: what the call gives, by name, the time, messages, and what all that is in
-- the outbox has.

-- Bytes are no JSON: they stand behind it, and {"@": which} is in their place.
local function fill_in(value)
  if type(value) ~= 'table' then return value end
  if value['@'] then return ARGV[value['@']] end
  for name, part in pairs(value) do value[name] = fill_in(part) end
  return value
end

-- The keys and the arguments of the call. What is not given is nil.
local K, A = {}, fill_in(cjson.decode(ARGV[1]))
for at, name in ipairs(A.keys) do K[name] = KEYS[at] end

-- Milliseconds since 1970, by the server's clock: the same during all of the call.
local began
local function now()
  if not began then
    local time = redis.call('TIME')
    began = time[1] * 1000 + math.floor(time[2] / 1000)
  end
  return began
end

-- Milliseconds by which the clock may be set back, as machines do to keep the time, before anybody minds.
local TOLERANCE = 1000

local function put(record, fields)
  local flat = {}
  for name, value in pairs(fields or {}) do
    flat[#flat + 1] = name
    flat[#flat + 1] = value
  end
  if #flat > 0 then redis.call('HSET', record, unpack(flat)) end
end

-- Tell who listens to a channel. In a cluster the channel is that of the keys' slot, so that it goes no further than
-- their node.
local function tell(channel, text)
  if SHARDED then
    redis.call('SPUBLISH', string.match(KEYS[1], '^{[^}]+}:') .. channel, text)
  else
    redis.call('PUBLISH', channel, text)
  end
end

-- The outbox: what is to be done, of three kinds (turn.lua, notice.lua, decision.lua). Each thing is in a sorted set,
-- QUEUE, by the time (ms) at which it is due, and has a record, a hash: `tries`, how often it was begun in vain; `claim`,
-- of whoever has it leased; `after`, before which it is not to be begun.

-- Nobody has it any more.
local function release(record)
  if redis.call('HDEL', record, 'claim') == 1 then redis.call('HSET', record, 'status', 'queued') end
end
