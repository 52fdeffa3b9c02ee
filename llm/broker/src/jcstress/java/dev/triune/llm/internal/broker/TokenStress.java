/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.triune.llm.Request.CancelToken;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** Concurrent use of a cancel token, and concurrent first calls of a broker. */
public class TokenStress {
    private TokenStress() {}

    /** A watcher that is added while the token is cancelled is notified once. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "Told once.")
    @Outcome(expect = FORBIDDEN, desc = "Not told, or twice.")
    @State
    public static class Watch {
        private final CancelToken token = new CancelToken();
        private final AtomicInteger told = new AtomicInteger();

        /** A player. */
        @Actor
        public void player() {
            token.cancel();
        }

        /** The owner. */
        @Actor
        public void owner() {
            token.onCancel(told::incrementAndGet);
        }

        /** The number of notifications. */
        @Arbiter
        public void count(I_Result result) {
            result.r1 = told.get();
        }
    }

    /** Two threads cancel at once: the watcher is notified once. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "Told once.")
    @Outcome(expect = FORBIDDEN, desc = "Not told, or twice.")
    @State
    public static class CancelTwice {
        private final CancelToken token = new CancelToken();
        private final AtomicInteger told = new AtomicInteger();

        /** A token with one watcher. */
        public CancelTwice() {
            token.onCancel(told::incrementAndGet);
        }

        /** A player. */
        @Actor
        public void player() {
            token.cancel();
        }

        /** Another player. */
        @Actor
        public void otherPlayer() {
            token.cancel();
        }

        /** The number of notifications. */
        @Arbiter
        public void count(I_Result result) {
            result.r1 = told.get();
        }
    }

    /**
     * One of two watchers is removed while the token is cancelled: the remaining one is notified
     * once.
     */
    @JCStressTest
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "It had gone.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "It was told just before it went.")
    @Outcome(expect = FORBIDDEN, desc = "The other was not told, or one of them twice.")
    @State
    public static class Unwatch {
        private final CancelToken token = new CancelToken();
        private final AtomicInteger told = new AtomicInteger();
        private final AtomicInteger otherTold = new AtomicInteger();
        private final Runnable unwatch = token.onCancel(told::incrementAndGet);

        /** A token with two watchers. */
        public Unwatch() {
            token.onCancel(otherTold::incrementAndGet);
        }

        /** A player. */
        @Actor
        public void player() {
            token.cancel();
        }

        /** The owner, whose request has ended. */
        @Actor
        public void owner() {
            unwatch.run();
        }

        /** The numbers of notifications. */
        @Arbiter
        public void count(II_Result result) {
            result.r1 = told.get();
            result.r2 = otherTold.get();
        }
    }

    /** Two threads call a broker without an owner: one of them becomes the owner. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "The one owns it.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The other owns it.")
    @Outcome(expect = FORBIDDEN, desc = "Both own it, or none.")
    @State
    public static class Owner {
        private final OwnerThread thread = new OwnerThread();

        /** One thread. */
        @Actor
        public void one(II_Result result) {
            result.r1 = owns();
        }

        /** Another thread. */
        @Actor
        public void other(II_Result result) {
            result.r2 = owns();
        }

        private int owns() {
            try {
                thread.check();
                return thread.isCurrent() ? 1 : 2;
            } catch (IllegalStateException e) {
                return thread.isCurrent() ? 3 : 0;
            }
        }
    }
}
