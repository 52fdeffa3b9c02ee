/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.Step;
import dev.triune.habits.Habit;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A demoted habit that is tried again is a habit again if that succeeds, also after a save. */
class TriedAgainTest {
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void successOfAUseThatASaveInterruptsMakesItAHabitAgain(boolean saved) {
        LearnedHabit habit = new LearnedHabit(
                new Habit("", "", "free", List.of(Step.of("rest")), 5, 2, 0, 0, "++", List.of()));
        habit.demote();
        habit.use(400);
        LearnedHabit loaded = saved ? reloaded(habit) : habit;
        assertThat(loaded.admitted()).isFalse();
        loaded.useEnded(true);
        assertThat(loaded.admitted()).isTrue();
    }

    private static LearnedHabit reloaded(LearnedHabit habit) {
        List<HabitFile.Line> lines =
                List.of(new HabitFile.Line(0, habit.of("default"), habit.progress()));
        String text = HabitFile.FORMAT.write(HabitFile.savedRecords(lines));
        HabitFile.Line line = HabitFile.readSave("the save", text).get(0);
        LearnedHabit loaded = new LearnedHabit(line.habit());
        loaded.resume(Objects.requireNonNull(line.progress()));
        return loaded;
    }
}
