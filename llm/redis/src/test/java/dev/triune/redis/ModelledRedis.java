/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What the scripts do in Redis, in memory and without Lua: the same arguments give the same
 * results. Its clock is an argument.
 */
final class ModelledRedis {
    private static final long UNLIMITED = 1L << 52;
    private static final long RECORD_MILLIS = 60_000;
    private static final long SILENCE_MILLIS = 1_500;
    private static final long PAUSE_MILLIS = 2_000;

    private Data data = new Data();
    private int scripts;

    /** All stored data. */
    private static final class Data {
        String epoch = "";
        long settles;
        long awaited;
        long counter;
        final Map<String, Long> gateways = new TreeMap<>();
        final Map<String, Long> games = new TreeMap<>();
        final Set<String> told = new TreeSet<>();
        final Map<String, Key> keys = new TreeMap<>();

        Data copy() {
            Data copy = new Data();
            copy.epoch = epoch;
            copy.settles = settles;
            copy.awaited = awaited;
            copy.counter = counter;
            copy.gateways.putAll(gateways);
            copy.games.putAll(games);
            copy.told.addAll(told);
            keys.forEach((name, key) -> copy.keys.put(name, key.copy()));
            return copy;
        }
    }

    /** The records and the slots of one key. */
    private static final class Key {
        String epoch = "";
        long coolUntil;
        long expiresAt = Long.MAX_VALUE;
        final Map<String, Holding> holdings = new TreeMap<>();
        final Map<String, TreeMap<Long, Long>> slots = new HashMap<>();

        Key copy() {
            Key copy = new Key();
            copy.epoch = epoch;
            copy.coolUntil = coolUntil;
            copy.expiresAt = expiresAt;
            holdings.forEach((name, holding) -> copy.holdings.put(name, holding.copy()));
            slots.forEach((name, all) -> copy.slots.put(name, new TreeMap<>(all)));
            return copy;
        }
    }

    /** The amounts of a key that one gateway holds and waits for. */
    private static final class Holding {
        long sequence;
        long requests;
        long requestsLapse;
        long tokens;
        long tokensLapse;
        long since;
        long waitsUntil;
        long wishRequests;
        long wishTokens;

        Holding copy() {
            Holding copy = new Holding();
            copy.sequence = sequence;
            copy.requests = requests;
            copy.requestsLapse = requestsLapse;
            copy.tokens = tokens;
            copy.tokensLapse = tokensLapse;
            copy.since = since;
            copy.waitsUntil = waitsUntil;
            copy.wishRequests = wishRequests;
            copy.wishTokens = wishTokens;
            return copy;
        }
    }

    private record Window(String name, boolean tokens, long limit, long length, long slot) {}

    /** Returns the number of scripts that were run. */
    int scripts() {
        return scripts;
    }

    /** Returns what a gateway holds of a key. */
    LeaseMessage.Amount held(String key, String name) {
        Holding holding = data.keys.getOrDefault(key, new Key()).holdings.get(name);
        return holding == null
                ? LeaseMessage.Amount.NONE
                : new LeaseMessage.Amount(holding.requests, holding.tokens);
    }

    /** Returns what counts as used of a key in a window. */
    long used(String key, String window) {
        return data
                .keys
                .getOrDefault(key, new Key())
                .slots
                .getOrDefault(window, new TreeMap<>())
                .values()
                .stream()
                .mapToLong(amount -> amount)
                .sum();
    }

    /** Deletes all data. */
    void clear() {
        data = new Data();
    }

    /** Returns an action that restores the present data. */
    Runnable snapshot() {
        Data saved = data.copy();
        return () -> data = saved.copy();
    }

    /** Removes data that expires by that time. */
    void expire(long clock) {
        data.keys.values().removeIf(key -> key.expiresAt <= clock);
    }

    /** Runs a script at that time of its clock, in milliseconds. */
    List<Object> run(RedisScript redisScript, List<String> keys, List<String> values, long clock) {
        scripts++;
        return redisScript == RedisScript.LEASE
                ? new Lease(keys, new Arguments(values), clock).run()
                : presence(new Arguments(values), clock);
    }

    private static final class Arguments {
        private final List<String> values;
        private int position;

        Arguments(List<String> values) {
            this.values = values;
        }

        String text() {
            return values.get(position++);
        }

        long number() {
            return Long.parseLong(text());
        }
    }

    private static long clockOr(long clock, long argument) {
        return argument < 0 ? clock : argument;
    }

