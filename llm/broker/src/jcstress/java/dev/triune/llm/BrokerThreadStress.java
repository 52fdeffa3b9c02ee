/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Tasks are handed to the thread of a broker while that is closed, until one is refused. Each that was
 * taken has run once {@code close} returns, and what it did is seen by who closed; none runs that was
 * refused. The first figure is how many were taken less how many ran, which is read without any other
 * synchronisation; the second is whether any was taken.
 */
@JCStressTest
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Some were taken, just these ran.")
@Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "All were refused, and none ran.")
@Outcome(expect = FORBIDDEN, desc = "Lost, run twice, run although refused, or not seen.")
@State
public class BrokerThreadStress {
    private volatile @Nullable BrokerThread thread;
    private int ran;
    private int taken;
    private int seen;

    /** Starts the thread and hands it tasks. */
    @Actor
    public void submit() {
        BrokerThread started = BrokerThread.start(
                "stressed",
                new BrokerBuilder()
                        .provider(ProviderSettings.of("p", "m"), (call, sink) -> () -> {}));
        thread = started;
        try {
            while (true) {
                started.execute(broker -> ran++);
                taken++;
            }
        } catch (RejectedExecutionException e) {
            // closed: no more
        }
    }

    /** Closes the thread as soon as there is one. */
    @Actor
    public void close() {
        BrokerThread found = thread;
        while (found == null) {
            Thread.onSpinWait();
            found = thread;
        }
        found.close();
        seen = ran;
    }

    /** Compares. */
    @Arbiter
    public void count(II_Result result) {
        result.r1 = taken - seen;
        result.r2 = taken > 0 ? 1 : 0;
    }
}
