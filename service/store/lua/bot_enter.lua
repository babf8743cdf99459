-- A connection of a bot is there, for so long from now: 1, or 0 if the bot has too many others.
-- KEYS: its connections
-- ARGV: connection, ms, most
local time = now()
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', time)
local known = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not known and redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
redis.call('ZADD', KEYS[1], 'GT', time + ARGV[2], ARGV[1])
redis.call('EXPIRE', KEYS[1], 86400)
return 1
