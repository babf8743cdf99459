-- Erase what is personal in a game's seats. Returns 'done', or 'conflict' if the setup has changed since it was read.
-- K: head
-- A: seats, before, after: the setup
if redis.call('HGET', K.head, 'setup') ~= A.before then return 'conflict' end
redis.call('HSET', K.head, 'setup', A.after)
redis.call('HDEL', K.head, 'metadata')
for _, seat in ipairs(A.seats) do
  redis.call('HDEL', K.head, 'name:' .. seat, 'player:' .. seat, 'metadata:' .. seat)
end
return 'done'
