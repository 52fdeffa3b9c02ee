/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import dev.triune.redis.LeaseMessage.Amount;
import dev.triune.redis.LeaseOracle.Call;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What one gateway holds and has used, as its messages and its calls show. Times are milliseconds
 * of its own clock.
 */
final class GatewayLedger {
    static final long LONGEST_CALL = 20_000;
    private static final long LEASE = 2_000;
    private static final long EXPIRY_MARGIN = 50;
    private static final long REPORT_MARGIN = 2_000;
    private static final long RETRY = 50;
    private static final long BACKOFF = 100;

    /** The longest time without failures until a gateway publishes a cooldown. */
    private static final long PROMPT = 250;

    /** The longest time without failures until a gateway sends for a waiting call again. */
    private static final long PATIENT = 600;

    final LeaseOracle oracle;
    private final LongSupplier clock;
    private final Supplier<RedisHealth> health;
    private final Map<String, Long> counts = new HashMap<>();
    private final Deque<Call> unstarted = new ArrayDeque<>();
    private Amount allowance = Amount.NONE;
    private Amount arriving = Amount.NONE;
    private String epoch = "";
    private String endedEpoch = "";
    private String knownEpoch = "";
    private String announcedEpoch = "";
    private String epochBefore = "";
    private boolean refused;
    private boolean experienced;
    private long leasedUntil;
    private long arrivingUntil;
    private long settlesUntil;
    private long lastSent;
    private long lastSentAt = -RETRY;
    private long lastOpenedAt = -BACKOFF;
    private long runningTokens;
    private long coolingUntil;
    private long waitingSince = -1; // none
    private long unpublishedSince = -1;
    private long unpublishedUntil;
    private long clockOffset;
    private boolean dead;

    GatewayLedger(LeaseOracle oracle, LongSupplier clock, Supplier<RedisHealth> health) {
        this.oracle = oracle;
        this.clock = clock;
        this.health = health;
        oracle.gateways.add(this);
    }

    // ---- messages

    Observation sent(RedisScript script, List<String> keys, List<String> values) {
        if (script == RedisScript.LEASE) {
            return new Lease(requested(values), keys);
        }
        long sentAt = oracle.now();
        return new Observation() {
            private long offset;

            @Override
            public void ran(List<Object> reply, long redisClock) {
                offset = redisClock - oracle.now();
                oracle.redis.announced(
                        GatewayLedger.this, values, oracle.now() - sentAt, reply, redisClock);
            }

            @Override
            public void ended(@Nullable List<Object> reply) {
                if (reply != null) {
                    clockOffset = offset;
                    joined((String) reply.get(0), (Long) reply.get(2));
                }
            }
        };
    }

    private void joined(String current, long gateways) {
        counts.merge(current, gateways, Math::min);
        experienced |= !knownEpoch.isEmpty() && !current.equals(knownEpoch);
        knownEpoch = current;
        endedEpoch = current.equals(endedEpoch) ? "" : endedEpoch; // an older reply came later
    }

    /** Whether it knows an epoch, and one before it. */
    boolean hasExperience(String current) {
        return experienced && knownEpoch.equals(current);
    }

    /** Returns the fewest gateways that it was told of in an epoch. */
    long countIn(String ofEpoch) {
        return counts.getOrDefault(ofEpoch, 0L);
    }

    /** Returns the epoch that it knew before the one that its announcement names. */
    String epochBefore(String announced) {
        if (!announced.equals(announcedEpoch)) {
            epochBefore = announcedEpoch;
            announcedEpoch = announced;
        }
        return epochBefore;
    }

    /** It tries to connect. */
    void opened() {
        long at = clock.getAsLong();
        oracle.check(
                at - lastOpenedAt >= BACKOFF || oracle.clocksFail,
                "a gateway connects again too soon");
        lastOpenedAt = at;
    }

    /** Hears what becomes of one message. */
    interface Observation {
        /** Its script ran; it may do so twice. */
        void ran(List<Object> reply, long redisClock);

        /** The reply arrived, or null if it was lost. */
        void ended(@Nullable List<Object> reply);
    }

    private final class Lease implements Observation {
        private final LeaseMessage message;
        private final List<String> keys;
        private final long sentAt = oracle.now();

