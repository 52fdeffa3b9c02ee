/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import dev.triune.redis.LeaseMessage.Amount;
import dev.triune.redis.LeaseMessage.Window;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What Redis must count, hold and grant in its epoch, checked after each script. Times are
 * milliseconds of Redis's clock unless they say otherwise.
 */
final class RedisLedger {
    private static final long LEASE = 2_000;
    private static final long WANT = 1_000;
    private static final long SETTLING = 5_000;
    private static final long ABSENCE = 65_000;
    private static final long SILENCE = 1_500;
    private static final long PAUSE = 2_000;

    /** A message that is later than this may look as if the clock had jumped. */
    private static final long TOLERANCE = 899;

    /** The largest jump of the clock that may go unnoticed, with late messages. */
    private static final long JUMP = 2_900;

    private final LeaseOracle oracle;
    private final ModelledRedis redis;
    private final Map<GatewayLedger, Holding> holdings = new HashMap<>();
    private final Map<String, GatewayLedger> names = new HashMap<>();
    private final Map<String, Long> present = new HashMap<>();
    private final Set<GatewayLedger> experienced = new HashSet<>();

    /** The names of the gateways that have reported all. */
    private final Set<String> told = new HashSet<>();

    private String epoch = "";
    private long bornAt;
    private long bornClock;
    private long jumpedAt = Long.MIN_VALUE / 2;
    private boolean lost;
    private long coolUntil;

    /** The last request of a gateway that had an effect. */
    private static final class Holding {
        String name = "";
        long sequence;
        long order;
        long requestsLapse;
        long tokensLapse;
        long since;
        long waitsUntil;
        Amount held = Amount.NONE;
        Amount want = Amount.NONE;

        /** What it has reported in this epoch, with the times at which it counts. */
        final List<Reported> reported = new ArrayList<>();

        Amount heldAt(long clock) {
            return new Amount(
                    clock < requestsLapse ? held.requests() : 0,
                    clock < tokensLapse ? held.tokens() : 0);
        }
    }

    private record Reported(int window, long at, long amount) {}

    RedisLedger(LeaseOracle oracle, ModelledRedis redis) {
        this.oracle = oracle;
        this.redis = redis;
    }

    /** Whether nobody is left who could tell Redis of a call that it has lost. */
    boolean isLost(LeaseOracle.Call call) {
        return call.gateway.isDead() && !call.epoch.equals(epoch);
    }

    /** Redis lost its data or restarted. */
    void lost() {
        lost = true;
    }

    /** The clock of Redis has jumped. */
    void jumped() {
        jumpedAt = oracle.now();
    }

    boolean hasJumped(long withinMillis) {
        return oracle.now() - jumpedAt <= withinMillis;
    }

    /** Whether a message may not find the clock that its gateway expects. */
    private boolean mayDiffer(long late) {
        return late > TOLERANCE || hasJumped(ABSENCE) || oracle.clocksFail;
    }

    // ---- announcements

    void announced(
            GatewayLedger gateway, List<String> values, long late, List<Object> reply, long clock) {
        if (!reply.get(0).equals(epoch)) {
            oracle.check(
                    epoch.isEmpty() || lost || mayDiffer(late), "an epoch begins without a cause");
            oracle.check((Long) reply.get(4) >= SETTLING, "an epoch settles too shortly");
            epoch = (String) reply.get(0);
            bornAt = oracle.now();
            lost = false;
            coolUntil = 0;
            holdings.clear();
            present.clear();
            experienced.clear();
            told.clear();
            bornClock = clock;
        }
        checkSettling(gateway, values, reply, clock);
        oracle.check(!lost, "an epoch survives the loss of its data");
        String name = (String) reply.get(1);
        present.put(name, clock);
        present.values().removeIf(at -> at <= clock - ABSENCE);
        oracle.check((Long) reply.get(2) == present.size(), "Redis miscounts the gateways");
        oracle.check(
                names.putIfAbsent(name, gateway) == null || names.get(name) == gateway,
                "two gateways have one name");
        if (gateway.hasExperience(epoch)) {
            experienced.add(gateway);
        }
        boolean hasUse = gateway.usedLeases(oracle.now() - LeaseChecker.MINUTE);
        oracle.check(
                !values.get(10).equals(epoch)
                        || holdings.containsKey(gateway)
                        || !hasUse
                        || oracle.clocksFail, // what it used seems older to it
                "a gateway claims to have reported all");
    }

