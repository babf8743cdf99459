-- Whether a bot is there, and is waited for in a game: 1, or 0.
-- KEYS: its connections, what is there while it is not waited for in the game
if redis.call('EXISTS', KEYS[2]) == 1 then return 0 end
return redis.call('ZCOUNT', KEYS[1], now(), '+inf') > 0 and 1 or 0
