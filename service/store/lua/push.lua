-- Change the push subscriptions of a seat. Returns 'done', 'gone', or, if nothing is added, 'over' or 'conflict'.
-- K: head, finished
-- A: id, seat; to add one: subscription {id, ...}, token (hash), most; to end one: ended: its id (none: end all)
local field = 'push:' .. A.seat
local found = redis.call('HMGET', K.head, 'version', 'token:' .. A.seat, field)
if not found[1] then return 'gone' end
local ended, kept = A.ended, {}
if A.subscription then
  if redis.call('ZSCORE', K.finished, A.id) then return 'over' end
  if found[2] ~= A.token then return 'conflict' end
  ended = A.subscription[1]
end
if ended then
  for _, one in ipairs(cjson.decode(found[3] or '[]')) do
    if one[1] ~= ended then kept[#kept + 1] = one end
  end
end
if A.subscription then
  kept[#kept + 1] = A.subscription
  if #kept > A.most then table.remove(kept, 1) end
end
if #kept == 0 then
  redis.call('HDEL', K.head, field)
else
  redis.call('HSET', K.head, field, cjson.encode(kept))
end
return 'done'