    /** A gateway that is new to an epoch makes it wait for all that the gateway knows of. */
    private void checkSettling(
            GatewayLedger gateway, List<String> values, List<Object> reply, long clock) {
        String known = values.get(7);
        boolean isNew = !known.equals(epoch);
        if (values.get(10).equals(epoch)) {
            told.add((String) reply.get(1));
        }
        long silent = clock - present.values().stream().max(Long::compare).orElse(clock);
        oracle.check(
                !isNew || silent <= SILENCE || (Long) reply.get(4) >= PAUSE,
                "an epoch does not settle again after a silence");
        oracle.check(
                !isNew
                        || clock >= bornClock + ABSENCE
                        || (Long) reply.get(6) >= gateway.countIn(known) - told.size(),
                "an epoch awaits too few gateways");
        String before = gateway.epochBefore(known);
        oracle.check(
                isNew || Long.parseLong(values.get(11)) >= gateway.countIn(before),
                "a gateway forgets how many there were before");
    }

    // ---- leases

    void leased(
            GatewayLedger gateway,
            LeaseMessage message,
            List<String> keys,
            long late,
            List<Object> reply,
            long clock) {
        Holding mine = holdings.get(gateway);
        boolean isLate = mine != null && message.sequence <= mine.sequence;
        if (reply.size() == 1) {
            boolean ended = !message.epoch.equals(epoch) || lost;
            oracle.check(ended || isLate || mayDiffer(late), "Redis ignores a request");
            return;
        }
        oracle.check(message.epoch.equals(epoch) && !lost, "a request outlives its epoch");
        oracle.check(!isLate, "a late request has an effect");
        long jump = Math.abs(clock - oracle.now() - gateway.clockOffset());
        oracle.check(jump <= JUMP || oracle.clocksFail, "a jump of the clock goes unnoticed");
        if (mine == null) {
            mine = new Holding();
            holdings.put(gateway, mine);
        }
        Amount granted = new Amount((Long) reply.get(3), (Long) reply.get(4));
        boolean settling = (Long) reply.get(1) > 0;
        oracle.check(!settling || granted.equals(Amount.NONE), "a settling epoch grants");
        oracle.check(granted.equals(Amount.NONE) || haveAllReported(), "an epoch grants too early");
        boolean kept = (Long) reply.get(2) == 1;
        oracle.check(kept == clock < mine.requestsLapse, "a lease ends at the wrong time");
        Grant grant = new Grant(message, keys, mine, granted, clock);
        mine.held = grant.expected(kept);
        mine.name = message.name;
        mine.sequence = message.sequence;
        mine.order = message.order;
        mine.requestsLapse = clock + LEASE;
        mine.tokensLapse = clock + message.callLife;
        gateway.granted(message, granted);
        coolUntil = message.cooling > 0 ? Math.max(coolUntil, clock + message.cooling) : coolUntil;
        oracle.check(
                (Long) reply.get(5) == Math.max(0, coolUntil - clock),
                "Redis does not pass on the longest cooldown");
        checkReported(gateway, mine, message);
        grant.checkHeld();
        grant.checkUsed(settling);
        if (!settling) {
            grant.checkAmounts();
        }
        grant.queue(settling);
    }

    /** Each request tells what its gateway had used until then and not yet told. */
    private void checkReported(GatewayLedger gateway, Holding mine, LeaseMessage message) {
        long now = oracle.now();
        mine.reported.removeIf(use -> use.at < now - LeaseChecker.MINUTE);
        message.uses.forEach(use ->
                mine.reported.add(new Reported(use.window(), now - use.age(), use.amount())));
        for (int i = 0; i < message.windows.size() && !oracle.clocksFail; i++) {
            int index = i;
            Window window = message.windows.get(i);
            long since = now - window.real();
            long reported = mine.reported.stream()
                    .filter(use -> use.window == index && use.at > since)
                    .mapToLong(Reported::amount)
                    .sum();
            long used = oracle.used(
                    window.tokens(),
                    since,
                    call -> call.gateway == gateway && call.order < message.order);
            oracle.check(
                    reported + (window.tokens() ? message.running : 0) >= used,
                    "a gateway reports " + reported + " of " + used + " in " + window);
        }
    }

    /** Whether each living gateway has reported what it used on leases before this epoch. */
    private boolean haveAllReported() {
        long now = oracle.now();
        boolean jumpUnnoticed = jumpedAt > bornAt; // those that know the clock cannot reach Redis
        return now >= bornAt + ABSENCE
                || jumpUnnoticed
                || experienced.isEmpty()
                || oracle.gateways.stream()
                        .filter(gateway -> !gateway.isDead() && !holdings.containsKey(gateway))
                        .noneMatch(gateway -> gateway.usedLeases(now - LeaseChecker.MINUTE));
    }

    /** One request that had an effect. */
    private final class Grant {
        private final LeaseMessage message;
        private final List<String> keys;
        private final Holding mine;
        private final Amount granted;
        private final long clock;
        private final long since;

