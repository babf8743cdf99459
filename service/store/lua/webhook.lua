-- Write a webhook if it is as expected (nothing: it is new), or delete it. Returns 'done', 'conflict', or 'many'.
-- K: webhooks of an API key, tries: of this one
-- A: id, record (nothing: delete it), expected record, most
local found = redis.call('HGET', K.webhooks, A.id) or nil
if found ~= A.expected then return 'conflict' end
if not A.record then
  redis.call('HDEL', K.webhooks, A.id)
  redis.call('DEL', K.tries)
  return 'done'
end
if not found and redis.call('HLEN', K.webhooks) >= A.most then return 'many' end
redis.call('HSET', K.webhooks, A.id, A.record)
return 'done'
