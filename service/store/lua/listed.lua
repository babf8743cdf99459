-- The lists that show a game; stands before the scripts that change it. A list is a sorted set, registry:scope:status,
-- of places: when a game was created and its id, in one text that sorts by time. The registry, by the time (ms) at which
-- the games expire, has entries: a place, then the scopes of the lists that it is in, with spaces between them.

-- Take a game out of all its lists.
local function unlist(registry, entry)
  if entry == '' then return end
  redis.call('ZREM', registry, entry)
  local place = string.match(entry, '^%S+')
  for scope in string.gmatch(string.sub(entry, #place + 1), '%S+') do
    for _, status in ipairs({'waiting', 'active', 'finished'}) do
      redis.call('ZREM', registry .. ':' .. scope .. ':' .. status, place)
    end
  end
end

-- Take out what has expired.
local function forget_listed(registry)
  for _, entry in ipairs(redis.call('ZRANGEBYSCORE', registry, '-inf', now(), 'LIMIT', 0, 100)) do
    unlist(registry, entry)
  end
end

-- Show a game ('' as entry: nowhere) by what it is, and no more by what it was.
local function listed(registry, entry, was, status, ttl)
  if entry == '' then return end
  redis.call('ZADD', registry, now() + ttl * 1000, entry)
  if was == status then return end
  local place = string.match(entry, '^%S+')
  for scope in string.gmatch(string.sub(entry, #place + 1), '%S+') do
    redis.call('ZADD', registry .. ':' .. scope .. ':' .. status, 0, place)
    redis.call('ZREM', registry .. ':' .. scope .. ':' .. was, place)
  end
end