        Grant(LeaseMessage message, List<String> keys, Holding mine, Amount granted, long clock) {
            this.message = message;
            this.keys = keys;
            this.mine = mine;
            this.granted = granted;
            this.clock = clock;
            this.since = clock < mine.waitsUntil ? mine.since : clock;
        }

        /** Returns what Redis must hold for this gateway. */
        Amount expected(boolean kept) {
            long before = mine.heldAt(clock).tokens();
            return kept
                    ? message.keep.plus(new Amount(0, message.running)).plus(granted)
                    : new Amount(0, Math.max(before, message.running)).plus(granted);
        }

        void checkHeld() {
            for (Holding holding : holdings.values()) {
                holding.held = holding.heldAt(clock); // stays lapsed if the clock jumps back
                oracle.check(
                        redis.held(keys.get(1), holding.name).equals(holding.held),
                        "Redis holds what no gateway has, or not what it has");
            }
        }

        /** Redis counts what was used, and what may be used before it learns of it. */
        void checkUsed(boolean settling) {
            for (int i = 0; i < message.windows.size(); i++) {
                Window window = message.windows.get(i);
                boolean tokens = window.tokens();
                long counted = counted(i);
                long since = oracle.now() - window.real() + (hasJumped(130_000) ? 1_000 : 0);
                long used = oracle.used(tokens, since, this::isKnown)
                        + oracle.gateways.stream()
                                .mapToLong(gateway -> gateway.mayUse(epoch).of(tokens))
                                .sum();
                boolean exempt = oracle.clocksFail
                        || (settling && hasJumped(ABSENCE)) // not noticed by all yet
                        || (window.real() == LeaseChecker.SECOND && hasJumped(2_500));
                oracle.check(
                        exempt || counted >= used,
                        "Redis counts " + counted + " of " + used + " in " + window);
                long longer = oracle.now() - window.length() - 2 * window.slot() - 1_000;
                oracle.check(
                        !oracle.calm
                                || counted - held(tokens) <= oracle.reported(longer, tokens, null),
                        "Redis counts more than was used");
            }
        }

        private boolean isKnown(LeaseOracle.Call call) {
            Holding holding = holdings.get(call.gateway);
            return holding != null
                    && (call.order < holding.order || (!call.local && call.epoch.equals(epoch)));
        }

        private long held(boolean tokens) {
            return holdings.values().stream()
                    .mapToLong(holding -> holding.heldAt(clock).of(tokens))
                    .sum();
        }

        /** Returns what counts as used in a window: what was used, and what gateways hold. */
        private long counted(int index) {
            return redis.used(keys.get(1), keys.get(2 + index))
                    + held(message.windows.get(index).tokens());
        }

        /** No more is granted than is free, nor less; who waits longer comes first. */
        void checkAmounts() {
            boolean wants = !message.want.equals(Amount.NONE);
            boolean refused = wants && !granted.covers(message.want);
            if (refused) {
                oracle.check(granted.equals(Amount.NONE), "a want is granted in part");
                Amount all = message.want.plus(waiting(true));
                oracle.check(!isFree(all, false) || !isFree(all, true), "a want is refused");
                return;
            }
            Amount more = granted.minus(wants ? message.want : Amount.NONE);
            oracle.check(message.extra.covers(more), "more is granted than wanted");
            if (wants) {
                Amount without = waiting(false).minus(more);
                oracle.check(
                        isFree(without, false) && isFree(without, true),
                        "a want is granted before an older one");
            }
            for (boolean tokens : new boolean[] {false, true}) {
                Amount others = waiting(Long.MAX_VALUE);
                oracle.check(
                        more.of(tokens) == 0 || isFree(others, tokens),
                        "more is prefetched than is free");
                oracle.check(
                        more.of(tokens) == message.extra.of(tokens)
                                || !isFree(others.plus(new Amount(1, 1)), tokens),
                        "less is prefetched than is free");
            }
        }

        private boolean isFree(Amount amount, boolean tokens) {
            for (int i = 0; i < message.windows.size(); i++) {
                Window window = message.windows.get(i);
                if (window.tokens() == tokens && counted(i) + amount.of(tokens) > window.limit()) {
                    return false;
                }
            }
            return true;
        }

        /** Returns what others have waited for longer, or as long. */
        private Amount waiting(boolean orAsLong) {
            return waiting(orAsLong ? since + 1 : since);
        }

        private Amount waiting(long before) {
            Amount sum = Amount.NONE;
            for (Holding holding : holdings.values()) {
                if (holding != mine && clock < holding.waitsUntil && holding.since < before) {
                    sum = sum.plus(holding.want);
                }
            }
            return sum;
        }

        void queue(boolean settling) {
            boolean refused = !settling && !granted.covers(message.want);
            mine.since = since;
            mine.waitsUntil = refused ? clock + WANT : 0;
            mine.want = refused ? message.want : Amount.NONE;
        }
    }
}
