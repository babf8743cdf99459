-- Store a finished game as a whole, or if it is there, only let it live on: whether it is new.
-- KEYS: head, log, the set of finished games, the registry of lists
-- ARGV: id, ttl s, entry of lists, how many fields the head has, then these: field, value, ..., then log entries
local fields = 4 + 2 * ARGV[4]
local new = redis.call('EXISTS', KEYS[1]) == 0
if new then
  redis.call('HSET', KEYS[1], unpack(ARGV, 5, fields))
  redis.call('DEL', KEYS[2])
  for i = fields + 1, #ARGV do redis.call('RPUSH', KEYS[2], ARGV[i]) end
end
redis.call('EXPIRE', KEYS[1], ARGV[2])
redis.call('EXPIRE', KEYS[2], ARGV[2])
counted(KEYS[3], KEYS[3], ARGV[1], ARGV[2])
listed(KEYS[4], ARGV[3], '', 'finished', ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', now())
forget_listed(KEYS[4])
return new and 1 or 0
