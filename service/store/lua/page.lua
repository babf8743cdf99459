-- A part of some lists of a bucket, the newest first: a list of places for each.
-- KEYS: registry, lists
-- ARGV: '(' and the place before which it begins, or '+'; at most so many of each
forget_listed(KEYS[1])
local found = {}
for i = 2, #KEYS do found[i - 1] = redis.call('ZREVRANGEBYLEX', KEYS[i], ARGV[1], '-', 'LIMIT', 0, ARGV[2]) end
return found
