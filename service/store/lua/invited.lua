-- Whether an invitation is valid: stored and not expired. Prepended to the scripts that use this.
local function invited(id)
  local record = redis.call('HGET', K.invitations, id)
  return record and cjson.decode(record).expires > now()
end
