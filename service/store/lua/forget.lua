-- Removes the personal data of a seat. Prepended to the scripts that do so. The player's name may be the host's, too.
local function forget_seat(seat)
  local name, player, host = unpack(redis.call('HMGET', K.head, 'name:' .. seat, 'player:' .. seat, 'host_name'))
  if player and name == host then redis.call('HDEL', K.head, 'host_name') end
  redis.call('HDEL', K.head, 'name:' .. seat, 'player:' .. seat, 'metadata:' .. seat, 'push:' .. seat)
end
