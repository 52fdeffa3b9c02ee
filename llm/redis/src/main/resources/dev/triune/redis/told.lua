-- SPDX-License-Identifier: Apache-2.0
-- A gateway tells lines about names, and hears those that others have told since it last asked. Of each
-- name the line that was written last is kept, and of all names those that were told last.
--
-- KEYS  1 state: epoch, 2 lines, 3 the order of their changes, 4 counter of changes
-- ARGV  in the order in which they are read below
-- returns {0} if another epoch has begun, else {1, the last change returned, 1 if there are more,
--         name, time, text, name, time, text, ...}

local epoch, heard = ARGV[1], tonumber(ARGV[2])
local life, most, atOnce = ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5])
if redis.call('HGET', KEYS[1], 'epoch') ~= epoch then
    return {0}
end
for i = 6, #ARGV, 3 do
    local name, at, text = ARGV[i], ARGV[i + 1], ARGV[i + 2]
    local before = redis.call('HGET', KEYS[2], name)
    local later = true
    if before then
        local was, words = string.match(before, '^(%d+) (.*)$')
        later = tonumber(at) > tonumber(was) or (tonumber(at) == tonumber(was) and text > words)
    end
    if later then
        redis.call('HSET', KEYS[2], name, at .. ' ' .. text)
        redis.call('ZADD', KEYS[3], redis.call('INCR', KEYS[4]), name)
    end
end
while redis.call('ZCARD', KEYS[3]) > most do
    local oldest = redis.call('ZRANGE', KEYS[3], 0, 0)[1]
    redis.call('ZREM', KEYS[3], oldest)
    redis.call('HDEL', KEYS[2], oldest)
end
for i = 2, 4 do
    redis.call('PEXPIRE', KEYS[i], life)
end
local changes = redis.call('ZRANGEBYSCORE', KEYS[3], '(' .. heard, '+inf', 'WITHSCORES',
        'LIMIT', 0, atOnce + 1)
local reply = {1, heard, 0}
for i = 1, #changes, 2 do
    if i > 2 * atOnce then
        reply[3] = 1
    else
        local at, text = string.match(redis.call('HGET', KEYS[2], changes[i]), '^(%d+) (.*)$')
        reply[2] = tonumber(changes[i + 1])
        table.insert(reply, changes[i])
        table.insert(reply, at)
        table.insert(reply, text)
    end
end
return reply
