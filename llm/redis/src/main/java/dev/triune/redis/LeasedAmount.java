/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import dev.triune.llm.SharedLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The slice of an amount that this gateway has in hand, such as a part of a day's budget. Its calls
 * hold and spend only the slice, which Redis has set aside, so that all gateways together never
 * exceed the whole, whatever becomes of Redis or of them. What waits here is fetched on demand,
 * beside a quarter of the rest divided among the gateways: with it, calls wait for no round trip,
 * and a gateway goes on for a while when Redis is gone. Thread-safe; the lock is never held while
 * sending. Times are milliseconds.
 */
final class LeasedAmount implements SharedLimits.SharedAmount {
    /** The interval of reports while the amount is used. */
    private static final long REFRESH_MILLIS = 500;

    /** The delay before a demand that was not granted in full is repeated. */
    private static final long RETRY_MILLIS = 100;

    /** The minimum interval between two requests. */
    private static final long MIN_INTERVAL_MILLIS = 10;

    /** The time without use after which the slice is returned. */
    private static final long IDLE_MILLIS = 10_000;

    /** The longest wait while a new Redis settles, which takes longer if a gateway is missing. */
    private static final long MAX_WAIT_MILLIS = 2 * LocalShare.SETTLING.toMillis();

    /** The part of the rest that is fetched in advance, by all gateways together. */
    private static final long ADVANCE_PARTS = 4;

    private final LeaseContext context;
    private final int number;
    private final long life;
    private long limit;

    /** Spent by all gateways as Redis last told, or as this gateway's file knew. */
    private long known;

    private String knownEpoch = "";

    /** Spent here since {@link #known}. */
    private long unacknowledged;

    /** Spent here in the joined epoch, as told or to be told. */
    private long own;

    private String joinedEpoch = "";
    private long slice;
    private long held;
    private long demanded;
    private boolean contested;
    private boolean answeredInFull = true;
    private boolean inFlight;
    private long sequence;
    private long sentAt = -REFRESH_MILLIS;
    private long usedAt;

    /** Waits for the next request, and for the answer to the one in flight. */
    private List<Waiter> waiting = new ArrayList<>();

    private List<Waiter> asked = new ArrayList<>();

    /**
     * Creates an amount without a slice.
     *
     * @param number another one for each amount of a gateway
     * @param spent what is known to be spent by all gateways
     * @param life how long Redis keeps it since its last use
     */
    LeasedAmount(LeaseContext context, int number, long limit, long spent, Duration life, long at) {
        this.context = context;
        this.number = number;
        this.limit = limit;
        this.known = spent;
        this.life = life.toMillis();
        this.usedAt = at;
    }

    /** Records that it is asked for, with a limit that may have changed. */
    synchronized void use(long newLimit, long at) {
        limit = newLimit;
        usedAt = at;
    }

    @Override
    public synchronized long available() {
        return Math.max(0, slice - held);
    }

    @Override
    public synchronized long left() {
        return Math.max(0, limit - known - unacknowledged);
    }

    @Override
    public synchronized long spent() {
        return known + unacknowledged;
    }

    @Override
    public synchronized void demand(long units) {
        demanded += units;
    }

    @Override
    public boolean await(Runnable then) {
        synchronized (this) {
            if (held + demanded <= slice || context.isRedisDown() || left() <= held) {
                return false;
            }
            waiting.add(new Waiter(then));
        }
        context.wake();
        return true;
    }

    @Override
    public synchronized void hold(long units) {
        if (units > available()) {
            throw new IllegalStateException(
                    units + " units are not in hand (expected " + available() + " at most)");
        }
        held += units;
    }

    @Override
    public synchronized void settle(long wasHeld, long used) {
        held -= wasHeld;
        slice -= used;
        own += used;
        unacknowledged += used;
    }

    // ---- requests and replies

    /** Whether it holds nothing that another object for the same amount would have to know. */
    synchronized boolean isForgettable(long at) {
        return at - usedAt > IDLE_MILLIS
                && slice == 0
                && held == 0
                && demanded == 0
                && unacknowledged == 0
                && !inFlight;
    }

    private boolean isDue(long at) {
        long since = at - sentAt;
        if (inFlight || context.epoch().isEmpty() || since < MIN_INTERVAL_MILLIS) {
            return false;
        }
        boolean missing = held + demanded > slice;
        boolean asks = missing && (!waiting.isEmpty() || !answeredInFull);
        boolean inUse = slice != 0 || unacknowledged > 0 || demanded > 0;
        return (asks && (answeredInFull || since >= RETRY_MILLIS))
                || (since >= REFRESH_MILLIS && (inUse || at - usedAt < IDLE_MILLIS));
    }

