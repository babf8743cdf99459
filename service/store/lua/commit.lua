-- Write moves if the game is at the version they start from: 'done' (with a clock: the deadline, see clock.lua),
-- 'conflict', 'gone', or {the first answer}.
-- KEYS: head, log, due, memo or head again, notices, dead, the set it is counted in, and the one before or that
--       again; the registry of lists
-- ARGV: id, version, nonce, state, ttl s, due delay ms or '', memo ttl s, memo, turn, clock, notices, base or '', position
--       for old processes, entry of lists, status then, then log entries
-- The nonces of the last few commits are kept: a call whose answer was lost is repeated, perhaps after others.
local found = redis.call('HMGET', KEYS[1], 'version', 'commit')
local version, nonces = found[1], found[2] or ''
if not version then return 'gone' end
if KEYS[4] ~= KEYS[1] then
  local first = redis.call('GET', KEYS[4])
  if first then return {first} end
end
if version ~= ARGV[2] then
  for at = 1, #nonces, #ARGV[3] do
    if string.sub(nonces, at, at + #ARGV[3] - 1) == ARGV[3] then return deadline_of(KEYS[1], ARGV[9]) or 'done' end
  end
  return 'conflict'
end
local reached = version + #ARGV - 15
nonces = string.sub(ARGV[3] .. nonces, 1, 4 * #ARGV[3])
redis.call('HSET', KEYS[1], 'version', reached, 'state', ARGV[4], 'commit', nonces, 'at', now())
if ARGV[12] ~= '' then redis.call('HSET', KEYS[1], 'base', ARGV[12], 'position', ARGV[13]) end
for i = 16, #ARGV do redis.call('RPUSH', KEYS[2], ARGV[i]) end
redis.call('EXPIRE', KEYS[1], ARGV[5])
redis.call('EXPIRE', KEYS[2], ARGV[5])
counted(KEYS[7], KEYS[8], ARGV[1], ARGV[5])
listed(KEYS[9], ARGV[14], 'active', ARGV[15], ARGV[5])
local deadline = set_clock(KEYS[1], ARGV[9], ARGV[10])
local due = due_at(ARGV[6], deadline)
if due then
  redis.call('ZADD', KEYS[3], due, ARGV[1])
  wake('turns', due)
else
  redis.call('ZREM', KEYS[3], ARGV[1])
end
note(KEYS[5], KEYS[6], ARGV[11])
if KEYS[4] ~= KEYS[1] then redis.call('SET', KEYS[4], dated(ARGV[8], deadline), 'EX', ARGV[7]) end
tell('changed', ARGV[1] .. ' ' .. reached)
return deadline or 'done'
