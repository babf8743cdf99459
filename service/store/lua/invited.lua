-- Whether an invitation is good: it is there, and has not expired. Stands before the scripts that ask.
local function invited(invitations, id)
  local record = redis.call('HGET', invitations, id)
  return record and cjson.decode(record).expires > now()
end
