/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.Ageing;
import dev.triune.llm.Priority;
import dev.triune.llm.internal.policy.FairShare;

/**
 * Who goes first. Games that share the broker take turns by what they have been served; an urgent
 * request may go before its game's turn as long as that game is hardly ahead. Within a game the
 * more urgent goes first, waiting counted in; of equals the one that came first. Owner only.
 */
final class RequestOrdering {
    private static final String SHARED = "";

    private final FairShare share;
    private final Ageing ageing;
    private final boolean fairAcrossTenants;

    /** An order of turns, in which games take turns or all stand in one line. */
    RequestOrdering(FairShare share, Ageing ageing, boolean gamesTakeTurns) {
        this.share = share;
        this.ageing = ageing;
        this.fairAcrossTenants = gamesTakeTurns;
    }

    Ageing ageing() {
        return ageing;
    }

    /** The line that a request stands in. */
    String tenantOf(PendingRequest<?> pending) {
        return fairAcrossTenants ? pending.request.tenant() : SHARED;
    }

    /** Whether one goes before another. */
    boolean before(PendingRequest<?> one, PendingRequest<?> other, long now) {
        return compare(one, other, now) < 0;
    }

    /** Orders two that wait, the one to go first as the smaller. */
    int compare(PendingRequest<?> one, PendingRequest<?> other, long now) {
        String game = tenantOf(one);
        String otherGame = tenantOf(other);
        int order = game.equals(otherGame)
                ? byUrgency(one, other, now)
                : byGame(one, game, other, otherGame);
        return order != 0 ? order : one.ticket.compareTo(other.ticket);
    }

    private int byGame(
            PendingRequest<?> one, String game, PendingRequest<?> other, String otherGame) {
        int byUrgency = Boolean.compare(preempts(other), preempts(one));
        return byUrgency != 0
                ? byUrgency
                : Double.compare(share.service(game), share.service(otherGame));
    }

    private int byUrgency(PendingRequest<?> one, PendingRequest<?> other, long now) {
        int byLevel = Integer.compare(level(other, now), level(one, now));
        return byLevel != 0 ? byLevel : other.request.priority().compareTo(one.request.priority());
    }

    /** Whether it is an emergency of a game that may go before its turn. */
    boolean preempts(PendingRequest<?> pending) {
        return isEmergency(pending) && share.mayPreempt(tenantOf(pending));
    }

    static boolean isEmergency(PendingRequest<?> pending) {
        return pending.request.priority().level() == Priority.MAX;
    }

    private int level(PendingRequest<?> pending, long now) {
        return ageing.levelAfter(pending.request.priority().level(), now - pending.submittedAt);
    }
}