    /** A request for the script, with what was spent here when it was built. */
    record AmountRequest(String epoch, long own, List<Object> arguments) {}

    /** Returns a due request, which is in flight until {@link #onReply} or {@link #onFailure}. */
    synchronized Optional<AmountRequest> nextRequest(long at, long clock, String gateway) {
        return isDue(at) ? Optional.of(request(at, clock, gateway, false)) : Optional.empty();
    }

    /** Returns the request that returns the slice, sent once on shutdown. */
    synchronized Optional<AmountRequest> finalRequest(long at, long clock, String gateway) {
        boolean known = !context.epoch().isEmpty() && (slice != 0 || unacknowledged > 0);
        return known ? Optional.of(request(at, clock, gateway, true)) : Optional.empty();
    }

    private AmountRequest request(long at, long clock, String gateway, boolean last) {
        String epoch = context.epoch();
        if (!epoch.equals(joinedEpoch)) {
            joinedEpoch = epoch;
            own = unacknowledged;
        }
        long need = last ? 0 : held + demanded;
        boolean used = need > 0 || at - usedAt < IDLE_MILLIS; // a long call may yet fall back
        boolean ahead = !last && !contested && used;
        long advance = ahead ? left() / (ADVANCE_PARTS * context.gateways()) : 0;
        slice = Math.max(0, Math.min(slice, need + advance));
        long keep = slice;
        long want = Math.max(0, need - keep);
        for (Waiter waiter : waiting) {
            waiter.askedAt = waiter.askedAt < 0 ? at : waiter.askedAt;
            asked.add(waiter);
        }
        waiting = new ArrayList<>();
        inFlight = true;
        sentAt = at;
        List<Object> arguments = List.of(
                clock,
                epoch,
                gateway + "." + number,
                ++sequence,
                own,
                keep,
                want,
                Math.max(0, need + advance - keep - want),
                limit,
                knownEpoch,
                known,
                LocalShare.ABSENCE.toMillis(),
                life);
        return new AmountRequest(epoch, own, arguments);
    }

    /**
     * Processes a reply.
     *
     * @return whether it is of another epoch, of which nothing is known here yet
     * @throws IllegalArgumentException if it is not a reply of the script
     */
    boolean onReply(AmountRequest request, List<Object> answer) {
        long[] numbers = answer.stream()
                .mapToLong(each -> each instanceof Long number ? number : -1)
                .toArray();
        List<Waiter> ready = new ArrayList<>();
        synchronized (this) {
            inFlight = false;
            if (numbers.length == 1 && (numbers[0] == 0 || numbers[0] == 2)) {
                waiting.addAll(asked);
                asked = new ArrayList<>();
                joinedEpoch = numbers[0] == 0 ? "" : joinedEpoch;
                return numbers[0] == 0;
            }
            if (numbers.length != 5 || numbers[0] != 1) {
                throw new IllegalArgumentException("an answer that the script does not give");
            }
            slice += numbers[2];
            known = numbers[3];
            knownEpoch = request.epoch();
            unacknowledged = own - request.own();
            contested = numbers[4] == 1;
            answeredInFull = held + demanded <= slice;
            for (Waiter waiter : asked) { // while Redis settles, ask again
                boolean again = numbers[1] > 0 && sentAt - waiter.askedAt < MAX_WAIT_MILLIS;
                (again ? waiting : ready).add(waiter);
            }
            asked = new ArrayList<>();
        }
        ready.forEach(waiter -> waiter.then.run());
        return false;
    }

    /** Handles a lost request, which may have had an effect. */
    synchronized void onFailure() {
        inFlight = false;
        waiting.addAll(asked);
        asked = new ArrayList<>();
    }

    /** Lets go all that wait, as there is no Redis. */
    void stopWaiting() {
        List<Waiter> all;
        synchronized (this) {
            all = new ArrayList<>(waiting);
            all.addAll(asked);
            waiting = new ArrayList<>();
            asked = new ArrayList<>();
        }
        all.forEach(waiter -> waiter.then.run());
    }

    /** An action that waits for the slice to cover the demand. */
    private static final class Waiter {
        final Runnable then;
        long askedAt = -1;

        Waiter(Runnable then) {
            this.then = then;
        }
    }
}