        Lease(LeaseMessage message, List<String> keys) {
            this.message = message;
            this.keys = keys;
        }

        @Override
        public void ran(List<Object> reply, long redisClock) {
            oracle.redis.leased(
                    GatewayLedger.this, message, keys, oracle.now() - sentAt, reply, redisClock);
        }

        @Override
        public void ended(@Nullable List<Object> reply) {
            arriving = Amount.NONE;
            if (reply != null) {
                replied(message, reply);
            }
        }
    }

    private LeaseMessage requested(List<String> values) {
        LeaseMessage message = new LeaseMessage(values, clock.getAsLong(), oracle.nextOrder());
        if (!message.epoch.equals(epoch)) {
            allowance = Amount.NONE;
            epoch = message.epoch;
            refused = false;
        }
        Amount held = message.sentAt < leasedUntil ? allowance.orNone() : Amount.NONE;
        oracle.check(held.covers(message.keep), "a gateway keeps more than it holds");
        oracle.check(
                message.running == runningTokens, "a gateway hides the tokens of running calls");
        allowance = message.keep;
        checkRequest(message);
        lastSent = message.order;
        lastSentAt = message.sentAt;
        return message;
    }

    private void checkRequest(LeaseMessage message) {
        oracle.check(
                message.callLife == LEASE + (countsRunning() ? LONGEST_CALL : 0),
                "running calls are not held for as long as they may last");
        oracle.check(!message.epoch.equals(endedEpoch), "a gateway asks in an epoch that ended");
        boolean soon = message.sentAt - lastSentAt < RETRY;
        oracle.check(!soon || !refused || message.cooling > 0, "a refused gateway asks too soon");
        refused = false;
        checkPrompt(message);
        for (int i = 0; i < message.windows.size() && !oracle.clocksFail; i++) {
            LeaseMessage.Window window = message.windows.get(i);
            long late = window.tokens() ? LONGEST_CALL : 1_000; // a frozen gateway dates ends late
            long since = oracle.now() - window.length() - 2 * window.slot() - late;
            oracle.check(
                    message.reported(i) <= oracle.reported(since, window.tokens(), this),
                    "a gateway reports more than it used");
        }
    }

    /** What waits is sent at once: a cooldown, and the wish of a call. */
    private void checkPrompt(LeaseMessage message) {
        boolean late = waitingSince >= coolingUntil && message.sentAt - waitingSince > PATIENT;
        boolean latePublished = unpublishedSince >= 0 && message.sentAt - unpublishedSince > PROMPT;
        oracle.check(!oracle.calm || !late || lastSent == 0, "a waiting call is not sent for");
        oracle.check(!oracle.calm || !latePublished, "a cooldown is published late");
        oracle.check(
                unpublishedSince < 0 || message.cooling > 0 || message.sentAt >= unpublishedUntil,
                "a cooldown is not published");
        waitingSince = -1;
        unpublishedSince = -1;
    }

    /** Redis has granted this; the reply may be lost. */
    void granted(LeaseMessage message, Amount amount) {
        arriving = amount;
        arrivingUntil = message.sentAt + LEASE;
    }

    private void replied(LeaseMessage message, List<Object> reply) {
        if (reply.size() == 1) {
            allowance = Amount.NONE;
            endedEpoch = (Long) reply.get(0) == 0 ? message.epoch : endedEpoch;
            return;
        }
        long settling = (Long) reply.get(1);
        Amount granted = new Amount((Long) reply.get(3), (Long) reply.get(4));
        allowance = ((Long) reply.get(2) == 1 ? allowance : Amount.NONE).plus(granted);
        refused = !granted.covers(message.want);
        leasedUntil = message.sentAt + LEASE;
        settlesUntil = settling > 0 ? message.sentAt + settling : 0;
        coolingUntil = Math.max(coolingUntil, message.sentAt + (Long) reply.get(5));
    }

    /** Returns how far Redis's clock was ahead of the time when this gateway last read it. */
    long clockOffset() {
        return clockOffset;
    }

    /** Its process ended. */
    void killed() {
        dead = true;
    }

    boolean isDead() {
        return dead;
    }

    /** Whether it used leases since a time. */
    boolean usedLeases(long since) {
        return oracle.used(false, since, call -> call.gateway == this && !call.local) > 0;
    }

