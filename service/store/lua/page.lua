-- A page of several lists of a bucket, newest first. Returns a list of places for each.
-- K: listed (the registry), the lists by their numbers
-- A: number of lists; from: '(' and the place before which the page begins, or '+' for the newest; most per list
forget_expired()
local found = {}
for i = 1, A.lists do found[i] = redis.call('ZREVRANGEBYLEX', K['' .. i], A.from, '-', 'LIMIT', 0, A.most) end
return found
