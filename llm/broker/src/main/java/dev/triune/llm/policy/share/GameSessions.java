/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.policy.share;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which games are there: each sign of life keeps one for a while, silence ends it. Not thread-safe.
 */
public final class GameSessions {
    /** The usual time of silence that ends a session. */
    public static final Duration SILENCE = Duration.ofSeconds(60);

    /** The usual bound. */
    public static final int MOST = 10_000;

    private final long silenceNanos;
    private final int most;

    /** The last sign of each, the longest silent one first. */
    private final Map<String, Long> lastSign = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * No game yet.
     *
     * @param silence that ends a session, more than zero
     * @param most sessions at once, 1 or more
     */
    public GameSessions(Duration silence, int most) {
        this.silenceNanos = silence.toNanos();
        this.most = most;
    }

    /** Notes a sign of life; false if there is no room for another game. */
    public boolean sign(String game, long now) {
        if (!lastSign.containsKey(game) && lastSign.size() >= most) {
            return false;
        }
        lastSign.put(game, now);
        return true;
    }

    /** How many there are. */
    public int active(long now) {
        int active = 0;
        for (long last : lastSign.values()) {
            active += silent(last, now) ? 0 : 1;
        }
        return active;
    }

    /** Removes and returns those that fell silent, the longest silent one first. */
    public List<String> expired(long now) {
        List<String> expired = List.of();
        Iterator<Map.Entry<String, Long>> oldestFirst = lastSign.entrySet().iterator();
        while (oldestFirst.hasNext()) {
            Map.Entry<String, Long> oldest = oldestFirst.next();
            if (!silent(oldest.getValue(), now)) {
                break;
            }
            expired = expired.isEmpty() ? new ArrayList<>() : expired;
            expired.add(oldest.getKey());
            oldestFirst.remove();
        }
        return expired;
    }

    private boolean silent(long last, long now) {
        return now - last >= silenceNanos;
    }
}
