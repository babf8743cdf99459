-- Erase a player of an API key in a game. Returns 'done'; nothing if the game is gone.
-- K: head
-- A: owner, player
local setup = redis.call('HGET', K.head, 'setup')
if not setup then return false end
setup = cjson.decode(setup)
if not setup.table or setup.table.owner ~= A.owner then return 'done' end
for seat = 0, #setup.seats - 1 do
  if redis.call('HGET', K.head, 'player:' .. seat) == A.player then
    forget_seat(seat)
    redis.call('HDEL', K.head, 'metadata')
    -- A claim that has read the game before must not write its names back.
    if redis.call('HGET', K.head, 'open') ~= '0' then redis.call('HINCRBY', K.head, 'left', 1) end
  end
end
return 'done'
