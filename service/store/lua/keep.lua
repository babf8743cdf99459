-- Store a finished game as a whole, or extend the life of an existing one. Returns whether it is new.
-- K: head, log, waiting, active, finished, listed
-- A: id, ttl s, listing, fields of the head, entries of the log
local new = redis.call('EXISTS', K.head) == 0
if new then
  put(K.head, A.fields)
  redis.call('DEL', K.log)
  for _, entry in ipairs(A.entries) do redis.call('RPUSH', K.log, entry) end
end
redis.call('EXPIRE', K.head, A.ttl)
redis.call('EXPIRE', K.log, A.ttl)
counted(nil, 'finished')
listed(nil, 'finished')
forget_expired()
return new and 1 or 0
