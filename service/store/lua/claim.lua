-- Give a seat that began open to a token: 'done' (with a clock: the deadline, see clock.lua), 'taken', 'conflict', 'gone',
-- 'uninvited', or {the first answer}.
-- KEYS: head, due, memo or head again, notices, dead, the set it is counted in, and the one before or that again,
--       invitations, the registry of lists
-- ARGV: id, seat, token's hash, name or '', open seats before, ttl s, due delay ms or '', memo ttl s, memo, turn,
--       clock, notices, id of the invitation that it takes or '', entry of lists, status then
local open = redis.call('HGET', KEYS[1], 'open')
if not open then return 'gone' end
if KEYS[3] ~= KEYS[1] then
  local first = redis.call('GET', KEYS[3])
  if first then return {first} end
end
local holder = redis.call('HGET', KEYS[1], 'token:' .. ARGV[2])
if holder == ARGV[3] then return deadline_of(KEYS[1], ARGV[10]) or 'done' end
if holder then return 'taken' end
if open ~= ARGV[5] then return 'conflict' end
if ARGV[13] ~= '' and not invited(KEYS[8], ARGV[13]) then return 'uninvited' end
redis.call('HSET', KEYS[1], 'token:' .. ARGV[2], ARGV[3], 'open', open - 1, 'at', now())
if ARGV[4] ~= '' then redis.call('HSET', KEYS[1], 'name:' .. ARGV[2], ARGV[4]) end
redis.call('EXPIRE', KEYS[1], ARGV[6])
redis.call('EXPIRE', KEYS[8], ARGV[6])
counted(KEYS[6], KEYS[7], ARGV[1], ARGV[6])
listed(KEYS[9], ARGV[14], 'waiting', ARGV[15], ARGV[6])
local deadline = set_clock(KEYS[1], ARGV[10], ARGV[11])
local due = due_at(ARGV[7], deadline)
if due then
  redis.call('ZADD', KEYS[2], due, ARGV[1])
  wake('turns', due)
end
note(KEYS[4], KEYS[5], ARGV[12])
if KEYS[3] ~= KEYS[1] then redis.call('SET', KEYS[3], dated(ARGV[9], deadline), 'EX', ARGV[8]) end
tell('changed', ARGV[1] .. ' 0')
return deadline or 'done'