    void cooled(long millis) {
        long at = clock.getAsLong();
        coolingUntil = Math.max(coolingUntil, at + millis);
        unpublishedUntil = Math.max(unpublishedUntil, at + millis);
        unpublishedSince = unpublishedSince < 0 ? at : unpublishedSince;
        oracle.cooled(this, millis);
    }

    /** Returns what it may still use on leases of an epoch. */
    Amount mayUse(String ofEpoch) {
        if (!epoch.equals(ofEpoch)) {
            return Amount.NONE;
        }
        long at = clock.getAsLong();
        return (at < leasedUntil ? allowance : Amount.NONE)
                .plus(at < arrivingUntil ? arriving : Amount.NONE);
    }

    // ---- calls

    /** A call was found not to fit. */
    void refused(long tokens) {
        long at = clock.getAsLong();
        boolean leased = at < leasedUntil - EXPIRY_MARGIN && allowance.covers(amount(tokens));
        oracle.check(!leased, "a gateway does not use what it holds");
        waitingSince = waitingSince < 0 ? at : waitingSince;
        if (isLocal(at) && !oracle.clocksFail) {
            int gateways = health.get().gateways();
            oracle.check(
                    !fitsShare(tokens, gateways, 2_500), "a gateway does not use its local share");
        }
    }

    Call reserved(long tokens, boolean local) {
        long at = clock.getAsLong();
        if (local) {
            oracle.check(isLocal(at), "a gateway uses a local share although Redis grants leases");
            oracle.check(
                    oracle.clocksFail || fitsShare(tokens, oracle.count, 0),
                    "a gateway exceeds its local share");
        } else {
            oracle.check(
                    at < leasedUntil && allowance.covers(amount(tokens)),
                    "a gateway uses what it does not hold");
            allowance = allowance.minus(amount(tokens));
        }
        waitingSince = -1;
        oracle.checkCooldowns(this);
        oracle.check(at >= coolingUntil, "a call starts during a cooldown that is known");
        Call call = new Call(this, oracle.nextOrder(), tokens, local, epoch);
        runningTokens += countsRunning() ? tokens : 0;
        oracle.add(call);
        oracle.checkLeased();
        unstarted.add(call);
        return call;
    }

    /** Returns the reserved call that the provider starts. */
    Call started() {
        return unstarted.remove();
    }

    void settled(Call call) {
        call.settled = true;
        runningTokens -= countsRunning() ? call.tokens : 0;
        allowance = allowance.minus(
                new Amount(0, oracle.limits.tokensPerMinute() > 0 ? call.beyond() : 0));
    }

    void released(Call call) {
        settled(call);
        unstarted.remove(call);
        if (call.order > lastSent) {
            oracle.remove(call);
            allowance = call.local ? allowance : allowance.plus(amount(call.tokens));
        }
    }

    private Amount amount(long tokens) {
        return new Amount(
                oracle.limits.perMinute() > 0 ? 1 : 0,
                oracle.limits.tokensPerMinute() > 0 ? tokens : 0);
    }

    private boolean countsRunning() {
        return oracle.limits.tokensPerMinute() > 0 && !oracle.limits.countsMaxTokens();
    }

    // ---- the local share

    private boolean isLocal(long at) {
        return health.get().sharingMode() == RedisHealth.SharingMode.ALONE
                || at < settlesUntil - REPORT_MARGIN;
    }

    private boolean fitsShare(long tokens, int gateways, long longer) {
        long late = longer == 0 ? 0 : LONGEST_CALL; // a frozen gateway dates ends late
        return fits(1, oracle.limits.perSecond(), gateways, 1_000 + Math.min(longer, 400), false)
                && fits(1, oracle.limits.perMinute(), gateways, 60_000 + longer, false)
                && fits(tokens, oracle.limits.tokensPerMinute(), gateways, 60_000 + late, true);
    }

    private boolean fits(long more, long limit, int gateways, long length, boolean tokens) {
        long used = oracle.used(
                tokens, oracle.now() - length, call -> call.local && call.gateway == this);
        long unknown = tokens && length > 60_000 ? oracle.unknown(this) : 0;
        return limit == 0 || used + unknown + more <= Math.max(1, limit / (4L * gateways));
    }
}
