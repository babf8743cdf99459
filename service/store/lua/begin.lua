-- A worker begins what is due in a game, and holds it for a while: {tries, when, then the head's field, value, ...}, or
-- nothing when the game is gone. Tries: how often that was begun at this version, this one included, and came to
-- nothing; 0 when nothing is due. When: the time now, in ms. What is due is not parked (any more).
-- KEYS: due, head, parked
-- ARGV: id, lease ms
local found = redis.call('HMGET', KEYS[2], 'version', 'tried', 'parked')
local version = found[1]
if not version then return false end
local time, tries = now(), 0
if redis.call('ZSCORE', KEYS[1], ARGV[1]) then
  local before, count = string.match(found[2] or '', '^(%d+) (%d+)$')
  tries = before == version and count + 1 or 1
  redis.call('HSET', KEYS[2], 'tried', version .. ' ' .. tries)
  redis.call('ZADD', KEYS[1], 'XX', 'GT', time + ARGV[2], ARGV[1])
  if found[3] then
    redis.call('HDEL', KEYS[2], 'parked')
    redis.call('ZREM', KEYS[3], ARGV[1])
  end
end
return {tries, time, unpack(redis.call('HGETALL', KEYS[2]))}
