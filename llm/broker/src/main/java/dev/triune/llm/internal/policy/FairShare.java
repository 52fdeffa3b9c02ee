/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Work-conserving fair sharing by start-time fair queueing: each tenant has a virtual counter that
 * grows by its tokens divided by its weight, and the waiting tenant with the least service goes
 * first.
 *
 * <p>A call is charged an estimate when granted, which is corrected at its end. A tenant that starts
 * to wait is raised to the least <em>settled</em> service of the waiting tenants, which excludes
 * estimates, so that a newcomer does not pay for what a busy tenant might use. This level never
 * falls; when no tenant waits or has calls in flight, all start level again.
 *
 * <p>Not thread-safe. Operations take logarithmic time in the number of tenants.
 */
public final class FairShare {
    /** The maximum number of tenants to remember that neither wait nor have calls in flight. */
    public static final int MAX_IDLE = 10_000;

    /** The maximum lead that emergencies may give a tenant, in large calls. */
    static final int MAX_AHEAD = 4;

    /** The minimum weight; in the permitted range counters are exact enough. */
    private static final double MIN_WEIGHT = 1e-6;

    private static final double MAX_WEIGHT = 1e6;

    /** The factor by which a call reduces the weight of earlier ones: half after about 22 calls. */
    private static final double RECENT_DECAY = 31.0 / 32;

    private static final Comparator<TenantAccount> BY_SERVICE =
            Comparator.<TenantAccount>comparingDouble(a -> a.service)
                    .thenComparingLong(a -> a.number);

    private final Map<String, Double> weights;
    private final long tokensPerRequest;
    private final Map<String, TenantAccount> accounts = new LinkedHashMap<>();
    private final TreeSet<TenantAccount> waiting = new TreeSet<>(BY_SERVICE);
    private final TreeSet<TenantAccount> waitingBySettled =
            new TreeSet<>(Comparator.<TenantAccount>comparingDouble(a -> a.settled)
                    .thenComparingLong(a -> a.number));
    private final TreeSet<TenantAccount> idle = new TreeSet<>(BY_SERVICE);
    private double level;

    /** The largest recent call, in tokens, including the tokens per request. */
    private double largestRecent;

    private long opened;
    private int busyCount; // the number of tenants that wait or have calls in flight
    private double busyWeight;

    /**
     * Creates an instance without tenants. A tenant has weight 1 unless another is given, 1e-6 to 1e6;
     * each request costs {@code tokensPerRequest}, 0 or more, in addition to its tokens.
     */
    public FairShare(Map<String, Double> weights, long tokensPerRequest) {
        weights.forEach(FairShare::checkWeight);
        this.weights = Map.copyOf(weights);
        this.tokensPerRequest = checkTokens("tokens per request", tokensPerRequest);
    }

    /** Records that a request starts waiting; a tenant without waiting ones has saved up nothing. */
    public void enqueued(String tenant) {
        TenantAccount account = open(tenant);
        unlist(account);
        if (account.waiting == 0) {
            account.liftTo(level);
        }
        account.waiting++;
        list(account);
    }

    /** Records that a request of a tenant no longer waits; ignored if none did. */
    public void dequeued(String tenant) {
        TenantAccount account = accounts.get(tenant);
        if (account == null || account.waiting == 0) {
            return;
        }
        unlist(account);
        account.waiting--;
        list(account);
    }

    /** Returns the virtual service of a tenant, in weighted tokens: lower goes first. */
    public double service(String tenant) {
        TenantAccount account = accounts.get(tenant);
        return account == null ? level : account.service;
    }

    /** Returns the least service of the waiting tenants; 0 if there are none. */
    public double leastService() {
        return waiting.isEmpty() ? 0 : waiting.first().service;
    }

    /**
     * Whether an emergency may go before its tenant's turn: if the tenant is ahead of the least served
     * by at most {@value #MAX_AHEAD} of the largest recent call, divided by its own weight. The
     * tenant pays this back: it gets no further turn until the others have caught up.
     */
    public boolean mayPreempt(String tenant) {
        return waiting.isEmpty()
                || service(tenant) - leastService() <= MAX_AHEAD * largestRecent / weight(tenant);
    }

