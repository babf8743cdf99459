-- Take a waiting notice for a while: {url, host, secret, body, tries}, or nothing when it is not to be sent now.
-- KEYS: notice, notices
-- ARGV: id, claim, ms
local found = redis.call('HMGET', KEYS[1], 'status', 'claim', 'after')
if found[1] == 'waiting' and tonumber(found[3]) <= now() then
  redis.call('HSET', KEYS[1], 'status', 'sending', 'claim', ARGV[2])
  redis.call('HINCRBY', KEYS[1], 'tries', 1)
  redis.call('ZADD', KEYS[2], now() + ARGV[3], ARGV[1])
elseif found[2] ~= ARGV[2] then
  return false
end
return redis.call('HMGET', KEYS[1], 'url', 'host', 'secret', 'body', 'tries')
