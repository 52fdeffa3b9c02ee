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
 * Submits tasks to the thread of a broker while that is being closed, until one is rejected. Each
 * accepted task has run when {@code close} returns, and its effects are visible to the closing
 * thread; rejected tasks do not run. The first figure is the number of accepted tasks minus that of
 * tasks run, read without other synchronization; the second is whether any was accepted.
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

    /** Starts the thread and submits tasks. */
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
            // closed
        }
    }

    /** Closes the thread as soon as it exists. */
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

    /** Compares the counts. */
    @Arbiter
    public void count(II_Result result) {
        result.r1 = taken - seen;
        result.r2 = taken > 0 ? 1 : 0;
    }
}
