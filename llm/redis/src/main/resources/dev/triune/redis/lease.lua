-- SPDX-License-Identifier: Apache-2.0
-- One gateway tells what it used of one key, what it still has in hand and what it wants; it is
-- granted what stays within the limits. Amounts are whole numbers, times milliseconds.
--
-- What was used stands in the slots of each window by the time at which it was used. What a gateway
-- has in hand is held in full in its record until it tells more; if it falls silent, its slice lapses
-- and counts as used at that moment. So in no window can the sum of all gateways pass a limit.
--
-- KEYS  1 state: epoch and the end of settling, 2 records of this key, 3.. one hash of slots for each window
-- ARGV  in the order in which they are read below
-- returns {0} if another epoch has begun, {2} if a later fetch came first or the clock jumped, else
--         {1, settling for, kept, requests granted, tokens granted, left alone for}

local position = 0
local function text()
    position = position + 1
    return ARGV[position]
end
local function number()
    return tonumber(text())
end

local now = number() -- below zero: Redis's own clock, which all gateways share
if now < 0 then
    local time = redis.call('TIME')
    now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local epoch = text()
local state = redis.call('HMGET', KEYS[1], 'epoch', 'settles')
if state[1] ~= epoch then
    return {0}
end
if now < number() or now > number() then -- what the gateway expects of the clock
    return {2}
end
local settling = math.max(0, tonumber(state[2] or 0) - now)

local me, sequence = text(), number()
local leaseLife, callLife, wishLife = number(), number(), number()
local keep = {requests = number(), tokens = number()}
local running = number() -- tokens held by the calls under way
local wish = {requests = number(), tokens = number()}
local extra = {requests = number(), tokens = number()}
local cooling = number()

local records = {}
local stored = redis.call('HGETALL', KEYS[2])
for i = 1, #stored, 2 do
    records[stored[i]] = stored[i + 1]
end
if records.epoch ~= epoch then -- what is left of a Redis before this one
    redis.call('DEL', unpack(KEYS, 2))
    records = {}
    redis.call('HSET', KEYS[2], 'epoch', epoch)
end

local windows = {}
local longest = callLife
for i = 1, number() do
    local window = {key = KEYS[2 + i], unit = text(), limit = number(), length = number(), slot = number()}
    longest = math.max(longest, window.length)
    windows[i] = window
end

local function add(window, amount, at)
    redis.call('HINCRBY', window.key, math.floor(at / window.slot), amount)
end

