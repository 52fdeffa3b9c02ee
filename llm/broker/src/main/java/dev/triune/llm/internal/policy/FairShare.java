/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Work-conserving fair share by start-time fair queueing: each game has a virtual counter that
 * grows by its tokens divided by its weight, and the waiting game with the least service goes
 * first.
 *
 * <p>A call is charged an estimate at its grant and corrected at its end. A game that had nothing
 * waiting is lifted to the least <em>settled</em> service of those that wait, which leaves out
 * estimates, so that a newcomer does not pay for what a busy game might use. That level never
 * falls; when nothing waits or is in flight, all begin level again.
 *
 * <p>Not thread-safe. Every call costs at most the logarithm of the number of games.
 */
public final class FairShare {
    /** Games that neither wait nor have calls in flight: this many are remembered at the most. */
    public static final int MAX_IDLE = 10_000;

    /** How far emergencies may bring a game ahead, in large calls: as many as come at one moment. */
    static final int MAX_AHEAD = 4;

    /** Within these the counters stay exact enough for any number of tokens. */
    private static final double MIN_WEIGHT = 1e-6;

    private static final double MAX_WEIGHT = 1e6;

    /** By how much each call makes earlier ones count for less: half after some twenty. */
    private static final double RECENT_DECAY = 31.0 / 32;

    private final Map<String, Double> weights;
    private final long tokensPerRequest;
    private final Map<String, TenantAccount> accounts = new LinkedHashMap<>();
    private final TreeSet<TenantAccount> waiting =
            new TreeSet<>(Comparator.<TenantAccount>comparingDouble(a -> a.service)
                    .thenComparingLong(a -> a.number));
    private final TreeSet<TenantAccount> waitingBySettled =
            new TreeSet<>(Comparator.<TenantAccount>comparingDouble(a -> a.settled)
                    .thenComparingLong(a -> a.number));
    private final TreeSet<TenantAccount> idle =
            new TreeSet<>(Comparator.<TenantAccount>comparingDouble(a -> a.service)
                    .thenComparingLong(a -> a.number));
    private double level;

    /** The largest call of late, in tokens, those for the request itself among them. */
    private double largestRecent;

    private long opened;
    private int busy; // games that wait or have calls in flight, and their weights
    private double busyWeight;

    /**
     * Creates it without games. A game weighs 1 unless a weight is given, 1e-6 to 1e6; each request
     * costs {@code tokensPerRequest}, 0 or more, besides its tokens.
     */
    public FairShare(Map<String, Double> weights, long tokensPerRequest) {
        weights.forEach(FairShare::checkWeight);
        this.weights = Map.copyOf(weights);
        this.tokensPerRequest = checkTokens("tokens per request", tokensPerRequest);
    }

    /** Notes that one of its requests begins to wait. One that had none waiting banked nothing. */
    public void enqueued(String game) {
        TenantAccount account = open(game);
        unlist(account);
        if (account.waiting == 0) {
            account.liftTo(level);
        }
        account.waiting++;
        list(account);
    }

    /** Notes that one of its requests no longer waits; ignored where none did. */
    public void dequeued(String game) {
        TenantAccount account = accounts.get(game);
        if (account == null || account.waiting == 0) {
            return;
        }
        unlist(account);
        account.waiting--;
        list(account);
    }

    /** The virtual service, in tokens by weight: lower goes first. */
    public double service(String game) {
        TenantAccount account = accounts.get(game);
        return account == null ? level : account.service;
    }

    /** The least service among games that have requests waiting; 0 if there are none. */
    public double leastService() {
        return waiting.isEmpty() ? 0 : waiting.first().service;
    }

    /**
     * Whether an emergency may go before its game's turn: if the game is ahead of the least served
     * by no more than {@value #MAX_AHEAD} of the largest recent call, divided by its own weight. The
     * game pays that back: it has no other turn until the others have caught up.
     */
    public boolean mayPreempt(String game) {
        return waiting.isEmpty()
                || service(game) - leastService() <= MAX_AHEAD * largestRecent / weight(game);
    }

    /** Charges an estimate until {@link #settle} or {@link #refund}; returns what it added. */
    public double charge(String game, long tokens) {
        largestRecent *= RECENT_DECAY;
        double charged = cost(game, checkTokens("tokens", tokens));
        TenantAccount account = open(game);
        unlist(account);
        account.service += charged;
        account.inFlight++;
        list(account);
        return charged;
    }

