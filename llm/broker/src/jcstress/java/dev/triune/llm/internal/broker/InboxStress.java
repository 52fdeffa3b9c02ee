/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.triune.llm.Outcome.FinishReason;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** Concurrent use of the inbox; each test describes its results. */
public class InboxStress {
    private static final InFlightCall<?> CALL = OneCall.strange();
    private static final InFlightCall<?> OTHER_CALL = OneCall.strange();
    private static final int END = 9;

    private InboxStress() {}

    private static InboxEvent.Part part(InFlightCall<?> inFlightCall, int number) {
        return new InboxEvent.Part(inFlightCall, number);
    }

    private static InboxEvent end(InFlightCall<?> inFlightCall) {
        return new InboxEvent.Completed(inFlightCall, FinishReason.STOP);
    }

    /**
     * The updates of two calls that an owner removes: the numbers of the parts as digits, 9 for the
     * end.
     */
    private static final class Taken {
        private int first;
        private int other;

        void take(InboxEvent event) {
            if (event instanceof InboxEvent.Part part) {
                add(part.inFlightCall(), (Integer) part.value());
            } else if (event instanceof InboxEvent.Completed completed) {
                add(completed.inFlightCall(), END);
            }
        }

        private void add(InFlightCall<?> call, int digit) {
            if (call == CALL) {
                first = 10 * first + digit;
            } else {
                other = 10 * other + digit;
            }
        }
    }

    /** One stream, faster than its owner: all parts arrive in order, and never too many wait. */
    @JCStressTest
    @Outcome(id = "12349, 0", expect = ACCEPTABLE, desc = "All in order, never above the bound.")
    @Outcome(expect = FORBIDDEN, desc = "Lost, doubled, out of order, or more waited than may.")
    @State
    public static class Stream {
        private static final int CAPACITY = 2;

        private final OwnerThread thread = new OwnerThread();
        private final Inbox inbox = new Inbox(CAPACITY, thread, () -> {});
        private volatile int put;

        /** The I/O thread. */
        @Actor
        public void io() {
            for (int i = 1; i <= 4; i++) {
                inbox.putPart(part(CALL, i));
                put = i;
            }
            inbox.putEnd(end(CALL));
        }

        /** The owner, which removes one at a time. */
        @Actor
        public void owner(II_Result result) {
            thread.check();
            Taken taken = new Taken();
            int drained = 0;
            int most = 0;
            while (taken.first % 10 != END) {
                drained += inbox.drain(1, taken::take);
                most = Math.max(most, put - drained); // read afterwards: an upper bound
            }
            drained += inbox.drain(9, taken::take);
            result.r1 = taken.first;
            result.r2 = Math.max(0, most - CAPACITY) + Math.max(0, drained - 5);
        }
    }

    /** Two concurrent streams: each keeps its order. */
    @JCStressTest
    @Outcome(id = "129, 129, 0", expect = ACCEPTABLE, desc = "Both whole and in order.")
    @Outcome(expect = FORBIDDEN, desc = "Lost, doubled or out of order.")
    @State
    public static class TwoStreams {
        private final Inbox inbox = new Inbox(4, new OwnerThread(), () -> {});

        /** An I/O thread. */
        @Actor
        public void io() {
            say(CALL);
        }

        /** The other I/O thread. */
        @Actor
        public void otherIo() {
            say(OTHER_CALL);
        }

        private void say(InFlightCall<?> call) {
            inbox.putPart(part(call, 1));
            inbox.putPart(part(call, 2));
            inbox.putEnd(end(call));
        }

        /** The remaining content. */
        @Arbiter
        public void owner(III_Result result) {
            Taken taken = new Taken();
            result.r3 = inbox.drain(9, taken::take) - 6;
            result.r1 = taken.first;
            result.r2 = taken.other;
        }
    }

    /**
     * The inbox is full and not drained: ends are accepted nevertheless. Otherwise this test hangs.
     */
    @JCStressTest
    @Outcome(id = "19, 9", expect = ACCEPTABLE, desc = "Both ends behind the part that was there.")
    @Outcome(expect = FORBIDDEN, desc = "An end was lost or doubled.")
    @State
    public static class Ends {
        private final Inbox inbox = new Inbox(1, new OwnerThread(), () -> {});

        /** Fills the inbox. */
        public Ends() {
            inbox.putPart(part(CALL, 1));
        }

        /** The I/O thread of one call. */
        @Actor
        public void end() {
            inbox.putEnd(InboxStress.end(CALL));
        }

        /** The I/O thread of another. */
        @Actor
        public void otherEnd() {
            inbox.putEnd(InboxStress.end(OTHER_CALL));
        }

        /** The remaining content. */
        @Arbiter
        public void owner(II_Result result) {
            Taken taken = new Taken();
            inbox.drain(9, taken::take);
            result.r1 = taken.first;
            result.r2 = taken.other;
        }
    }

    /**
     * It closes while a stream is faster than its owner: the thread is released, otherwise this
     * test hangs, and the owner has received the beginning. A part that is being added may remain
     * in the closed inbox, which is never read.
     */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "Closed before anything was taken.")
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "Closed after the first part.")
    @Outcome(id = "[01], 1", expect = ACCEPTABLE, desc = "One came just while it closed.")
    @Outcome(expect = FORBIDDEN, desc = "More got in after it closed, or in the wrong order.")
    @State
    public static class Close {
        private final OwnerThread thread = new OwnerThread();
        private final Inbox inbox = new Inbox(1, thread, () -> {});

        /** The I/O thread. */
        @Actor
        public void io() {
            for (int i = 1; i <= 3; i++) {
                inbox.putPart(part(CALL, i));
            }
            inbox.putEnd(end(CALL));
        }

        /** The owner. */
        @Actor
        public void owner(II_Result result) {
            thread.check();
            Taken taken = new Taken();
            inbox.drain(1, taken::take);
            inbox.close();
            result.r1 = taken.first;
        }

        /** The remaining content. */
        @Arbiter
        public void left(II_Result result) {
            result.r2 = inbox.drain(9, event -> {});
        }
    }

    /** The bell rings after the arrival was added, so that a woken owner finds work. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The bell rang, the end is there.")
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "Neither yet: the bell is still to ring.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The end is there before the bell.")
    @Outcome(id = "1, 0", expect = FORBIDDEN, desc = "Woken for nothing: it would sleep again.")
    @State
    public static class Bell {
        private volatile int rung;
        private final Inbox inbox = new Inbox(1, new OwnerThread(), () -> rung = 1);

        /** The I/O thread. */
        @Actor
        public void io() {
            inbox.putEnd(end(CALL));
        }

        /** The owner, which was asleep. */
        @Actor
        public void owner(II_Result result) {
            result.r1 = rung;
            result.r2 = inbox.drain(9, event -> {});
        }
    }
}
