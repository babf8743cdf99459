-- The end of a notice, before the scripts in which it ends; with a reason it goes to the dead letters, without its body.
local function close(notice, queue, dead, id, reason)
  local found = redis.call('HMGET', notice, 'type', 'host', 'pending', 'created', 'tries')
  redis.call('ZREM', queue, id)
  if not found[1] then return end
  redis.call('DEL', notice)
  redis.call('LREM', found[3], 1, id)
  if reason == '' then return end
  local letter = {id = id, type = found[1], host = found[2], created = found[4], tries = found[5], reason = reason}
  letter.ended = now()
  redis.call('LPUSH', dead, cjson.encode(letter))
  redis.call('LTRIM', dead, 0, 99)
  redis.call('EXPIRE', dead, 7 * 86400)
end
