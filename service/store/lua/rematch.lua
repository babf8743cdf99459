-- Name the game that follows a finished one, unless it has a name: its id, or nothing if the finished one is gone.
-- KEYS: head
-- ARGV: id, id of the game that may follow
local version = redis.call('HGET', KEYS[1], 'version')
if not version then return false end
if redis.call('HSETNX', KEYS[1], 'rematch', ARGV[2]) == 1 then tell('changed', ARGV[1] .. ' ' .. version) end
return redis.call('HGET', KEYS[1], 'rematch')
