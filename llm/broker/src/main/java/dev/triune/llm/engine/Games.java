/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import dev.triune.llm.GameCooldown;
import dev.triune.llm.Request;
import dev.triune.llm.policy.limit.SharedLimits;
import dev.triune.llm.policy.share.FairShare;
import dev.triune.llm.policy.share.GameSessions;
import dev.triune.llm.policy.share.StrictShare;
import java.time.Duration;
import java.util.List;

/** The games that share the broker: who is there, and who must wait for its turn. Owner only. */
final class Games {
    private static final double MINUTE_MILLIS = 60_000;
    private static final double MOST_MILLIS = 86_400_000;

    private final GameSessions sessions;
    private final FairShare share;
    private final StrictShare strict = new StrictShare();
    private final Sharing sharing;
    private final SharedLimits shared;

    Games(GameSessions sessions, FairShare share, Sharing sharing, SharedLimits shared) {
        this.sessions = sessions;
        this.share = share;
        this.sharing = sharing;
        this.shared = shared;
    }

    /** Notes a sign of life; false if there is no room for another game. */
    boolean sign(String session, long now) {
        if (session.isEmpty()) {
            return true;
        }
        boolean room = sessions.sign(session, now);
        if (room) {
            shared.sign(session, now);
        }
        return room;
    }

    /** How many there are, those at other brokers that share its limits among them. */
    int active(long now) {
        return shared.activeGames(sessions.active(now));
    }

    /** How long that game has to wait before it may submit that request; zero if it may. */
    Duration cooldown(Pending<?> pending, long now) {
        return sharing == Sharing.WORK_CONSERVING
                ? Duration.ZERO
                : strictly(pending.request, pending.stop, now);
    }

    private Duration strictly(Request<?> request, Stop stop, long now) {
        return request.session().isEmpty()
                ? Duration.ZERO
                : strict.left(
                        request.session(),
                        keyOf(request, stop),
                        stop.slot().settings.limits().perMinute(),
                        active(now),
                        now);
    }

    /** When that game does well to send such a request again. */
    GameCooldown cooldown(Request<?> request, Stop stop, long now) {
        int games = active(now);
        int perMinute = stop.slot().settings.limits().perMinute();
        if (sharing == Sharing.STRICT) {
            double each = (double) perMinute / Math.max(1, games);
            return new GameCooldown(strictly(request, stop, now), games, perMinute, each);
        }
        int allKeys = perMinute * stop.accounts().size();
        double each = allKeys * share.part(request.session());
        boolean room = stop.slot().queued() == 0 && stop.ready(0, now) != null;
        Duration turn = room || each == 0 ? Duration.ZERO : Duration.ofMillis(millisFor(each));
        Duration cooling = stop.cooling(now);
        return new GameCooldown(cooling.compareTo(turn) > 0 ? cooling : turn, games, allKeys, each);
    }

    private static long millisFor(double perMinute) {
        return (long) Math.min(MOST_MILLIS, Math.ceil(MINUTE_MILLIS / perMinute));
    }

    /** Notes that a game's request was taken. */
    void asked(Pending<?> pending, long now) {
        if (sharing == Sharing.STRICT && !pending.request.session().isEmpty()) {
            strict.asked(pending.request.session(), keyOf(pending.request, pending.stop), now);
        }
    }

    /** The games that fell silent since the last time. */
    List<String> gone(long now) {
        return sessions.expired(now);
    }

    /** Forgets a game of which no request is left. */
    void forget(String session) {
        share.forget(session);
        strict.forget(session);
    }

    /** A custom endpoint's key is a key of its own; a provider's keys count as one. */
    private static String keyOf(Request<?> request, Stop stop) {
        return request.endpoint().isPresent()
                ? stop.accounts().get(0).name
                : stop.slot().name();
    }
}
