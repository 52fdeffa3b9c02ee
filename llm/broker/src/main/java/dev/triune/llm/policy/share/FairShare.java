/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.policy.share;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Work-conserving shares: each game has a count of what it was served, divided by its weight, and
 * the game with the least is served next. A game that begins to wait again is lifted to the least of
 * those that wait: it banks nothing while it is idle, and nobody pays for its absence. So of any two
 * games that always wait neither gets ahead by more than two requests. Not thread-safe.
 */
public final class FairShare {
    private final Map<String, Double> weights;
    private final long tokensPerRequest;
    private final Map<String, Game> games = new LinkedHashMap<>();

    /** What the game served last had when it stopped waiting: where newcomers begin. */
    private double floor;

    /** The largest charge so far, by weight. */
    private double largest;

    /**
     * No game yet.
     *
     * @param weights of games by name, more than zero each; 1 for any other
     * @param tokensPerRequest what a request costs besides its tokens, 0 or more
     */
    public FairShare(Map<String, Double> weights, long tokensPerRequest) {
        weights.forEach((game, weight) -> {
            if (!(weight > 0) || weight.isInfinite()) {
                throw new IllegalArgumentException(
                        "weight " + weight + " of game " + game + " (expected more than 0)");
            }
        });
        if (tokensPerRequest < 0) {
            throw new IllegalArgumentException(
                    "tokens per request " + tokensPerRequest + " (expected 0 or more)");
        }
        this.weights = Map.copyOf(weights);
        this.tokensPerRequest = tokensPerRequest;
    }

    /** One of a game's requests begins to wait. */
    public void arrived(String name) {
        Game game = games.computeIfAbsent(name, Game::new);
        if (game.waiting == 0) {
            double least = leastWaiting();
            game.service = Math.max(game.service, least == NOBODY ? floor : least);
        }
        game.waiting++;
    }

    /**
     * One of a game's requests waits no longer.
     *
     * @throws IllegalStateException if none did
     */
    public void left(String name) {
        Game game = games.get(name);
        if (game == null || game.waiting == 0) {
            throw new IllegalStateException("no request of game " + name + " was waiting");
        }
        game.waiting--;
        if (game.waiting == 0) {
            floor = Math.max(floor, Math.min(game.service, least(game.service)));
            forgetTheInsignificant();
        }
    }

    /** What a game was served, by weight: the least goes first. */
    public double service(String name) {
        Game game = games.get(name);
        return game == null ? floor : game.service;
    }

    /** The least service of those that wait; 0 if nobody does. */
    public double least() {
        return least(0);
    }

    /**
     * Whether a game may be served before its turn for once: it is ahead of the last by no more than
     * the largest request so far.
     */
    public boolean mayJump(String name) {
        return service(name) - least() <= largest;
    }

    /**
     * Charges a game for a request that is served now.
     *
     * @param tokens that it is expected to take
     * @return what was charged
     */
    public double charge(String name, long tokens) {
        Game game = games.computeIfAbsent(name, Game::new);
        double charge = (tokens + tokensPerRequest) / game.weight;
        game.service += charge;
        largest = Math.max(largest, charge);
        return charge;
    }

    /** Replaces what was charged by what the request took. */
    public void settle(String name, double charged, long tokens) {
        Game game = games.get(name);
        if (game != null) {
            game.service += (tokens + tokensPerRequest) / game.weight - charged;
        }
    }

    /** Gives back what was charged for a request that was not served after all. */
    public void refund(String name, double charged) {
        Game game = games.get(name);
        if (game != null) {
            game.service -= charged;
        }
    }

    /** The game is gone. */
    public void forget(String name) {
        Game game = games.get(name);
        if (game != null && game.waiting == 0) {
            games.remove(name);
        }
    }

    /** How many games are kept: those that wait, and those that were served more than others. */
    public int games() {
        return games.size();
    }

    private double least(double ifNobody) {
        double least = leastWaiting();
        return least == NOBODY ? ifNobody : least;
    }

    private static final double NOBODY = Double.MAX_VALUE;

    private double leastWaiting() {
        double least = NOBODY;
        for (Game game : games.values()) {
            if (game.waiting > 0 && game.service < least) {
                least = game.service;
            }
        }
        return least;
    }

    /** A game that is not ahead of where newcomers begin is the same as a newcomer. */
    private void forgetTheInsignificant() {
        games.values().removeIf(game -> game.waiting == 0 && game.service <= floor);
    }

    private final class Game {
        final double weight;
        double service;
        int waiting;

        Game(String name) {
            this.weight = weights.getOrDefault(name, 1.0);
            this.service = floor;
        }
    }
}
