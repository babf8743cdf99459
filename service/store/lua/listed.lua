-- The counts and lists of a bucket's games. Prepended to the scripts that change them.
-- The counts come from one set for each status, scored by the expiry (ms) of its games.
-- A list is a sorted set, registry:scope:status, of places. A place is the creation time and the id of a game, in one text
-- that sorts by time.
-- The registry, scored by expiry, has a listing for each game: its place and the scopes of its lists, separated by spaces.

local function counted(was, status)
  redis.call('ZADD', K[status], now() + A.ttl * 1000, A.id)
  if was and was ~= status then redis.call('ZREM', K[was], A.id) end
end

-- Call f with the place and each of the lists that a listing names.
local function each_list(listing, f)
  local place = string.match(listing, '^%S+')
  for scope in string.gmatch(string.sub(listing, #place + 1), '%S+') do f(place, K.listed .. ':' .. scope .. ':') end
end

-- Take a game out of all its lists.
local function unlist(listing)
  if listing == '' then return end
  redis.call('ZREM', K.listed, listing)
  each_list(listing, function(place, list)
    for _, status in ipairs({'waiting', 'active', 'finished'}) do redis.call('ZREM', list .. status, place) end
  end)
end

-- Drop expired games.
local function forget_expired()
  for _, listing in ipairs(redis.call('ZRANGEBYSCORE', K.listed, '-inf', now(), 'LIMIT', 0, 100)) do unlist(listing) end
  for _, set in ipairs({K.waiting, K.active, K.finished}) do redis.call('ZREMRANGEBYSCORE', set, '-inf', now()) end
end

-- Move a game's listing from its old status to its new one. A game with the listing '' is in no list.
local function listed(was, status)
  if A.listing == '' then return end
  redis.call('ZADD', K.listed, now() + A.ttl * 1000, A.listing)
  if was == status then return end
  each_list(A.listing, function(place, list)
    redis.call('ZADD', list .. status, 0, place)
    if was then redis.call('ZREM', list .. was, place) end
  end)
end
