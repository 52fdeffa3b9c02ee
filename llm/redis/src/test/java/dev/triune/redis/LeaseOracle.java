/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import dev.triune.llm.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Knows every call and every message, and compares what gateways do and what Redis counts with what
 * they may. The first difference is kept. Times are milliseconds that have really passed.
 */
final class LeaseOracle {
    /**
     * The longest time until a gateway knows the cooldown of another, and steps of the simulation.
     */
    private static final long PROPAGATION = 900;

    final Limits limits;
    final int count;

    /** Whether nothing fails, so that Redis must count exactly what is used. */
    final boolean calm;

    /** Whether clocks of gateways jump or stand still, which leases do not survive exactly. */
    boolean clocksFail;

    final ModelledRedis model = new ModelledRedis();
    final RedisLedger redis = new RedisLedger(this, model);
    final List<GatewayLedger> gateways = new ArrayList<>();
    private final LongSupplier time;
    private final List<Call> calls = new ArrayList<>();
    private final List<Cooldown> cooldowns = new ArrayList<>();
    private String fault = "";
    private long order;

    LeaseOracle(Limits limits, int count, boolean calm, LongSupplier time) {
        this.limits = limits;
        this.count = count;
        this.calm = calm;
        this.time = time;
    }

    /** A call from its reservation on. */
    static final class Call {
        final GatewayLedger gateway;
        final long at;
        final long order;
        final long tokens;
        final boolean local;

        /** The epoch of the lease that it used. */
        final String epoch;

        private long prompt;
        private long output;
        private long beyond;
        private long answeredAt = -1;

        /** Whether its gateway knows the end of it. */
        boolean settled;

        Call(GatewayLedger gateway, long order, long tokens, boolean local, String epoch) {
            this.gateway = gateway;
            this.at = gateway.oracle.now();
            this.order = order;
            this.tokens = tokens;
            this.local = local;
            this.epoch = epoch;
        }

        void answered(int promptTokens, int outputTokens) {
            answeredAt = gateway.oracle.now();
            prompt = Math.min(promptTokens, tokens);
            output = Math.min(outputTokens, tokens - prompt);
            beyond = promptTokens + outputTokens - prompt - output;
        }

        long prompt() {
            return prompt;
        }

        long output() {
            return output;
        }

        /** Returns how much more it used than was reserved, which nobody can foresee. */
        long beyond() {
            return beyond;
        }

        boolean isRunning() {
            return answeredAt < 0;
        }

        /** Returns what it used since a time, and may still use. */
        long used(boolean ofTokens, boolean countsMaxTokens, long since) {
            if (!ofTokens || countsMaxTokens) {
                return at <= since ? 0 : ofTokens ? tokens : 1;
            }
            return isRunning()
                    ? tokens
                    : (at > since ? prompt : 0) + (answeredAt > since ? output : 0);
        }
    }

    long now() {
        return time.getAsLong();
    }

    long nextOrder() {
        return ++order;
    }

    void add(Call call) {
        calls.add(call);
    }

    void remove(Call call) {
        calls.remove(call);
    }

    /** Returns what some calls used since a time, and may still use. */
    long used(boolean tokens, long since, Predicate<Call> which) {
        long sum = 0;
        for (int i = calls.size() - 1;
                i >= 0 && calls.get(i).at > since - GatewayLedger.LONGEST_CALL;
                i--) {
            Call call = calls.get(i);
            long used = call.used(tokens, limits.countsMaxTokens(), since);
            sum += used > 0 && which.test(call) ? used : 0;
        }
        return sum;
    }

    /** Returns what a gateway counts of its ended local calls beside what they used as expected. */
    long unknown(GatewayLedger gateway) {
        return calls.stream()
                .filter(call -> call.gateway == gateway && call.local && !call.isRunning())
                .mapToLong(call ->
                        call.settled ? call.beyond : call.tokens - call.prompt - call.output)
                .sum();
    }

    /** What is used on leases stays within each limit, whatever is used beside them. */
    void checkLeased() {
        boolean second = !redis.hasJumped(2_500);
        checkLeased(false, LeaseChecker.SECOND, second ? limits.perSecond() : 0);
        checkLeased(false, LeaseChecker.MINUTE, limits.perMinute());
        checkLeased(true, LeaseChecker.MINUTE, limits.tokensPerMinute());
    }

    private void checkLeased(boolean tokens, long length, long limit) {
        if (limit > 0 && !clocksFail) {
            long used = used(tokens, now() - length, call -> !call.local && !redis.isLost(call));
            check(used <= limit, "leases allow " + used + " of " + limit + " in " + length);
        }
    }

    // ---- cooldowns

    private record Cooldown(GatewayLedger gateway, long at, long until) {}

    void cooled(GatewayLedger gateway, long millis) {
        cooldowns.add(new Cooldown(gateway, now(), now() + millis));
    }

    /** A gateway that starts a call knows each cooldown, also that of others. */
    void checkCooldowns(GatewayLedger starting) {
        for (Cooldown cooldown : cooldowns) {
            long delay = cooldown.gateway == starting ? 0 : PROPAGATION;
            boolean known = now() > cooldown.at + delay && now() < cooldown.until - 5;
            check(!known || !calm, "a call starts during a cooldown");
        }
    }

    /** Returns what a gateway, or each, may have reported since a time. */
    long reported(long since, boolean tokens, @Nullable GatewayLedger gateway) {
        Predicate<Call> which = call -> gateway == null || call.gateway == gateway;
        long beyond = calls.stream().filter(which).mapToLong(Call::beyond).sum();
        return used(tokens, since, which) + (tokens ? beyond : 0);
    }

    void check(boolean holds, String what) {
        if (!holds && fault.isEmpty()) {
            fault = what + " at " + now() + " ms";
        }
    }

    /** Returns the first difference; empty if there is none. */
    String fault() {
        return fault;
    }
}
