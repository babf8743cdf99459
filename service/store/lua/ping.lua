-- Add a notice that is about no game.
-- K: notices
-- A: around_notice: the key of a notice up to its id; notice (notices.lua), delay ms
add_notice(K.notices, A.around_notice, A.notice, now(), A.delay)
