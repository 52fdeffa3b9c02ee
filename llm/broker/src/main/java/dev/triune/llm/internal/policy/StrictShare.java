/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The cooldown of strict sharing: each game waits 60,000 ms / RPM x active games between two
 * requests with a key, where idle games count as active. Not thread-safe.
 */
public final class StrictShare {
    /** The cooldown at a provider whose limits are unknown. */
    public static final Duration UNKNOWN = Duration.ofSeconds(5);

    /** The maximum number of games that are remembered, most recent callers first. */
    public static final int MAX_GAMES = 10_000;

    /** The maximum number of keys that are remembered per game, most recently used first. */
    public static final int MAX_KEYS = 100;

    private static final long MINUTE_MILLIS = 60_000;

    /** The maximum wait, to which longer ones are cut so that nanoseconds cannot overflow. */
    private static final long MAX_MILLIS = Duration.ofDays(365).toMillis();

    private final Map<String, Map<String, Long>> lastCalls = new LinkedHashMap<>();

    /**
     * Returns the wait between two requests, rounded up to the millisecond, at most a year; {@link
     * #UNKNOWN} without a limit (0), zero without games.
     */
    public static Duration cooldown(int requestsPerMinute, int activeGames) {
        if (requestsPerMinute == 0) {
            return UNKNOWN;
        }
        long millis = (MINUTE_MILLIS * activeGames + requestsPerMinute - 1) / requestsPerMinute;
        return Duration.ofMillis(Math.min(millis, MAX_MILLIS));
    }

    /** Returns how long a game has to wait before its next call with a key; zero if it need not. */
    public Duration remaining(
            String game, String key, int requestsPerMinute, int activeGames, long now) {
        Duration cooldown = cooldown(requestsPerMinute, activeGames);
        Map<String, Long> keys = lastCalls.get(game);
        Long lastUsed = keys == null ? null : keys.get(key);
        if (lastUsed == null) {
            return Duration.ZERO;
        }
        long remainingNanos = cooldown.toNanos() - (now - lastUsed);
        return remainingNanos > 0 ? Duration.ofNanos(remainingNanos) : Duration.ZERO;
    }

    public void recordCall(String game, String key, long now) {
        Map<String, Long> keys = lastCalls.remove(game);
        if (keys == null) {
            keys = new LinkedHashMap<>();
        }
        keys.remove(key);
        putLast(keys, key, now, MAX_KEYS);
        putLast(lastCalls, game, keys, MAX_GAMES);
    }

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
}
