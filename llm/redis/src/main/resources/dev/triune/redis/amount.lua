-- SPDX-License-Identifier: Apache-2.0
-- One gateway tells what it spent of an amount, such as a budget of a day, and what it keeps in hand;
-- it is granted what no other has in hand. Amounts are whole numbers, times milliseconds.
--
-- What was spent is what gateways knew when this Redis began to count (base), and what they told since
-- (more). A gateway tells all that it spent in this epoch, so that a report may come twice. If it falls
-- silent, its slice counts as spent; what it did not spend comes back when it tells more.
--
-- KEYS  1 state: epoch and the end of settling, 2 this amount
-- ARGV  in the order in which they are read below
-- returns {0} if another epoch has begun, {2} if a later request came first, else
--         {1, settling for, granted, spent, 1 if others cannot get what they need}

local now = tonumber(ARGV[1]) -- below zero: Redis's own clock
if now < 0 then
    local time = redis.call('TIME')
    now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local epoch, me = ARGV[2], ARGV[3]
local sequence, own, keep = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local want, extra, limit = tonumber(ARGV[7]), tonumber(ARGV[8]), tonumber(ARGV[9])
-- what this gateway knows to be spent beside its own, and in which epoch it heard so; none for what
-- it read from its file, which may be of this epoch
local knownEpoch, known = ARGV[10], tonumber(ARGV[11])
local silence, life = tonumber(ARGV[12]), tonumber(ARGV[13])

local state = redis.call('HMGET', KEYS[1], 'epoch', 'settles')
if state[1] ~= epoch then
    return {0}
end
local settling = math.max(0, tonumber(state[2] or 0) - now)

local fields = {}
local stored = redis.call('HGETALL', KEYS[2])
for i = 1, #stored, 2 do
    fields[stored[i]] = stored[i + 1]
end
local base, more = tonumber(fields.base or 0), tonumber(fields.more or 0)
if fields.epoch ~= epoch then -- Redis has kept it, or this is the first to tell
    base, more = base + more, 0
end
if knownEpoch == '' then
    base = math.max(base, known - more)
elseif knownEpoch ~= epoch then
    base = math.max(base, known)
end

local held = 0
local mine = {epoch = '', sequence = 0, own = 0}
for name, line in pairs(fields) do
    if string.sub(name, 1, 2) == 'g:' then
        local since, last, spent, slice, lapse = string.match(line, '^(%S+) (%S+) (%S+) (%S+) (%S+)$')
        spent, slice, lapse = tonumber(spent), tonumber(slice), tonumber(lapse)
        if name == 'g:' .. me then
            mine = {epoch = since, sequence = tonumber(last), own = spent}
            if since ~= epoch then -- what it told before is in the base
                mine.own = 0
            end
        elseif slice > 0 and now >= lapse then
            more = more + slice
            redis.call('HSET', KEYS[2], name,
                    string.format('%s %s %.0f 0 %.0f', since, last, spent + slice, lapse))
        elseif slice == 0 and now >= lapse + 86400000 then
            redis.call('HDEL', KEYS[2], name)
        else
            held = held + slice
        end
    end
end
if sequence <= mine.sequence then
    return {2}
end
more = more + own - mine.own -- less than before if its slice had lapsed

local free = math.floor(math.max(0, limit - base - more - held - keep))
local contested = tonumber(fields.contested or 0)
local byOther = now < contested and fields.by ~= me
local granted = 0
if settling == 0 then
    granted = math.min(free, byOther and want or want + extra)
    if granted < want then
        contested = now + 2000
        redis.call('HSET', KEYS[2], 'contested', string.format('%.0f', contested), 'by', me)
    end
end

redis.call('HSET', KEYS[2], 'epoch', epoch, 'base', string.format('%.0f', base),
        'more', string.format('%.0f', more), 'g:' .. me,
        string.format('%s %.0f %.0f %.0f %.0f', epoch, sequence, own, keep + granted, now + silence))
redis.call('PEXPIRE', KEYS[2], string.format('%.0f', life))
return {1, settling, granted, base + more, byOther and 1 or 0}
