/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.policy.share;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * The plain rule: each game waits 60,000 ms / requests per minute x active games between two
 * requests, counted for each game, provider and key apart, whether the other games ask or not. Not
 * thread-safe.
 */
public final class StrictShare {
    /** Between two requests to a provider whose limits are not known. */
    public static final Duration UNKNOWN = Duration.ofSeconds(5);

    private static final long NANOS_OF_MINUTE = 60_000_000_000L;
    private static final long NANOS_OF_MILLI = 1_000_000L;

    /** When each game asked last, by key. */
    private final Map<String, Map<String, Long>> asked = new HashMap<>();

    /**
     * How long a game waits between two requests, in whole milliseconds, rounded up.
     *
     * @param requestsPerMinute that the key allows, 0 if that is not known
     * @param activeGames that share it, 0 or more; without any there is nothing to wait for
     */
    public static Duration cooldown(int requestsPerMinute, int activeGames) {
        if (activeGames == 0) {
            return Duration.ZERO;
        }
        if (requestsPerMinute == 0) {
            return UNKNOWN;
        }
        long nanos = NANOS_OF_MINUTE * activeGames / requestsPerMinute;
        return Duration.ofMillis((nanos + NANOS_OF_MILLI - 1) / NANOS_OF_MILLI);
    }

    /** How long a game still waits; zero if it may ask now. */
    public Duration left(
            String game, String key, int requestsPerMinute, int activeGames, long now) {
        Long last = asked.getOrDefault(game, Map.of()).get(key);
        if (last == null) {
            return Duration.ZERO;
        }
        Duration left = cooldown(requestsPerMinute, activeGames).minusNanos(now - last);
        return left.isNegative() ? Duration.ZERO : left;
    }

    /** A game asks now. */
    public void asked(String game, String key, long now) {
        asked.computeIfAbsent(game, name -> new HashMap<>()).put(key, now);
    }

    /** The game is gone. */
    public void forget(String game) {
        asked.remove(game);
    }
}
