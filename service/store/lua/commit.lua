-- Write moves if the game is at the version for which they were made. Returns 'done' (with a clock: the result of
-- `clock`), 'conflict', 'gone', or {the stored answer}. `first`, `done` and `changed` are in change.lua,
-- `put`, `now` and `tell` in base.lua.
-- K: the keys by name. A: the arguments by name, as in change.lua, and: version, nonce, entries of the log, fields of
-- the head
-- The last nonces are kept: a call whose reply was lost is repeated, perhaps after other commits.
local found = redis.call('HMGET', K.head, 'version', 'commit')
local version, nonces = tonumber(found[1]), found[2] or ''
if not version then return 'gone' end
local answer = first()
if answer then return {answer} end
if version ~= A.version then
  for at = 1, #nonces, #A.nonce do
    if string.sub(nonces, at, at + #A.nonce - 1) == A.nonce then return done() end
  end
  return 'conflict'
end
local reached, fields = version + #A.entries, A.fields
fields.version, fields.commit, fields.at = reached, string.sub(A.nonce .. nonces, 1, 4 * #A.nonce), now()
put(K.head, fields)
redis.call('HDEL', K.head, 'tries')
for _, entry in ipairs(A.entries) do redis.call('RPUSH', K.log, entry) end
return changed(reached)