    /** Charges an estimate until {@link #settle} or {@link #refund}; returns the amount charged. */
    public double charge(String tenant, long tokens) {
        largestRecent *= RECENT_DECAY;
        double charged = cost(tenant, checkTokens("tokens", tokens));
        TenantAccount account = open(tenant);
        unlist(account);
        account.service += charged;
        account.inFlight++;
        list(account);
        return charged;
    }

    /** Replaces a {@link #charge} with the actual tokens; ignored if the tenant was forgotten. */
    public void settle(String tenant, double charged, long tokens) {
        end(tenant, charged, cost(tenant, checkTokens("tokens", tokens)));
    }

    /** Undoes a {@link #charge} for a call that was never made; ignores a forgotten tenant. */
    public void refund(String tenant, double charged) {
        end(tenant, charged, 0);
    }

    public void forget(String tenant) {
        TenantAccount account = accounts.get(tenant);
        if (account != null) {
            unlist(account);
            accounts.remove(tenant);
            tidy();
        }
    }

    /** Returns a tenant's share, 0 to 1, among itself and all that wait or have calls in flight. */
    public double shareOf(String tenant) {
        double weight = weight(tenant);
        TenantAccount account = accounts.get(tenant);
        boolean counted = account != null && account.busy();
        return weight / (busyWeight + (counted ? 0 : weight));
    }

    /** Returns the number of tenants that wait, have calls in flight or are above the level. */
    public int tenants() {
        return accounts.size();
    }

    private void end(String tenant, double charged, double cost) {
        if (!(charged >= 0 && charged <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException(
                    "charged " + charged + " (expected what the charge returned)");
        }
        TenantAccount account = accounts.get(tenant);
        if (account == null || account.inFlight == 0) {
            return;
        }
        unlist(account);
        account.inFlight--;
        account.settled += cost;
        // equal when nothing is in flight, so that rounding errors do not accumulate
        account.service =
                account.inFlight == 0 ? account.settled : account.service - charged + cost;
        list(account);
    }

    private double cost(String tenant, long tokens) {
        double call = (double) tokens + tokensPerRequest;
        largestRecent = Math.max(largestRecent, call);
        return call / weight(tenant);
    }

    private double weight(String tenant) {
        return weights.getOrDefault(tenant, 1.0);
    }

    private TenantAccount open(String tenant) {
        return accounts.computeIfAbsent(tenant, name -> new TenantAccount(name, opened++, level));
    }

    /** Removes an account from the sorted sets, because its position is about to change. */
    private void unlist(TenantAccount account) {
        waiting.remove(account);
        waitingBySettled.remove(account);
        idle.remove(account);
        if (account.busy() && --busyCount == 0) {
            busyWeight = 0; // so that rounding errors do not accumulate
        } else if (account.busy()) {
            busyWeight -= weight(account.tenant);
        }
    }

    private void list(TenantAccount account) {
        if (account.busy()) {
            busyCount++;
            busyWeight += weight(account.tenant);
        }
        if (account.waiting > 0) {
            waiting.add(account);
            waitingBySettled.add(account);
        } else if (account.inFlight == 0) {
            idle.add(account);
        }
        tidy();
    }

    /** Raises the level, and drops idle tenants up to it, as they would be raised to it anyway. */
    private void tidy() {
        if (!waitingBySettled.isEmpty()) {
            level = Math.max(level, waitingBySettled.first().settled);
        } else if (!idle.isEmpty() && idle.size() == accounts.size()) {
            level = Math.max(level, idle.last().service);
        }
        while (!idle.isEmpty() && (idle.first().service <= level || idle.size() > MAX_IDLE)) {
            TenantAccount useless = idle.first();
            idle.remove(useless);
            accounts.remove(useless.tenant);
        }
    }

    /** Rejects a weight that is out of range. */
    public static void checkWeight(String tenant, @Nullable Double weight) {
        if (weight == null || !(weight >= MIN_WEIGHT && weight <= MAX_WEIGHT)) {
            throw new IllegalArgumentException("weight " + weight + " of tenant " + tenant
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
        final String tenant;
        final long number;
        double service;
        double settled; // the service without the charges of calls in flight
        int waiting;
        int inFlight;

        TenantAccount(String tenant, long number, double level) {
            this.tenant = tenant;
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
