-- Remove a game that has not begun: 'done', 'begun' or 'gone'.
-- KEYS: head, log, invitations, the set it is counted in, registry of lists
-- ARGV: id, entry of lists
local open = redis.call('HGET', KEYS[1], 'open')
if not open then return 'gone' end
if tonumber(open) == 0 then return 'begun' end
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])
redis.call('ZREM', KEYS[4], ARGV[1])
unlist(KEYS[5], ARGV[2])
tell('changed', ARGV[1] .. ' 0')
return 'done'
