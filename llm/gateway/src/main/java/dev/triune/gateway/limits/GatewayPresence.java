/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.limits;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The gateways that share Redis, the number of their games, and the epoch of Redis. This gateway
 * announces itself every second. Thread-safe. Times are milliseconds.
 */
final class GatewayPresence {
    /** The interval of announcements. */
    static final long INTERVAL_MILLIS = 1_000;

    /** The silence after which a gateway is removed. */
    static final long SILENCE_MILLIS = 5_000;

    /**
     * The delay before the known number of gateways decreases. A number that is too small would allow
     * more use than {@link LocalShare#maxCombinedUse}.
     */
    private static final long MEMORY_MILLIS = 60_000;

    private final GameHeartbeats heartbeats;
    private final Duration silence;
    private String name = "";
    private String epoch = "";
    private int gateways;
    private long gatewaysAt;
    private int activeGames;
    private long gamesAt;
    private boolean announcementInFlight;
    private long sentAt = -INTERVAL_MILLIS;
    private long settledAt;

    /**
     * Creates the presence of a gateway that is not announced.
     *
     * @param gateways the number of gateways to assume until it is known
     * @param silence the silence after which a game is inactive
     */
    GatewayPresence(int gateways, Duration silence) {
        this.gateways = gateways;
        this.silence = silence;
        this.heartbeats = new GameHeartbeats(silence);
        this.gamesAt = -silence.toMillis();
    }

    GameHeartbeats heartbeats() {
        return heartbeats;
    }

    synchronized String name() {
        return name;
    }

    synchronized String epoch() {
        return epoch;
    }

    synchronized int gateways() {
        return gateways;
    }

    synchronized boolean settling(long at) {
        return at < settledAt;
    }

    /** Returns the last known number of games; zero if it is too old. */
    synchronized int activeGames(long at) {
        return at - gamesAt < silence.toMillis() ? activeGames : 0;
    }

    synchronized boolean isDue(long at) {
        return !announcementInFlight && (epoch.isEmpty() || at - sentAt >= INTERVAL_MILLIS);
    }

    /** Creates the next announcement, which is in flight until {@link #onReply} or {@link #reset}. */
    synchronized List<String> announcement(String run, long at) {
        announcementInFlight = true;
        sentAt = at;
        List<String> games = heartbeats.takeDue(at);
        List<String> values = new ArrayList<>(List.of(run, name));
        for (long number : new long[] {
            LocalShare.SETTLING.toMillis(),
            SILENCE_MILLIS,
            silence.toMillis(),
            GameHeartbeats.MAX_GAMES,
            games.size() / 2
        }) {
            values.add(String.valueOf(number));
        }
        values.addAll(games);
        return values;
    }

    /**
     * Processes the reply to an announcement.
     *
     * @throws IllegalArgumentException if it is not a reply of the script
     */
    synchronized void onReply(List<Object> answer, long sent, long at) {
        if (answer.size() != 5
                || !(answer.get(0) instanceof String currentEpoch)
                || !(answer.get(1) instanceof String me)
                || !(answer.get(2) instanceof Long there)
                || !(answer.get(3) instanceof Long playing)
                || !(answer.get(4) instanceof Long settling)) {
            throw new IllegalArgumentException("an answer that the script does not give");
        }
        announcementInFlight = false;
        if (!currentEpoch.equals(epoch) && !epoch.isEmpty()) {
            heartbeats.resendAll();
        }
        epoch = currentEpoch;
        name = me;
        settledAt = settling > 0 ? sent + settling : settledAt;
        activeGames = (int) Math.min(playing, Integer.MAX_VALUE);
        gamesAt = at;
        if (there >= gateways || at - gatewaysAt >= MEMORY_MILLIS) {
            gateways = (int) Math.max(1, Math.min(there, Integer.MAX_VALUE));
            gatewaysAt = at;
        }
    }

    /** Forgets the epoch, since Redis was lost or replaced. */
    synchronized void reset() {
        announcementInFlight = false;
        epoch = "";
        heartbeats.resendAll();
    }
}
