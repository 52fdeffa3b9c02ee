/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.triune.llm.Priority;
import dev.triune.llm.internal.policy.Ageing;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class PriorityLanesAllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int WAITING = 10_000;

    private final PriorityLanes<String> lanes = new PriorityLanes<>(Ageing.DEFAULT);

    @Test
    void queriesAndPollsAllocateNothing() {
        fill();
        takeAll(); // warm-up
        fill();

        long before = THREADS.getCurrentThreadAllocatedBytes();
        takeAll();
        long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;

        assertThat(lanes.size()).isZero();
        assertThat(allocated).isLessThan(WAITING); // less than one byte per item
    }

    private void fill() {
        for (int i = 0; i < WAITING; i++) {
            lanes.add("item", Priority.of(1 + i % Priority.MAX), i, i);
        }
    }

    private void takeAll() {
        for (int i = 0; i < WAITING; i++) {
            lanes.peek(i);
            lanes.leastUrgent(i);
            lanes.poll(i);
        }
    }
}
