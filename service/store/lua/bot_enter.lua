-- A connection of a bot is there, for so long from now: 1, or 0 if the bot has too many others.
-- K: here: its connections
-- A: connection, ms, most
local time = now()
redis.call('ZREMRANGEBYSCORE', K.here, '-inf', time)
local known = redis.call('ZSCORE', K.here, A.connection)
if not known and redis.call('ZCARD', K.here) >= A.most then return 0 end
redis.call('ZADD', K.here, 'GT', time + A.ms, A.connection)
redis.call('EXPIRE', K.here, 86400)
return 1
