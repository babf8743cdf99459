-- Close a bot's connection and free its place. For `ms` the bot counts as present, so that it may reconnect.
-- K: here: its connections
-- A: connection, ms
for _, name in ipairs(redis.call('ZRANGE', K.here, 0, -1)) do
  if string.sub(name, 1, #A.connection + 1) == A.connection .. ' ' then
    redis.call('ZREM', K.here, name)
    redis.call('ZADD', K.here, 'GT', now() + A.ms, 'left ' .. A.ms)
  end
end
