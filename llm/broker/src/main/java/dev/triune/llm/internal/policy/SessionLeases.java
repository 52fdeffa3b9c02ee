/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The active games, kept alive by heartbeats. Times are monotonic nanoseconds. Not thread-safe. */
public final class SessionLeases {
    /** The default silence after which a session ends; clients send a heartbeat every 30 s. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(60);

    public static final int MAX_SESSIONS = 10_000;

    private final long silenceNanos;
    private final int most;

    /** The games with the times of their last heartbeats, the oldest first. */
    private final Map<String, Long> lastRenewal = new LinkedHashMap<>();

    /** Creates leases for {@code most} games, at least 1, and a silence of up to a year. */
    public SessionLeases(Duration silence, int most) {
        this.silenceNanos = silence.toNanos();
        this.most = most;
    }

    /** Adds or renews a game; returns false if full, until {@link #expired} removes games. */
    public boolean renew(String game, long now) {
        if (lastRenewal.remove(game) == null && lastRenewal.size() >= most) {
            return false;
        }
        lastRenewal.put(game, now);
        return true;
    }

    /** Whether a game was renewed and has not been returned by {@link #expired} since. */
    public boolean contains(String game) {
        return lastRenewal.containsKey(game);
    }

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

    /** Removes the games whose leases have expired, and returns them in order of expiry. */
    public List<String> expired(long now) {
        if (lastRenewal.isEmpty()) {
            return List.of(); // the common case on every turn: allocates nothing
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

    /** Returns the nanoseconds until the next lease expires, at most {@code most}. */
    public long nanosUntilExpiry(long most, long now) {
        for (long sign : lastRenewal.values()) {
            return Math.min(most, silenceNanos - (now - sign)); // the first one is the oldest
        }
        return most;
    }

    private boolean fellSilent(long sign, long now) {
        return now - sign >= silenceNanos;
    }
}
