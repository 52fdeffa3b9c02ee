/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.time;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Timers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimerQueueTest {
    private final TimerQueue queue = new TimerQueue();
    private final List<String> ran = new ArrayList<>();

    @Test
    void actionsRunByDeadlineThenByInsertionOrder() {
        add(20, "late");
        add(10, "first");
        add(10, "second");
        add(5, "early");

        assertThat(queue.runDue(20, 10)).isEqualTo(4);
        assertThat(ran).containsExactly("early", "first", "second", "late");
    }

    @Test
    void noActionRunsBeforeItsDeadline() {
        add(10, "a");

        assertThat(queue.runDue(9, 10)).isZero();
        assertThat(queue.runDue(10, 10)).isEqualTo(1);
        assertThat(queue.runDue(11, 10)).isZero();
    }

    @Test
    void runsNoMoreActionsThanTheLimit() {
        add(1, "a");
        add(2, "b");
        add(3, "c");

        assertThat(queue.runDue(9, 2)).isEqualTo(2);
        assertThat(ran).containsExactly("a", "b");
        assertThat(queue.runDue(9, 2)).isEqualTo(1);
    }

    @Test
    void cancelledActionNeverRunsAndHasNoDeadline() {
        Timers.Timer first = add(1, "a");
        add(2, "b");

        first.cancel();
        first.cancel();

        assertThat(queue.nextDeadline()).hasValue(2);
        assertThat(queue.runDue(9, 10)).isEqualTo(1);
        assertThat(ran).containsExactly("b");
    }

    @Test
    void cancellingAFinishedActionDoesNothing() {
        Timers.Timer timer = add(1, "a");
        queue.runDue(1, 1);
        add(2, "b");

        timer.cancel();

        assertThat(queue.runDue(2, 10)).isEqualTo(1);
        assertThat(ran).containsExactly("a", "b");
    }

    @Test
    void actionMayCancelAnotherDueAtTheSameTime() {
        List<Timers.Timer> second = new ArrayList<>();
        queue.schedule(1, () -> second.get(0).cancel());
        second.add(add(1, "b"));

        assertThat(queue.runDue(1, 10)).isEqualTo(1);
        assertThat(ran).isEmpty();
    }

    @Test
    void actionAddedByAnActionForNowRunsInTheSameTurn() {
        queue.schedule(1, () -> add(1, "added"));

        assertThat(queue.runDue(1, 10)).isEqualTo(2);
        assertThat(ran).containsExactly("added");
    }

    @Test
    void emptyQueueHasNoDeadline() {
        assertThat(queue.nextDeadline()).isEmpty();
        assertThat(queue.runDue(Long.MAX_VALUE, 10)).isZero();
    }

    @Test
    void deadlinesStayOrderedWhenTheClockOverflows() {
        add(Long.MIN_VALUE + 5, "after");
        add(Long.MAX_VALUE - 5, "before");

        assertThat(queue.runDue(Long.MAX_VALUE, 10)).isEqualTo(1);
        assertThat(queue.runDue(Long.MIN_VALUE + 5, 10)).isEqualTo(1);
        assertThat(ran).containsExactly("before", "after");
    }

    @Test
    void cancelledActionsAreRemovedBeforeTheirDeadline() {
        for (int i = 0; i < 10_000; i++) {
            Timers.Timer timer = add(1_000_000 + i, "cancelled");
            if (i % 100 != 0) {
                timer.cancel();
            }
        }

        assertThat(queue.size()).isLessThan(300);
        assertThat(queue.runDue(2_000_000, Integer.MAX_VALUE)).isEqualTo(100);
    }

    private Timers.Timer add(long deadline, String name) {
        return queue.schedule(deadline, () -> ran.add(name));
    }
}
