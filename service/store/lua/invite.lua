-- Enter an invitation to a game: 'done', 'many' or 'gone'. Those that have expired are forgotten.
-- KEYS: head, invitations
-- ARGV: id, record, at most so many, ttl s
if redis.call('EXISTS', KEYS[1]) == 0 then return 'gone' end
for _, id in ipairs(redis.call('HKEYS', KEYS[2])) do
  if not invited(KEYS[2], id) then redis.call('HDEL', KEYS[2], id) end
end
if redis.call('HLEN', KEYS[2]) >= tonumber(ARGV[3]) and redis.call('HEXISTS', KEYS[2], ARGV[1]) == 0 then return 'many' end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
redis.call('EXPIRE', KEYS[2], ARGV[4])
return 'done'
