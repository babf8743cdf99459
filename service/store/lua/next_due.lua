-- In how many ms the next of a sorted set is due (-1: there is none), and behind that what was taken; stands before the
-- scripts that take what is due.
local function next_due(set, taken)
  local first = redis.call('ZRANGE', set, 0, 0, 'WITHSCORES')
  return {first[2] and math.max(0, math.ceil(first[2] - now())) or -1, unpack(taken)}
end