-- The records: sequence, requests, their lapse, tokens, their lapse, and of what it waits for:
-- since when, until when it counts, requests, tokens.
local function read(line)
    local r = {}
    for part in string.gmatch(line, '%S+') do
        r[#r + 1] = tonumber(part)
    end
    return {sequence = r[1], requests = r[2], requestsLapse = r[3], tokens = r[4], tokensLapse = r[5],
            since = r[6], waitsUntil = r[7], wishRequests = r[8], wishTokens = r[9]}
end
local function write(name, r)
    redis.call('HSET', KEYS[2], name, string.format('%.0f %.0f %.0f %.0f %.0f %.0f %.0f %.0f %.0f',
        r.sequence, r.requests, r.requestsLapse, r.tokens, r.tokensLapse,
        r.since, r.waitsUntil, r.wishRequests, r.wishTokens))
end
local function lapse(r, unit)
    if r[unit] > 0 and now >= r[unit .. 'Lapse'] then
        for _, window in ipairs(windows) do
            if window.unit == unit then
                add(window, r[unit], r[unit .. 'Lapse'])
            end
        end
        r[unit] = 0
        return true
    end
    return false
end

local mine = {sequence = 0, requests = 0, requestsLapse = 0, tokens = 0, tokensLapse = 0,
              since = 0, waitsUntil = 0, wishRequests = 0, wishTokens = 0}
local kept = 0
local held = {requests = 0, tokens = 0}
local waiting = {}
for name, line in pairs(records) do
    if name == 'g:' .. me then
        mine = read(line)
        kept = now < mine.requestsLapse and 1 or 0
    elseif string.sub(name, 1, 2) == 'g:' then
        local r = read(line)
        local lapsedRequests = lapse(r, 'requests')
        local lapsedTokens = lapse(r, 'tokens')
        if r.requests == 0 and r.tokens == 0 and now > r.requestsLapse + 60000 then
            redis.call('HDEL', KEYS[2], name)
        elseif lapsedRequests or lapsedTokens then
            write(name, r)
        end
        held.requests = held.requests + r.requests
        held.tokens = held.tokens + r.tokens
        if now < r.waitsUntil then
            waiting[#waiting + 1] = {name = name, record = r}
        end
    end
end
if sequence <= mine.sequence then
    return {2}
end
mine.sequence = sequence
lapse(mine, 'requests')
lapse(mine, 'tokens')

for _ = 1, number() do
    local window, age, amount = windows[number()], number(), number()
    if age < window.length then
        add(window, amount, now - age)
    end
end

local free = {requests = math.huge, tokens = math.huge}
for _, window in ipairs(windows) do
    local sum, past = 0, {}
    local slots = redis.call('HGETALL', window.key)
    for i = 1, #slots, 2 do
        if (slots[i] + 1) * window.slot + window.length <= now then
            past[#past + 1] = slots[i]
        else
            sum = sum + slots[i + 1]
        end
    end
    if #past > 0 then
        redis.call('HDEL', window.key, unpack(past))
    end
    free[window.unit] = math.min(free[window.unit], window.limit - sum)
end

if kept == 0 then -- calls that began on the slice before it lapsed may still run
    keep = {requests = 0, tokens = math.max(0, mine.tokens - running)}
end
mine.requests = keep.requests
mine.tokens = keep.tokens + running
free.requests = free.requests - held.requests - mine.requests
free.tokens = free.tokens - held.tokens - mine.tokens

-- Who has waited longer goes first; what all others wait for is not handed out ahead of need.
local wishes = wish.requests + wish.tokens > 0
local since = now < mine.waitsUntil and mine.since or now
local ahead, others = {requests = 0, tokens = 0}, {requests = 0, tokens = 0}
for _, w in ipairs(waiting) do
    local r = w.record
    others.requests = others.requests + r.wishRequests
    others.tokens = others.tokens + r.wishTokens
    if r.since < since or (r.since == since and w.name < 'g:' .. me) then
        ahead.requests = ahead.requests + r.wishRequests
        ahead.tokens = ahead.tokens + r.wishTokens
    end
end
local granted = {requests = 0, tokens = 0}
local refused = false
if wishes and settling == 0 then
    if wish.requests <= free.requests - ahead.requests and wish.tokens <= free.tokens - ahead.tokens then
        granted = {requests = wish.requests, tokens = wish.tokens}
    else
        refused = true
    end
end
if settling == 0 and not refused then
    for _, unit in ipairs({'requests', 'tokens'}) do
        local more = math.floor(math.min(extra[unit], free[unit] - granted[unit] - others[unit]))
        granted[unit] = granted[unit] + math.max(0, more)
    end
end

mine.requests = mine.requests + granted.requests
mine.tokens = mine.tokens + granted.tokens
mine.requestsLapse = now + leaseLife
mine.tokensLapse = now + callLife
mine.since = since
mine.waitsUntil = refused and now + wishLife or 0
mine.wishRequests = refused and wish.requests or 0
mine.wishTokens = refused and wish.tokens or 0
write('g:' .. me, mine)

local coolUntil = tonumber(records.cool or 0)
if cooling > 0 and now + cooling > coolUntil then -- never shortens
    coolUntil = now + cooling
    redis.call('HSET', KEYS[2], 'cool', string.format('%.0f', coolUntil))
end
local stays = longest + callLife + math.max(0, coolUntil - now) + 60000
for i = 2, #KEYS do
    redis.call('PEXPIRE', KEYS[i], string.format('%.0f', stays))
end
return {1, settling, kept, granted.requests, granted.tokens, math.max(0, coolUntil - now)}
