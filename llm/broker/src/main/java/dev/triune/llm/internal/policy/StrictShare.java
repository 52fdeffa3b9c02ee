/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The rule of strict sharing: between two requests with a key each game waits 60,000 ms / RPM x
 * active games, idle ones counted. Not thread-safe.
 */
public final class StrictShare {
    /** The wait at a provider whose limits are not known. */
    public static final Duration UNKNOWN = Duration.ofSeconds(5);

    /** Games that are remembered at the most; beyond, the one that asked longest ago is not. */
    public static final int MAX_GAMES = 10_000;

    /** Keys of one game that are remembered at the most, likewise. */
    public static final int MAX_KEYS = 100;

    private static final long MINUTE_MILLIS = 60_000;

    /** A longer wait is taken as this: nanoseconds must not overflow on nonsense. */
    private static final long MAX_MILLIS = Duration.ofDays(365).toMillis();

    private final Map<String, Map<String, Long>> lastCalls = new LinkedHashMap<>();

    /** Nobody has asked yet. */
    public StrictShare() {}

    /**
     * The wait between two requests, rounded up to the millisecond, a year at most: {@link
     * #UNKNOWN} without a limit (0), zero without games.
     */
    public static Duration cooldown(int requestsPerMinute, int activeGames) {
        checkNotNegative("requests per minute", requestsPerMinute);
        checkNotNegative("active games", activeGames);
        if (requestsPerMinute == 0) {
            return UNKNOWN;
        }
        long millis = (MINUTE_MILLIS * activeGames + requestsPerMinute - 1) / requestsPerMinute;
        return Duration.ofMillis(Math.min(millis, MAX_MILLIS));
    }

    /** How long a game still has to wait for a key; zero if it may ask now. */
    public Duration remaining(
            String game, String key, int requestsPerMinute, int activeGames, long now) {
        Duration cooldown = cooldown(requestsPerMinute, activeGames);
        Map<String, Long> keys = lastCalls.get(game);
        Long asked = keys == null ? null : keys.get(key);
        if (asked == null) {
            return Duration.ZERO;
        }
        long left = cooldown.toNanos() - (now - asked);
        return left > 0 ? Duration.ofNanos(left) : Duration.ZERO;
    }

    /** Notes that it asked. */
    public void recordCall(String game, String key, long now) {
        Map<String, Long> keys = lastCalls.remove(game);
        if (keys == null) {
            keys = new LinkedHashMap<>();
        }
        keys.remove(key);
        putLast(keys, key, now, MAX_KEYS);
        putLast(lastCalls, game, keys, MAX_GAMES);
    }

    /** Forgets a game that is gone. */
    public void forget(String game) {
        lastCalls.remove(game);
    }

    private static <V> void putLast(Map<String, V> map, String name, V value, int most) {
        map.put(name, value);
        if (map.size() > most) {
            Iterator<String> eldest = map.keySet().iterator();
            eldest.next();
            eldest.remove();
        }
    }

    private static void checkNotNegative(String what, int value) {
        if (value < 0) {
            throw new IllegalArgumentException(what + " " + value + " (expected 0 or more)");
        }
    }
}
