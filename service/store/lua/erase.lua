-- Erase what is personal in a game's seats. Returns 'done', or 'conflict' if the setup has changed since it was read.
-- K: head
-- A: seats, before, after: the setup
if redis.call('HGET', K.head, 'setup') ~= A.before then return 'conflict' end
redis.call('HSET', K.head, 'setup', A.after)
redis.call('HDEL', K.head, 'metadata')
-- A claim that has read the former setup must not write it back.
if redis.call('HGET', K.head, 'open') ~= '0' then redis.call('HINCRBY', K.head, 'left', 1) end
for _, seat in ipairs(A.seats) do
  redis.call('HDEL', K.head, 'name:' .. seat, 'player:' .. seat, 'metadata:' .. seat, 'push:' .. seat)
end
return 'done'
