/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import dev.triune.llm.Limits;
import dev.triune.llm.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Records what several gateways use of one key, and checks each window. Times are milliseconds. */
final class LeaseChecker {
    static final long SECOND = 1_000;
    static final long MINUTE = 60_000;

    final Map<Outcome.Kind, Integer> outcomes = new EnumMap<>(Outcome.Kind.class);
    private final Limits limits;
    private final int count;
    private final List<Use> requests = new ArrayList<>();
    private final List<Use> tokens = new ArrayList<>();

    /** When a gateway was on its local share, in order. */
    private final List<Long> alone = new ArrayList<>();

    private final List<Long> kills = new ArrayList<>();
    private final List<Long> jumps = new ArrayList<>();
    private final List<Long> stops = new ArrayList<>();
    private final List<Use> advances = new ArrayList<>();

    private record Use(long at, long amount, Object gateway) {}

    LeaseChecker(Limits limits, int count) {
        this.limits = limits;
        this.count = count;
    }

    void started(long at, Object gateway, long reserved) {
        requests.add(new Use(at, 1, gateway));
        if (limits.countsMaxTokens()) {
            tokens.add(new Use(at, reserved, gateway));
        }
    }

    void answered(long at, Object gateway, LeaseOracle.Call call) {
        if (!limits.countsMaxTokens()) {
            tokens.add(new Use(call.at, call.prompt(), gateway));
            tokens.add(new Use(at, call.output(), gateway));
        }
    }

    void killed(long at) {
        kills.add(at);
    }

    /** Limits of a second do not hold when the clock of Redis jumps. */
    void jumped(long at) {
        jumps.add(at);
    }

    /** The clock of a gateway stood still until then: it may spend its lease too late. */
    void stopped(long at) {
        stops.add(at);
    }

    /** The clock of a gateway jumped ahead: what it used seems older. */
    void advanced(long at, Object gateway) {
        advances.add(new Use(at, 0, gateway));
    }

    void mode(long at, RedisHealth.SharingMode sharingMode) {
        boolean local = sharingMode == RedisHealth.SharingMode.ALONE
                || sharingMode == RedisHealth.SharingMode.SETTLING;
        if (local && (alone.isEmpty() || alone.get(alone.size() - 1) < at)) {
            alone.add(at);
        }
    }

    void ended(long at, Outcome outcome) {
        outcomes.merge(outcome.kind(), 1, Integer::sum);
    }

    /** Returns how much of the tightest limit was used in a period of whole minutes. */
    double share(long from, long until) {
        double minutes = (double) (until - from) / MINUTE;
        double ofRequests = limits.perMinute() == 0
                ? 0
                : sum(requests, from, until) / minutes / limits.perMinute();
        double ofTokens = limits.tokensPerMinute() == 0
                ? 0
                : sum(tokens, from, until) / minutes / limits.tokensPerMinute();
        return Math.max(ofRequests, ofTokens);
    }

    private static long sum(List<Use> uses, long from, long until) {
        return uses.stream()
                .filter(use -> use.at >= from && use.at < until)
                .mapToLong(Use::amount)
                .sum();
    }

    /**
     * Returns the first window beyond its limit, or its bound if a gateway was alone; else empty.
     */
    String exceeded() {
        tokens.sort(Comparator.comparingLong(Use::at));
        return exceeded("requests a second", requests, SECOND, limits.perSecond())
                + exceeded("requests a minute", requests, MINUTE, limits.perMinute())
                + exceeded("tokens a minute", tokens, MINUTE, limits.tokensPerMinute());
    }

    private String exceeded(String what, List<Use> uses, long length, long limit) {
        long sum = 0;
        int first = 0;
        for (int last = 0; limit > 0 && last < uses.size(); last++) {
            long at = uses.get(last).at;
            sum += uses.get(last).amount;
            while (at - uses.get(first).at >= length) {
                sum -= uses.get(first).amount;
                first++;
            }
            boolean jumped = length == SECOND && isAny(jumps, at - 2 * SECOND, at);
            if (sum > limit
                    && !jumped
                    && sum > bound(limit, at - length, at) + extra(uses, limit, at - length, at)) {
                return what + ": " + sum + " until " + at + " ms at a limit of " + limit + "; ";
            }
        }
        return "";
    }

    private long bound(long limit, long from, long until) {
        boolean local = isAny(alone, from, until);
        long replaced = kills.stream().filter(at -> at >= from && at <= until).count();
        return local
                ? LocalShare.maxCombinedUse(limit, count) + replaced * LocalShare.of(limit, count)
                : limit;
    }

    /** What clocks that stood still or jumped ahead may have caused. */
    private long extra(List<Use> uses, long limit, long from, long until) {
        long leases = stops.stream().filter(at -> at >= from && at <= until).count();
        long again = 0;
        for (Use advance : advances) {
            if (advance.at >= from && advance.at <= until) {
                again += uses.stream()
                        .filter(use -> use.gateway == advance.gateway)
                        .filter(use -> use.at >= from && use.at <= advance.at)
                        .mapToLong(Use::amount)
                        .sum();
            }
        }
        return leases * Math.max(1, limit / 10) + again;
    }

    private static boolean isAny(List<Long> times, long from, long until) {
        return times.stream().anyMatch(at -> at >= from && at <= until);
    }
}
