-- SPDX-License-Identifier: Apache-2.0
-- A gateway says that it is there, and which games gave a sign of life. Begins a new epoch where
-- Redis is empty, or is another run of it than before: then what it knows may be old.
--
-- KEYS  1 epoch, 2 gateways, 3 games, 4 counter of gateways
-- ARGV  in the order in which they are read below
-- returns {epoch, name of this gateway, gateways, games, settling for}

local now = tonumber(ARGV[1]) -- below zero: Redis's own clock; milliseconds
if now < 0 then
    local time = redis.call('TIME')
    now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local run, me = ARGV[2], ARGV[3]
local settle = tonumber(ARGV[4])
local silentGateway, silentGame = tonumber(ARGV[5]), tonumber(ARGV[6])
local mostGames, signs = tonumber(ARGV[7]), tonumber(ARGV[8])

local epoch = redis.call('GET', KEYS[1])
if not epoch or (run ~= '' and string.match(epoch, '^(.*):%d+$') ~= run) then
    epoch = string.format('%s:%.0f', run, now)
    redis.call('SET', KEYS[1], epoch)
end
if me == '' then
    me = string.format('%.0f-%.0f', now, redis.call('INCR', KEYS[4]))
end

redis.call('ZADD', KEYS[2], now, me)
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now - silentGateway)
redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', now - silentGame)
local room = mostGames - redis.call('ZCARD', KEYS[3])
for i = 9, 8 + 2 * signs, 2 do
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
local born = tonumber(string.match(epoch, ':(%d+)$'))
local settling = math.max(0, math.min(settle, born + settle - now))
return {epoch, me, redis.call('ZCARD', KEYS[2]), redis.call('ZCARD', KEYS[3]), settling}
