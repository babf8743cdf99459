-- Write moves if the game is at the version they start from: 'done' (with a clock: the deadline, see clock.lua),
-- 'conflict', 'gone', or {the first answer}.
-- KEYS: head, log, due, memo or head again, notices, dead, the set it is counted in, and the one before or that
--       again
-- ARGV: id, version, nonce, position, ttl s, due delay ms or '', channel, memo ttl s, memo, turn, clock, notices,
--       then log entries
local version = redis.call('HGET', KEYS[1], 'version')
if not version then return 'gone' end
if KEYS[4] ~= KEYS[1] then
  local first = redis.call('GET', KEYS[4])
  if first then return {first} end
end
if version ~= ARGV[2] then
  if redis.call('HGET', KEYS[1], 'commit') == ARGV[3] then return deadline_of(KEYS[1], ARGV[10]) or 'done' end
  return 'conflict'
end
local reached = version + #ARGV - 12
redis.call('HSET', KEYS[1], 'version', reached, 'position', ARGV[4], 'commit', ARGV[3], 'at', now())
for i = 13, #ARGV do redis.call('RPUSH', KEYS[2], ARGV[i]) end
redis.call('EXPIRE', KEYS[1], ARGV[5])
redis.call('EXPIRE', KEYS[2], ARGV[5])
counted(KEYS[7], KEYS[8], ARGV[1], ARGV[5])
local deadline = set_clock(KEYS[1], ARGV[10], ARGV[11])
local due = due_at(ARGV[6], deadline)
if due then
  redis.call('ZADD', KEYS[3], due, ARGV[1])
else
  redis.call('ZREM', KEYS[3], ARGV[1])
end
note(KEYS[5], KEYS[6], ARGV[12])
if KEYS[4] ~= KEYS[1] then redis.call('SET', KEYS[4], dated(ARGV[9], deadline), 'EX', ARGV[8]) end
redis.call('PUBLISH', ARGV[7], ARGV[1] .. ' ' .. reached)
return deadline or 'done'
