-- Take a queued decision for a while: {what it is about, view}, or nothing when it is not queued (any more).
-- KEYS: decision, due
-- ARGV: id, claim, lease ms
local found = redis.call('HMGET', KEYS[1], 'status', 'claim', 'about', 'view')
if found[1] == 'queued' then
  local time = now()
  redis.call('HSET', KEYS[1], 'status', 'running', 'claim', ARGV[2], 'started', time)
  redis.call('HINCRBY', KEYS[1], 'tries', 1)
  redis.call('ZADD', KEYS[2], time + ARGV[3], ARGV[1])
elseif found[2] ~= ARGV[2] then
  return false
end
return {found[3], found[4]}
