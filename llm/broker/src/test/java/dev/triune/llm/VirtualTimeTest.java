/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class VirtualTimeTest {
    private final VirtualTime time = new VirtualTime();
    private final List<String> ran = new ArrayList<>();

    @Test
    void clockDoesNotMoveUntilAdvanced() {
        assertThat(time.nanos()).isZero();

        time.advance(Duration.ofMillis(3));

        assertThat(time.nanos()).isEqualTo(3_000_000);
    }

    @Test
    void timersRunAtTheirDueTimes() {
        note(20, "b");
        note(10, "a");

        time.advance(Duration.ofMillis(50));

        assertThat(ran).containsExactly("a at 10", "b at 20");
        assertThat(time.nanos()).isEqualTo(50_000_000);
    }

    @Test
    void timersAddedDuringAnAdvanceRunWithinIt() {
        time.after(Duration.ofMillis(10), () -> {
            note(5, "b");
            note(0, "a");
            note(41, "too late");
        });

        time.advance(Duration.ofMillis(50));

        assertThat(ran).containsExactly("a at 10", "b at 15");
        time.advance(Duration.ofMillis(1));
        assertThat(ran).endsWith("too late at 51");
    }

    @Test
    void zeroDelayTimerRunsAtTheNextAdvanceEvenOfZero() {
        note(0, "a");
        assertThat(ran).isEmpty();

        time.advance(Duration.ZERO);

        assertThat(ran).containsExactly("a at 0");
    }

    @Test
    void aCancelledTimerDoesNotRun() {
        Timers.Timer timer = note(10, "a");
        time.after(Duration.ofMillis(5), timer::cancel);

        time.advance(Duration.ofMillis(50));

        assertThat(ran).isEmpty();
    }

    @Test
    void clockIsNotSetBackAfterATimerAdvancesIt() {
        time.after(Duration.ofMillis(10), () -> time.advance(Duration.ofMillis(100)));
        note(60, "b");

        time.advance(Duration.ofMillis(20));

        assertThat(time.nanos()).isEqualTo(110_000_000);
        assertThat(ran).containsExactly("b at 60");
    }

    @Test
    void rejectsNegativeDurations() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> time.advance(Duration.ofMillis(-1)))
                .withMessageContaining("zero or more");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> time.after(Duration.ofMillis(-1), () -> {}))
                .withMessageContaining("zero or more");
    }

    private Timers.Timer note(int millis, String name) {
        return time.after(
                Duration.ofMillis(millis), () -> ran.add(name + " at " + time.nanos() / 1_000_000));
    }
}
