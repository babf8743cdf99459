-- Store an invitation to a game: 'done', 'many' or 'gone'. Drops expired invitations.
-- K: head, invitations
-- A: id, record, most, ttl s
if redis.call('EXISTS', K.head) == 0 then return 'gone' end
for _, id in ipairs(redis.call('HKEYS', K.invitations)) do
  if not invited(id) then redis.call('HDEL', K.invitations, id) end
end
if redis.call('HLEN', K.invitations) >= A.most and redis.call('HEXISTS', K.invitations, A.id) == 0 then return 'many' end
redis.call('HSET', K.invitations, A.id, A.record)
redis.call('EXPIRE', K.invitations, A.ttl)
return 'done'
