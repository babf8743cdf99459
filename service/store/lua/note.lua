-- Write down who is to be told, before the scripts that change a game, from what `service.store.notices.written` says,
-- or ''.

-- Bots from outside: a game is in a set of its bucket for each bot that may move in it now, and their streams are woken.
local function call_bots(order)
  for bot, call in pairs(order.bots) do
    if call.due then
      redis.call('ZADD', call.set, now(), order.game)
      redis.call('EXPIRE', call.set, order.kept)
      tell('changed', '@' .. bot .. ' ' .. order.game)
    else
      redis.call('ZREM', call.set, order.game)
    end
  end
end

local function note(queue, dead, said)
  if said == '' then return end
  local order = cjson.decode(said)
  call_bots(order)
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
