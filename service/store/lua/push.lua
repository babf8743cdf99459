-- Change the push subscriptions of a seat. Returns 'done', 'over' or 'conflict' (nothing is added), or 'gone'.
-- K: head, finished
-- A: id, seat; then either subscription {id, ...}, token (hash), most, or ended: the id of one (none: all end)
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
