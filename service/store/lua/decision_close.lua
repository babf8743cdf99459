-- The end of a decision, before the scripts in which it ends; the view is of no use any more.
local function close(decision, due, id, ttl, status, ...)
  local caller = redis.call('HGET', decision, 'caller')
  redis.call('HDEL', decision, 'view', 'claim')
  redis.call('HSET', decision, 'status', status, 'ended', now(), ...)
  redis.call('EXPIRE', decision, ttl)
  redis.call('ZREM', due, id)
  redis.call('ZREM', caller, id)
  tell('changed', id .. ' ' .. status)
end
