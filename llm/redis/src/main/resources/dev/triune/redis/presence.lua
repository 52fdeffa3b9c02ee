-- SPDX-License-Identifier: Apache-2.0
-- A gateway says that it is there, and which games gave a sign of life. Begins a new epoch where
-- Redis is empty, or is another run of it than before, or its clock has jumped: then what it knows may
-- be wrong. A new epoch settles, in which all gateways tell what they used: for a while, and longer
-- until all gateways of the epoch before have done so, for as long as it matters.
--
-- KEYS  1 state: epoch, the end of settling and how many gateways must tell, 2 gateways, 3 games,
--       4 gateways that told all, 5 counter of gateways
-- ARGV  in the order in which they are read below
-- returns {epoch, name of this gateway, gateways, games, settling for, now,
--         gateways that are missing}

local now = tonumber(ARGV[1]) -- below zero: Redis's own clock; milliseconds
if now < 0 then
    local time = redis.call('TIME')
    now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local run, me = ARGV[2], ARGV[3]
local settle, absence = tonumber(ARGV[4]), tonumber(ARGV[5])
local silentGateway, silentGame = tonumber(ARGV[6]), tonumber(ARGV[7])
-- the epoch that it knows, the clock that it expects in that epoch, the one in which it told all, how
-- many gateways there were in the one before, and how many there are as far as it knows
local knownEpoch, earliest, latest = ARGV[8], tonumber(ARGV[9]), tonumber(ARGV[10])
local toldEpoch, awaited, met = ARGV[11], tonumber(ARGV[12]), tonumber(ARGV[13])
local mostGames, signs = tonumber(ARGV[14]), tonumber(ARGV[15])

local state = redis.call('HMGET', KEYS[1], 'epoch', 'settles', 'awaited')
local epoch, settles, expected = state[1], tonumber(state[2] or 0), tonumber(state[3] or 0)
if not epoch or (run ~= '' and string.match(epoch, '^(.*):%d+$') ~= run)
        or (epoch == knownEpoch and (now < earliest or now > latest)) then
    epoch = string.format('%s:%.0f', run, now)
    settles, expected = now + settle, 0
    redis.call('DEL', KEYS[2], KEYS[3], KEYS[4])
end
if me == '' then
    me = string.format('%.0f-%.0f', now, redis.call('INCR', KEYS[5]))
end

-- Who does not know the clock of this epoch cannot see that it has jumped; the others announce
-- themselves every second, unless they are gone.
local latestSign = redis.call('ZREVRANGE', KEYS[2], 0, 0, 'WITHSCORES')[2]
if epoch ~= knownEpoch and latestSign and now > latestSign + 1500 then
    settles = math.max(settles, now + 2000)
end
redis.call('ZADD', KEYS[2], now, me)
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now - silentGateway)
redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', now - silentGame)
if toldEpoch == epoch then
    redis.call('SADD', KEYS[4], me)
end
-- kept here, since those that know of the others may be gone before these tell
awaited = math.max(expected, epoch == knownEpoch and awaited or met)
local lastly = tonumber(string.match(epoch, ':(%d+)$')) + absence
local missing = now < lastly and math.max(0, awaited - redis.call('SCARD', KEYS[4])) or 0
if missing > 0 then
    settles = math.max(settles, math.min(now + settle, lastly))
end
redis.call('HSET', KEYS[1], 'epoch', epoch, 'settles', string.format('%.0f', settles),
        'awaited', awaited)

local room = mostGames - redis.call('ZCARD', KEYS[3])
for i = 16, 15 + 2 * signs, 2 do
    local at, game = now - tonumber(ARGV[i]), ARGV[i + 1]
    local known = redis.call('ZSCORE', KEYS[3], game)
    if known then -- the latest sign of all gateways
        at = math.max(at, tonumber(known))
    else
        room = room - 1
    end
    if at > now - silentGame and (known or room >= 0) then
        redis.call('ZADD', KEYS[3], at, game)
    end
end
return {epoch, me, redis.call('ZCARD', KEYS[2]), redis.call('ZCARD', KEYS[3]),
        math.max(0, settles - now), now, missing}
