-- Take the due games of a bucket for a while: {when the next is due, id, ...}, see next_due.lua; forget those that have
-- expired.
-- KEYS: due
-- ARGV: lease ms, at most so many, what stands before and behind a game's id in the key of its head
local time = now()
local leased = {}
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', time, 'LIMIT', 0, ARGV[2])) do
  if redis.call('EXISTS', ARGV[3] .. id .. ARGV[4]) == 1 then
    redis.call('ZADD', KEYS[1], time + ARGV[1], id)
    leased[#leased + 1] = id
  else
    redis.call('ZREM', KEYS[1], id)
  end
end
return next_due(KEYS[1], leased)
