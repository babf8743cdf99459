-- Tell who listens to a channel; stands before each of the other scripts. In a cluster the channel is that of the keys'
-- slot, so that it goes no further than their node.
local function tell(channel, text)
  if SHARDED then
    redis.call('SPUBLISH', string.match(KEYS[1], '^{[^}]+}:') .. channel, text)
  else
    redis.call('PUBLISH', channel, text)
  end
end

-- Wake the dispatchers when something becomes due (at that time, ms) before they look again anyway. Decisions have one
-- bucket, 0.
local function wake(queue, at)
  local left = at - now()
  if left >= SOON then return end
  tell('soon', queue .. ' ' .. (string.match(KEYS[1], '^{b(%d+)}') or 0) .. ' ' .. math.max(0, left))
end
