-- What came of a notice: 'sent', 'dead', or 'waiting' for another try; nothing if it is not the claim's (any more).
-- KEYS: notice, notices, dead
-- ARGV: id, claim, reason or '' (sent), delay ms or '' (no other try), patience ms, 1 if it was tried or 0
local found = redis.call('HMGET', KEYS[1], 'claim', 'created')
if found[1] ~= ARGV[2] then return false end
if ARGV[6] == '0' then redis.call('HINCRBY', KEYS[1], 'tries', -1) end
local again = ARGV[4] ~= '' and now() + ARGV[4]
if again and again <= found[2] + ARGV[5] then
  redis.call('HDEL', KEYS[1], 'claim')
  redis.call('HSET', KEYS[1], 'status', 'waiting', 'after', again)
  redis.call('ZADD', KEYS[2], again, ARGV[1])
  wake('webhooks', again)
  return 'waiting'
end
close(KEYS[1], KEYS[2], KEYS[3], ARGV[1], ARGV[3])
return ARGV[3] == '' and 'sent' or 'dead'
