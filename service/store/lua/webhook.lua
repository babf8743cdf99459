-- Write or delete a webhook, if its record is the expected one. Returns 'done', 'conflict', or 'many'.
-- K: webhooks of an API key, tries: the attempts at this webhook
-- A: id, record (nothing: delete it), expected record (nothing: the webhook is new), most
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
