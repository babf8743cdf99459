-- Write notices down, before the scripts that change a game, from what `service.store.notices.written` says, or ''.
local function note(queue, dead, said)
  if said == '' then return end
  local order = cjson.decode(said)
  for id, fields in pairs(order.notices) do
    local notice = order.before .. id
    redis.call('HSET', notice, 'status', 'waiting', 'created', now(), 'after', 0, 'tries', 0, 'pending', order.pending)
    for name, value in pairs(fields) do redis.call('HSET', notice, name, value) end
    redis.call('EXPIRE', notice, order.ttl)
    redis.call('ZADD', queue, now() + order.delay, id)
    wake('webhooks', now() + order.delay)
    redis.call('RPUSH', order.pending, id)
    redis.call('EXPIRE', order.pending, order.ttl)
  end
  while redis.call('LLEN', order.pending) > order.most do
    local oldest = redis.call('LPOP', order.pending)
    close(order.before .. oldest, queue, dead, oldest, 'too_many')
  end
end
