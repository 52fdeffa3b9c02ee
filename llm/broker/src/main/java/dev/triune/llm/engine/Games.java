/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import dev.triune.llm.policy.share.FairShare;
import dev.triune.llm.policy.share.GameSessions;
import dev.triune.llm.policy.share.StrictShare;
import java.time.Duration;
import java.util.List;

/** The games that share the broker: who is there, and who must wait for its turn. Owner only. */
final class Games {
    private final GameSessions sessions;
    private final FairShare share;
    private final StrictShare strict = new StrictShare();
    private final Sharing sharing;

    Games(GameSessions sessions, FairShare share, Sharing sharing) {
        this.sessions = sessions;
        this.share = share;
        this.sharing = sharing;
    }

    /** Notes a sign of life; false if there is no room for another game. */
    boolean sign(String session, long now) {
        return session.isEmpty() || sessions.sign(session, now);
    }

    int active(long now) {
        return sessions.active(now);
    }

    /** How long that game has to wait before it may submit that request; zero if it may. */
    Duration cooldown(Pending<?> pending, long now) {
        if (sharing == Sharing.WORK_CONSERVING || pending.request.session().isEmpty()) {
            return Duration.ZERO;
        }
        int perMinute = pending.stop.slot().settings.limits().perMinute();
        return strict.left(game(pending), keyOf(pending), perMinute, active(now), now);
    }

    /** Notes that a game's request was taken. */
    void asked(Pending<?> pending, long now) {
        if (sharing == Sharing.STRICT && !pending.request.session().isEmpty()) {
            strict.asked(game(pending), keyOf(pending), now);
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

    private static String game(Pending<?> pending) {
        return pending.request.session();
    }

    /** A custom endpoint's key is a key of its own; a provider's keys count as one. */
    private static String keyOf(Pending<?> pending) {
        Stop stop = pending.stop;
        return pending.request.endpoint().isPresent()
                ? stop.accounts().get(0).name
                : stop.slot().name();
    }
}
