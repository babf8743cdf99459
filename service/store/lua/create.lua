-- Store a new game, unless it is there (a repeated call) or its request was answered before (then: that answer).
-- With a clock it tells the deadline, see clock.lua.
-- KEYS: head, due, memo or head again, notices, dead, the set it is counted in, then all sets: what has expired is
--       forgotten; the registry of lists
-- ARGV: id, ttl s, due delay ms or '', memo ttl s, memo, turn, clock, notices, entry of lists, status, then
--       the head's field, value, ...
if KEYS[3] ~= KEYS[1] then
  local first = redis.call('GET', KEYS[3])
  if first then return first end
end
if redis.call('EXISTS', KEYS[1]) == 1 then return deadline_of(KEYS[1], ARGV[6]) end
redis.call('HSET', KEYS[1], 'at', now(), unpack(ARGV, 11))
redis.call('EXPIRE', KEYS[1], ARGV[2])
counted(KEYS[6], KEYS[6], ARGV[1], ARGV[2])
listed(KEYS[10], ARGV[9], '', ARGV[10], ARGV[2])
forget_listed(KEYS[10])
for i = 7, 9 do redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', now()) end
local deadline = set_clock(KEYS[1], ARGV[6], ARGV[7])
local due = due_at(ARGV[3], deadline)
if due then
  redis.call('ZADD', KEYS[2], due, ARGV[1])
  wake('turns', due)
end
note(KEYS[4], KEYS[5], ARGV[8])
if KEYS[3] ~= KEYS[1] then redis.call('SET', KEYS[3], dated(ARGV[5], deadline), 'EX', ARGV[4]) end
return deadline
