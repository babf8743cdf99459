-- How the games of a bucket are counted and listed; stands before the scripts that change that.
-- They are counted by what they are: one set each, by the time (ms) at which the game expires. A list is a sorted set,
-- registry:scope:status, of places: when a game was created and its id, in one text that sorts by time. The registry, by
-- the time at which the games expire, has entries: a place, then the scopes of the lists that it is in, with spaces
-- between them.

local function counted(was, status)
  redis.call('ZADD', K[status], now() + A.ttl * 1000, A.id)
  if was and was ~= status then redis.call('ZREM', K[was], A.id) end
end

-- Call f with the place and each of the lists that an entry names.
local function each_list(entry, f)
  local place = string.match(entry, '^%S+')
  for scope in string.gmatch(string.sub(entry, #place + 1), '%S+') do f(place, K.listed .. ':' .. scope .. ':') end
end

-- Take a game out of all its lists.
local function unlist(entry)
  if entry == '' then return end
  redis.call('ZREM', K.listed, entry)
  each_list(entry, function(place, list)
    for _, status in ipairs({'waiting', 'active', 'finished'}) do redis.call('ZREM', list .. status, place) end
  end)
end

-- Take out what has expired.
local function forget_expired()
  for _, entry in ipairs(redis.call('ZRANGEBYSCORE', K.listed, '-inf', now(), 'LIMIT', 0, 100)) do unlist(entry) end
  for _, set in ipairs({K.waiting, K.active, K.finished}) do redis.call('ZREMRANGEBYSCORE', set, '-inf', now()) end
end

-- Show a game (with '' as entry nowhere) by what it is, and no more by what it was.
local function listed(was, status)
  if A.entry == '' then return end
  redis.call('ZADD', K.listed, now() + A.ttl * 1000, A.entry)
  if was == status then return end
  each_list(A.entry, function(place, list)
    redis.call('ZADD', list .. status, 0, place)
    if was then redis.call('ZREM', list .. was, place) end
  end)
end
