-- The common part of all changes of a game; prepended to the scripts that change one. All of them take
-- K: head, log, due, memo, notices, dead, waiting, active, finished, listed
-- A: id; ttl s; was, status: of `keys.STATUSES`; entry of lists (listed.lua); clock (nil without one): its new record,
--    with `ms` of the turn that begins now, or `runs` if one continues; bank: the `first` banks, `increment` and `most`
--    ms of one, with the seat whose turn it is and the one whose turn has `ended`, from 1; delay: ms until an AI seat's turn is due; memo,
--    memo_ttl s; bots, notices, pending, before, most, kept s, notices_ttl s

-- The stored answer, if the request is repeated.
local function first() return K.memo and redis.call('GET', K.memo) end

-- The clock as it is stored: the deadline (ms, 0 for none), and the banks if there are any.
local function clock()
  local deadline, banks = unpack(redis.call('HMGET', K.head, 'deadline', 'banks'))
  return (deadline or '0') .. (banks and ' ' .. banks or '')
end

-- The result of a change: the clock, or 'done' in a game without one.
local function done() return A.clock and clock() or 'done' end

-- The banks after a turn. What is left of the deadline is left in the bank, as far as it was there before.
local function fill_banks(deadline)
  local bank, ended = A.clock.bank, A.clock.ended
  local banks = cjson.decode(redis.call('HGET', K.head, 'banks') or bank.first)
  if ended and deadline > 0 then
    local left = math.min(banks[ended], deadline - now())
    banks[ended] = left < 0 and 0 or math.min(left + bank.increment, bank.most)
  end
  put(K.head, {banks = cjson.encode(banks)})
  return banks
end

local function set_clock()
  if not A.clock then return 0 end
  local deadline = tonumber(redis.call('HGET', K.head, 'deadline')) or 0
  local banks = A.clock.bank and fill_banks(deadline)
  if A.clock.ms then
    deadline = now() + A.clock.ms + (banks and banks[A.clock.seat] or 0)
  elseif not A.clock.runs then
    deadline = 0
  end
  put(K.head, {clock = A.clock.state, deadline = string.format('%.0f', deadline)})
  return deadline
end

-- The game is due after the delay, or at the deadline if that comes first.
local function set_due(deadline)
  local at = A.delay and now() + A.delay
  if deadline > 0 and (not at or deadline < at) then at = deadline end
  if not at then return redis.call('ZREM', K.due, A.id) end
  redis.call('ZADD', K.due, at, A.id)
end

-- External bots: add the game to the set of each bot that may move in it now, and wake the bot's streams.
local function call_bots()
  for _, bot in ipairs(A.bots) do
    if bot.due then
      redis.call('ZADD', bot.set, now(), A.id)
      redis.call('EXPIRE', bot.set, A.kept)
      tell('changed', '@' .. bot.name .. ' ' .. A.id)
    else
      redis.call('ZREM', bot.set, A.id)
    end
  end
end

-- Enqueue notices to webhooks; above the limit the oldest are abandoned.
local function add_notices()
  for _, notice in ipairs(A.notices) do
    local record, at = A.before .. notice.id, now() + A.notices_delay
    put(record, {status = 'queued', created = now(), after = 0, tries = 0, pending = A.pending})
    put(record, notice.fields)
    redis.call('EXPIRE', record, A.notices_ttl)
    redis.call('ZADD', K.notices, at, notice.id)
    redis.call('RPUSH', A.pending, notice.id)
    redis.call('EXPIRE', A.pending, A.notices_ttl)
  end
  while redis.call('LLEN', A.pending) > A.most do
    local oldest = redis.call('LPOP', A.pending)
    close(A.before .. oldest, oldest, 'too_many')
  end
end

local function changed(version)
  redis.call('EXPIRE', K.head, A.ttl)
  redis.call('EXPIRE', K.log, A.ttl)
  counted(A.was, A.status)
  listed(A.was, A.status)
  local deadline = set_clock()
  set_due(deadline)
  call_bots()
  if #A.notices > 0 then add_notices() end
  -- The clock is appended to the stored answer.
  if K.memo then redis.call('SET', K.memo, A.memo .. (A.clock and clock() or ''), 'EX', A.memo_ttl) end
  if A.was then tell('changed', A.id .. ' ' .. version) end
  return done()
end
