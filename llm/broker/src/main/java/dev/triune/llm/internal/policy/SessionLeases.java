/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The active games, by signs of life. Times are nanoseconds, never back. Not thread-safe. */
public final class SessionLeases {
    /** The silence that ends a session by default; clients give a sign every 30 s. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(60);

    /** Games there may be at once by default. */
    public static final int MAX_SESSIONS = 10_000;

    private static final Duration MAX_TIMEOUT = Duration.ofDays(365);

    private final long silenceNanos;
    private final int most;

    /** Games with their last sign, the most silent one first: each sign moves its game last. */
    private final Map<String, Long> lastRenewal = new LinkedHashMap<>();

    /** Creates it for {@code most} games, 1 or more, and a silence of up to a year. */
    public SessionLeases(Duration silence, int most) {
        if (silence.isNegative() || silence.isZero() || silence.compareTo(MAX_TIMEOUT) > 0) {
            throw new IllegalArgumentException(
                    "silence " + silence + " (expected more than 0, at most a year)");
        }
        if (most < 1) {
            throw new IllegalArgumentException("most games " + most + " (expected 1 or more)");
        }
        this.silenceNanos = silence.toNanos();
        this.most = most;
    }

    /** Adds or renews a game; false without room, which {@link #expired} makes. */
    public boolean renew(String game, long now) {
        if (lastRenewal.remove(game) == null && lastRenewal.size() >= most) {
            return false;
        }
        lastRenewal.put(game, now);
        return true;
    }

    /** Whether a game was renewed and has not been reported as {@link #expired} since. */
    public boolean contains(String game) {
        return lastRenewal.containsKey(game);
    }

    /** How many games are there at that time. */
    public int active(long now) {
        int silent = 0;
        for (long sign : lastRenewal.values()) {
            if (!fellSilent(sign, now)) {
                break;
            }
            silent++;
        }
        return lastRenewal.size() - silent;
    }

    /** Removes the games that fell silent, and returns them in the order in which they did. */
    public List<String> expired(long now) {
        if (lastRenewal.isEmpty()) {
            return List.of(); // the usual case, in each turn: not even an iterator
        }
        List<String> expired = List.of();
        Iterator<Map.Entry<String, Long>> games = lastRenewal.entrySet().iterator();
        while (games.hasNext()) {
            Map.Entry<String, Long> game = games.next();
            if (!fellSilent(game.getValue(), now)) {
                break;
            }
            if (expired.isEmpty()) {
                expired = new ArrayList<>();
            }
            expired.add(game.getKey());
            games.remove();
        }
        return expired;
    }

    /** Nanoseconds until the next game falls silent, at most that many. */
    public long nanosUntilExpiry(long most, long now) {
        for (long sign : lastRenewal.values()) {
            return Math.min(most, silenceNanos - (now - sign)); // the first is the eldest
        }
        return most;
    }

    private boolean fellSilent(long sign, long now) {
        return now - sign >= silenceNanos;
    }
}
