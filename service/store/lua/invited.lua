-- Whether an invitation is good: it is there, and has not expired. Stands before the scripts that ask.
local function invited(id)
  local record = redis.call('HGET', K.invitations, id)
  return record and cjson.decode(record).expires > now()
end