    private List<Object> presence(Arguments arguments, long clock) {
        long now = clockOr(clock, arguments.number());
        String run = arguments.text();
        String me = arguments.text();
        long settle = arguments.number();
        long absence = arguments.number();
        long silentGateway = arguments.number();
        long silentGame = arguments.number();
        String knownEpoch = arguments.text();
        boolean early = now < arguments.number();
        boolean jumped = now > arguments.number() || early;
        String toldEpoch = arguments.text();
        long awaited = arguments.number();
        long met = arguments.number();
        long maxGames = arguments.number();
        long signs = arguments.number();
        boolean otherRun = !run.isEmpty() && !data.epoch.startsWith(run + ":");
        if (data.epoch.isEmpty() || otherRun || (jumped && data.epoch.equals(knownEpoch))) {
            data.epoch = run + ":" + now;
            data.settles = now + settle;
            data.awaited = 0;
            data.gateways.clear();
            data.games.clear();
            data.told.clear();
        }
        String name = me.isEmpty() ? now + "-" + ++data.counter : me;
        boolean isNew = !data.epoch.equals(knownEpoch) && !data.gateways.isEmpty();
        if (isNew && now > Collections.max(data.gateways.values()) + SILENCE_MILLIS) {
            data.settles = Math.max(data.settles, now + PAUSE_MILLIS);
        }
        data.gateways.put(name, now);
        data.gateways.values().removeIf(at -> at <= now - silentGateway);
        data.games.values().removeIf(at -> at <= now - silentGame);
        if (toldEpoch.equals(data.epoch)) {
            data.told.add(name);
        }
        long born = Long.parseLong(data.epoch.substring(data.epoch.lastIndexOf(':') + 1));
        boolean isKnown = data.epoch.equals(knownEpoch);
        data.awaited = Math.max(data.awaited, isKnown ? awaited : met);
        long missing = now < born + absence ? Math.max(0, data.awaited - data.told.size()) : 0;
        if (missing > 0) {
            data.settles = Math.max(data.settles, Math.min(now + settle, born + absence));
        }
        long room = maxGames - data.games.size();
        for (int i = 0; i < signs; i++) {
            long at = now - arguments.number();
            String game = arguments.text();
            Long before = data.games.get(game);
            at = before == null ? at : Math.max(at, before);
            room -= before == null ? 1 : 0;
            if (at > now - silentGame && (before != null || room >= 0)) {
                data.games.put(game, at);
            }
        }
        return List.of(
                data.epoch,
                name,
                (long) data.gateways.size(),
                (long) data.games.size(),
                Math.max(0, data.settles - now),
                now,
                missing);
    }

    /** One run of the script that leases. */
    private final class Lease {
        private final List<String> keys;
        private final Arguments arguments;
        private final long now;
        private final List<Window> windows = new ArrayList<>();
        private final List<Map.Entry<String, Holding>> waiting = new ArrayList<>();
        private Key key = new Key();
        private long heldRequests;
        private long heldTokens;
        private long freeRequests = UNLIMITED;
        private long freeTokens = UNLIMITED;

        Lease(List<String> keys, Arguments arguments, long clock) {
            this.keys = keys;
            this.arguments = arguments;
            this.now = clockOr(clock, arguments.number());
        }