    /** Replaces a {@link #charge} by the true tokens; ignored if the game was forgotten. */
    public void settle(String game, double charged, long tokens) {
        end(game, charged, cost(game, checkTokens("tokens", tokens)));
    }

    /** Takes back a {@link #charge} of a call never made; ignored if the game was forgotten. */
    public void refund(String game, double charged) {
        end(game, charged, 0);
    }

    /** Forgets a game that is gone, and whatever it had waiting. */
    public void forget(String game) {
        TenantAccount account = accounts.get(game);
        if (account != null) {
            unlist(account);
            accounts.remove(game);
            tidy();
        }
    }

    /** The share of a game among all that wait or have calls in flight, itself included, 0 to 1. */
    public double shareOf(String game) {
        double weight = weight(game);
        TenantAccount account = accounts.get(game);
        boolean counted = account != null && account.busy();
        return weight / (busyWeight + (counted ? 0 : weight));
    }

    /** How many games are kept: those that wait, have calls in flight or are above the level. */
    public int tenants() {
        return accounts.size();
    }

    private void end(String game, double charged, double cost) {
        if (!(charged >= 0 && charged <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException(
                    "charged " + charged + " (expected what the charge returned)");
        }
        TenantAccount account = accounts.get(game);
        if (account == null || account.inFlight == 0) {
            return;
        }
        unlist(account);
        account.inFlight--;
        account.settled += cost;
        // with nothing in flight both are the same, and rounding has no chance to add up
        account.service =
                account.inFlight == 0 ? account.settled : account.service - charged + cost;
        list(account);
    }

    private double cost(String game, long tokens) {
        double call = (double) tokens + tokensPerRequest;
        largestRecent = Math.max(largestRecent, call);
        return call / weight(game);
    }

    private double weight(String game) {
        return weights.getOrDefault(game, 1.0);
    }

    private TenantAccount open(String game) {
        return accounts.computeIfAbsent(game, name -> new TenantAccount(name, opened++, level));
    }

    /** Takes an account out of the orders, since its place in them is about to change. */
    private void unlist(TenantAccount account) {
        waiting.remove(account);
        waitingBySettled.remove(account);
        idle.remove(account);
        if (account.busy() && --busy == 0) {
            busyWeight = 0; // rounding has no chance to add up
        } else if (account.busy()) {
            busyWeight -= weight(account.game);
        }
    }

    private void list(TenantAccount account) {
        if (account.busy()) {
            busy++;
            busyWeight += weight(account.game);
        }
        if (account.waiting > 0) {
            waiting.add(account);
            waitingBySettled.add(account);
        } else if (account.inFlight == 0) {
            idle.add(account);
        }
        tidy();
    }

    /** Moves the level on, and drops the idle games that are not above it: they would be lifted. */
    private void tidy() {
        if (!waitingBySettled.isEmpty()) {
            level = Math.max(level, waitingBySettled.first().settled);
        } else if (!idle.isEmpty() && idle.size() == accounts.size()) {
            level = Math.max(level, idle.last().service);
        }
        while (!idle.isEmpty() && (idle.first().service <= level || idle.size() > MAX_IDLE)) {
            TenantAccount useless = idle.first();
            idle.remove(useless);
            accounts.remove(useless.game);
        }
    }

    private static void checkWeight(String game, @Nullable Double weight) {
        if (weight == null || !(weight >= MIN_WEIGHT && weight <= MAX_WEIGHT)) {
            throw new IllegalArgumentException("weight " + weight + " of game " + game
                    + " (expected a millionth to a million)");
        }
    }

    private static long checkTokens(String what, long tokens) {
        if (tokens < 0) {
            throw new IllegalArgumentException(what + " " + tokens + " (expected 0 or more)");
        }
        return tokens;
    }

    private static final class TenantAccount {
        final String game;
        final long number;
        double service;
        double settled; // the service without what calls in flight were charged
        int waiting;
        int inFlight;

        TenantAccount(String game, long number, double level) {
            this.game = game;
            this.number = number;
            this.service = level;
            this.settled = level;
        }

        boolean busy() {
            return waiting > 0 || inFlight > 0;
        }

        void liftTo(double level) {
            double lift = Math.max(0, level - service);
            service += lift;
            settled += lift;
        }
    }
}
