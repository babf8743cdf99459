-- The common part of all changes of a game, prepended to the scripts that change one. All of them take
-- K: head, log, due, memo, notices, waiting, active, finished, listed
-- A: id; ttl s; was, status: the old and the new one, of `keys.STATUSES`; listing (listed.lua)
--    clock (nil without one): state: its new record; ms: the time of a turn that begins now; runs: a turn continues;
--      bank: {first: the banks at the beginning, increment ms, most ms}; seat: whose turn it is, from 1;
--      ended: the seat whose turn has ended, from 1
--    delay: ms of the first lease of an AI seat's turn, nil if no AI is to act; memo, memo_ttl s; bots, kept s
--    notices (notices.lua); around_notice: the key of a notice up to its id; notices_delay ms

-- The stored answer, if the request is repeated.
local function first() return K.memo and redis.call('GET', K.memo) end

-- The clock as it is stored: the deadline (ms, 0 for none), and the banks if there are any.
local function clock()
  local deadline, banks = unpack(redis.call('HMGET', K.head, 'deadline', 'banks'))
  return (deadline or '0') .. (banks and ' ' .. banks or '')
end

-- The result of a change: the clock, or 'done' in a game without one.
local function done() return A.clock and clock() or 'done' end

-- The banks after a turn. The time left until the deadline stays in the bank, but no more than the bank held before.
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

-- Outbox: an AI's turn is due again when its first lease ends. The game is due at the deadline if that comes first.
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

-- Reminders of a turn that is over are dropped.
local function drop_reminders()
  for id in string.gmatch(redis.call('HGET', K.head, 'reminders') or '', '%S+') do
    end_notice(K.notices, A.around_notice .. id, id)
  end
  redis.call('HDEL', K.head, 'reminders')
end

-- Add notices to webhooks; those with `ahead` are sent that many ms before the deadline.
local function add_notices(deadline)
  local reminders = {}
  for _, notice in ipairs(A.notices) do
    if deadline > 0 then notice.fields.deadline = deadline end
    if notice.ahead then
      reminders[#reminders + 1] = notice.id
      add_notice(K.notices, A.around_notice, notice, deadline - notice.ahead, 0)
    else
      add_notice(K.notices, A.around_notice, notice, now(), A.notices_delay)
    end
  end
  if #reminders > 0 then redis.call('HSET', K.head, 'reminders', table.concat(reminders, ' ')) end
end

-- A game that is over notifies no browser any more.
local function end_subscriptions()
  for _, name in ipairs(redis.call('HKEYS', K.head)) do
    if string.sub(name, 1, 5) == 'push:' then redis.call('HDEL', K.head, name) end
  end
end

-- What every change of a game needs: lifetimes, counts, lists, the clock, the outbox, notices and the stored answer.
-- Then it tells waiting clients.
local function changed(version)
  redis.call('EXPIRE', K.head, A.ttl)
  redis.call('EXPIRE', K.log, A.ttl)
  counted(A.was, A.status)
  listed(A.was, A.status)
  local deadline = set_clock()
  set_due(deadline)
  call_bots()
  if A.clock and (A.clock.ms or not A.clock.runs) then drop_reminders() end
  add_notices(deadline)
  if A.status == 'finished' then end_subscriptions() end
  -- The clock is appended to the stored answer.
  if K.memo then redis.call('SET', K.memo, A.memo .. (A.clock and clock() or ''), 'EX', A.memo_ttl) end
  if A.was then tell('changed', A.id .. ' ' .. version) end
  return done()
end
