/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

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

    /** The silence after which a gateway is removed: its usage has then left each minute. */
    static final long SILENCE_MILLIS = LocalShare.ABSENCE.toMillis();

    /**
     * The delay before the known number of gateways decreases; it may take twice as long. Too low a
     * number would allow more use than {@link LocalShare#maxCombinedUse}.
     */
    private static final long MEMORY_MILLIS = 60_000;

    /**
     * The maximum deviation of Redis's clock from the expected time. The windows are longer than
     * the provider's by about as much.
     */
    private static final long CLOCK_TOLERANCE_MILLIS = 900;

    private final GameHeartbeats heartbeats;
    private final Duration silence;
    private String name = "";
    private String epoch = "";
    private int gateways;
    private int gatewaysBefore;
    private int awaited;
    private int missing;
    private long gatewaysSince;
    private String clockEpoch = "";
    private long clock;
    private long clockAskedAt;
    private long clockReadAt;
    private int activeGames;
    private long gamesAt;
    private boolean announcementInFlight;
    private long sentAt = -INTERVAL_MILLIS;
    private long settledAt;

    /**
     * Creates the presence of a gateway that is not announced yet.
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
        return Math.max(gateways, gatewaysBefore);
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

    /**
     * Creates the next announcement, which is in flight until {@link #onReply} or {@link #reset}.
     *
     * @param run the run of Redis
     * @param toldAll whether all usage was reported in this epoch
     */
    synchronized List<String> announcement(String run, boolean toldAll, long at) {
        announcementInFlight = true;
        sentAt = at;
        List<String> games = heartbeats.removeDue(at);
        List<Object> values = new ArrayList<>(List.of(run, name));
        values.addAll(List.of(LocalShare.SETTLING.toMillis(), LocalShare.ABSENCE.toMillis()));
        values.addAll(List.of(SILENCE_MILLIS, silence.toMillis()));
        values.addAll(List.of(clockEpoch, earliestClock(at), latestClock(at)));
        int met = clockEpoch.isEmpty() ? 0 : gateways() + missing;
        values.addAll(List.of(toldAll && awaited > 0 ? epoch : "", awaited, met));
        values.addAll(List.of(GameHeartbeats.MAX_GAMES, games.size() / 2));
        values.addAll(games);
        return values.stream().map(String::valueOf).toList();
    }

    /** Returns the earliest time of Redis's clock, unless it has jumped. */
    synchronized long earliestClock(long at) {
        return clock + (at - clockReadAt) - CLOCK_TOLERANCE_MILLIS;
    }

    /** Returns the latest time of Redis's clock, unless it has jumped. */
    synchronized long latestClock(long at) {
        return clock + (at - clockAskedAt) + CLOCK_TOLERANCE_MILLIS;
    }

    /**
     * Processes the reply to an announcement.
     *
     * @throws IllegalArgumentException if it is not a reply of the script
     */
    synchronized void onReply(List<Object> answer, long sent, long at) {
        if (answer.size() != 7
                || !(answer.get(0) instanceof String currentEpoch)
                || !(answer.get(1) instanceof String me)
                || !(answer.get(2) instanceof Long presentCount)
                || !(answer.get(3) instanceof Long playing)
                || !(answer.get(4) instanceof Long settling)
                || !(answer.get(5) instanceof Long redisClock)
                || !(answer.get(6) instanceof Long missingCount)) {
            throw new IllegalArgumentException("an answer that the script does not give");
        }
        announcementInFlight = false;
        if (!currentEpoch.equals(epoch) && !epoch.isEmpty()) {
            heartbeats.resendAll();
        }
        if (!currentEpoch.equals(clockEpoch) && !clockEpoch.isEmpty()) {
            awaited = gateways() + missing;
        }
        missing = (int) Math.min(missingCount, awaited);
        epoch = currentEpoch;
        clockEpoch = currentEpoch;
        clock = redisClock;
        clockAskedAt = sent;
        clockReadAt = at;
        name = me;
        settledAt = settling > 0 ? sent + settling : settledAt;
        activeGames = (int) Math.min(playing, Integer.MAX_VALUE);
        gamesAt = at;
        countGateways((int) Math.max(1, Math.min(presentCount, Integer.MAX_VALUE)), at);
    }

    /** Updates the maximum number of gateways in this period and the previous one. */
    private void countGateways(int presentCount, long at) {
        if (at - gatewaysSince >= MEMORY_MILLIS) {
            gatewaysBefore = gateways;
            gateways = presentCount;
            gatewaysSince = at;
        }
        gateways = Math.max(gateways, presentCount);
    }

    /** Forgets the epoch, since Redis was lost or replaced. */
    synchronized void reset() {
        announcementInFlight = false;
        epoch = "";
        heartbeats.resendAll();
    }
}
