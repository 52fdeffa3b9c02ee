/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import com.artemis.Aspect;
import dev.triune.llm.VirtualTime;
import java.time.Instant;
import java.util.Random;
import java.util.concurrent.locks.ReentrantLock;

/** Does all that the main code must not, so that the rules of {@link ArchitectureTest} can fail. */
@SuppressWarnings("unused")
final class Offender {
    private final VirtualTime beyondTheApi = new VirtualTime();
    private final Aspect.Builder artemis = Aspect.all();

    long wallClock() {
        return System.currentTimeMillis();
    }

    long monotonicClock() {
        return System.nanoTime();
    }

    Instant now() {
        return Instant.now();
    }

    void sleep() throws InterruptedException {
        Thread.sleep(1);
    }

    void lock() {
        new ReentrantLock().lock();
    }

    synchronized void guarded() {}

    double globalRandom() {
        return Math.random();
    }

    Random unseeded() {
        return new Random();
    }
}
