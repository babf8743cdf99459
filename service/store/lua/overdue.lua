-- Whether the time of a game's turn is up, if it still is at the version: 1, or 0.
-- KEYS: head
-- ARGV: version
local head = redis.call('HMGET', KEYS[1], 'version', 'deadline')
local deadline = tonumber(head[2]) or 0
if head[1] ~= ARGV[1] or deadline == 0 or deadline > now() then return 0 end
return 1
