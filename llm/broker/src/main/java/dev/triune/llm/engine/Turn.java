/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import dev.triune.llm.Priority;
import dev.triune.llm.policy.share.FairShare;
import dev.triune.llm.queue.Ageing;

/**
 * Who goes first. Games that share the broker take turns by what they have been served; an urgent
 * request may go before its game's turn as long as that game is hardly ahead. Within a game the
 * more urgent goes first, waiting counted in; of equals the one that came first. Owner only.
 */
final class Turn {
    private static final String TOGETHER = "";

    private final FairShare share;
    private final Ageing ageing;
    private final boolean gamesTakeTurns;

    /**
     * An order of turns.
     *
     * @param gamesTakeTurns whether games take turns; if not, all stand in one line
     */
    Turn(FairShare share, Ageing ageing, boolean gamesTakeTurns) {
        this.share = share;
        this.ageing = ageing;
        this.gamesTakeTurns = gamesTakeTurns;
    }

    Ageing ageing() {
        return ageing;
    }

    /** The line that a request stands in. */
    String lineOf(Pending<?> pending) {
        return gamesTakeTurns ? pending.request.session() : TOGETHER;
    }

    /** Whether one goes before another. */
    boolean before(Pending<?> one, Pending<?> other, long now) {
        return compare(one, other, now) < 0;
    }

    /** Orders two that wait, the one to go first as the smaller. */
    int compare(Pending<?> one, Pending<?> other, long now) {
        String game = lineOf(one);
        String otherGame = lineOf(other);
        int order = game.equals(otherGame)
                ? byUrgency(one, other, now)
                : byGame(one, game, other, otherGame);
        return order != 0 ? order : one.ticket.compareTo(other.ticket);
    }

    private int byGame(Pending<?> one, String game, Pending<?> other, String otherGame) {
        int byUrgency = Boolean.compare(jumps(other, otherGame), jumps(one, game));
        return byUrgency != 0
                ? byUrgency
                : Double.compare(share.service(game), share.service(otherGame));
    }

    private int byUrgency(Pending<?> one, Pending<?> other, long now) {
        int byLevel = Integer.compare(level(other, now), level(one, now));
        return byLevel != 0 ? byLevel : other.request.priority().compareTo(one.request.priority());
    }

    private boolean jumps(Pending<?> pending, String game) {
        return pending.request.priority().level() == Priority.MAX && share.mayJump(game);
    }

    private int level(Pending<?> pending, long now) {
        return ageing.levelAfter(pending.request.priority().level(), now - pending.since);
    }
}