        List<Object> run() {
            String epoch = arguments.text();
            if (!data.epoch.equals(epoch)) {
                return List.of(0L);
            }
            boolean early = now < arguments.number();
            if (now > arguments.number() || early) {
                return List.of(2L);
            }
            long settling = Math.max(0, data.settles - now);
            String me = arguments.text();
            long sequence = arguments.number();
            long leaseLife = arguments.number();
            long callLife = arguments.number();
            long wishLife = arguments.number();
            long keepRequests = arguments.number();
            long keepTokens = arguments.number();
            long running = arguments.number();
            long wishRequests = arguments.number();
            long wishTokens = arguments.number();
            long extraRequests = arguments.number();
            long extraTokens = arguments.number();
            long cooling = arguments.number();
            openKey(epoch);
            readWindows();
            Holding mine = key.holdings.getOrDefault(me, new Holding());
            boolean kept = now < mine.requestsLapse;
            readOthers(me);
            if (sequence <= mine.sequence) {
                return List.of(2L);
            }
            mine.sequence = sequence;
            lapse(mine);
            readUsage();
            sumUp();
            if (!kept) {
                keepRequests = 0;
                keepTokens = Math.max(0, mine.tokens - running);
            }
            mine.requests = keepRequests;
            mine.tokens = keepTokens + running;
            freeRequests -= heldRequests + mine.requests;
            freeTokens -= heldTokens + mine.tokens;

            boolean wishes = wishRequests + wishTokens > 0;
            long since = now < mine.waitsUntil ? mine.since : now;
            long aheadRequests = 0;
            long aheadTokens = 0;
            long othersRequests = 0;
            long othersTokens = 0;
            for (Map.Entry<String, Holding> each : waiting) {
                Holding other = each.getValue();
                othersRequests += other.wishRequests;
                othersTokens += other.wishTokens;
                boolean earlierName = each.getKey().compareTo(me) < 0;
                if (other.since < since || (other.since == since && earlierName)) {
                    aheadRequests += other.wishRequests;
                    aheadTokens += other.wishTokens;
                }
            }
            long grantedRequests = 0;
            long grantedTokens = 0;
            boolean refused = false;
            if (wishes && settling == 0) {
                refused = wishRequests > freeRequests - aheadRequests
                        || wishTokens > freeTokens - aheadTokens;
                grantedRequests = refused ? 0 : wishRequests;
                grantedTokens = refused ? 0 : wishTokens;
            }
            if (settling == 0 && !refused) {
                grantedRequests += Math.max(
                        0,
                        Math.min(extraRequests, freeRequests - grantedRequests - othersRequests));
                grantedTokens += Math.max(
                        0, Math.min(extraTokens, freeTokens - grantedTokens - othersTokens));
            }
            mine.requests += grantedRequests;
            mine.tokens += grantedTokens;
            mine.requestsLapse = now + leaseLife;
            mine.tokensLapse = now + callLife;
            mine.since = since;
            mine.waitsUntil = refused ? now + wishLife : 0;
            mine.wishRequests = refused ? wishRequests : 0;
            mine.wishTokens = refused ? wishTokens : 0;
            key.holdings.put(me, mine);
            if (cooling > 0 && now + cooling > key.coolUntil) {
                key.coolUntil = now + cooling;
            }
            long coolingLeft = Math.max(0, key.coolUntil - now);
            long longest = windows.stream().mapToLong(Window::length).max().orElse(0);
            key.expiresAt =
                    now + Math.max(callLife, longest) + callLife + coolingLeft + RECORD_MILLIS;
            return List.of(
                    1L, settling, kept ? 1L : 0L, grantedRequests, grantedTokens, coolingLeft);
        }

        private void openKey(String epoch) {
            key = data.keys.computeIfAbsent(keys.get(1), name -> new Key());
            if (!key.epoch.equals(epoch)) {
                key = new Key();
                key.epoch = epoch;
                data.keys.put(keys.get(1), key);
            }
        }

        private void readWindows() {
            long count = arguments.number();
            for (int i = 0; i < count; i++) {
                windows.add(new Window(
                        keys.get(2 + i),
                        arguments.text().equals("tokens"),
                        arguments.number(),
                        arguments.number(),
                        arguments.number()));
            }
        }

        private void readOthers(String me) {
            for (Map.Entry<String, Holding> each : List.copyOf(key.holdings.entrySet())) {
                Holding other = each.getValue();
                if (each.getKey().equals(me)) {
                    continue;
                }
                lapse(other);
                if (other.requests == 0
                        && other.tokens == 0
                        && now > other.requestsLapse + RECORD_MILLIS) {
                    key.holdings.remove(each.getKey());
                }
                heldRequests += other.requests;
                heldTokens += other.tokens;
                if (now < other.waitsUntil) {
                    waiting.add(each);
                }
            }
        }

        private void lapse(Holding holding) {
            if (holding.requests > 0 && now >= holding.requestsLapse) {
                lapse(false, holding.requests, holding.requestsLapse);
                holding.requests = 0;
            }
            if (holding.tokens > 0 && now >= holding.tokensLapse) {
                lapse(true, holding.tokens, holding.tokensLapse);
                holding.tokens = 0;
            }
        }

        private void lapse(boolean tokens, long amount, long at) {
            for (Window window : windows) {
                if (window.tokens == tokens) {
                    add(window, amount, at);
                }
            }
        }

        private void add(Window window, long amount, long at) {
            key.slots
                    .computeIfAbsent(window.name, name -> new TreeMap<>())
                    .merge(Math.floorDiv(at, window.slot), amount, Long::sum);
        }

        private void readUsage() {
            long count = arguments.number();
            for (int i = 0; i < count; i++) {
                Window window = windows.get((int) arguments.number() - 1);
                long age = arguments.number();
                long amount = arguments.number();
                if (age < window.length) {
                    add(window, amount, now - age);
                }
            }
        }

        private void sumUp() {
            for (Window window : windows) {
                TreeMap<Long, Long> slots =
                        key.slots.computeIfAbsent(window.name, name -> new TreeMap<>());
                slots.keySet().removeIf(slot -> (slot + 1) * window.slot + window.length <= now);
                long sum = 0;
                for (long amount : slots.values()) {
                    sum += amount;
                }
                if (window.tokens) {
                    freeTokens = Math.min(freeTokens, window.limit - sum);
                } else {
                    freeRequests = Math.min(freeRequests, window.limit - sum);
                }
            }
        }
    }
}
