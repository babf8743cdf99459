-- The clock of a game's turns; stands before the scripts that change a game.

-- When the running turn ends (ms), 0 when it has no end; false in a game without a clock, which costs nothing.
-- turn: '' without a clock; else 'keep', 'none', or how long the turn has that begins now (ms); state: JSON to be stored
local function set_clock(head, turn, state)
  if turn == '' then return false end
  local deadline = 0
  if turn == 'keep' then
    deadline = tonumber(redis.call('HGET', head, 'deadline')) or 0
  elseif turn ~= 'none' then
    deadline = now() + turn
  end
  redis.call('HSET', head, 'clock', state, 'deadline', deadline)
  return deadline
end

-- The deadline that was set before, in the same way.
local function deadline_of(head, turn)
  return turn ~= '' and (tonumber(redis.call('HGET', head, 'deadline')) or 0)
end

-- When a game is due (ms), or nothing: after a delay ('': not at all), at the deadline if that comes first.
local function due_at(delay, deadline)
  local at = delay ~= '' and now() + delay or nil
  if deadline and deadline > 0 and (not at or deadline < at) then at = deadline end
  return at
end

-- An answer to be kept: the deadline, which it left blank, goes behind it.
local function dated(answer, deadline)
  return deadline and answer .. string.format('%.0f', deadline) or answer
end
