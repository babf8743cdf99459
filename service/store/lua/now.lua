-- Milliseconds since 1970, by the server's clock; stands before each of the other scripts.
local function now()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
