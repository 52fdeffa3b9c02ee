/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class GoalsTest {
    private final Goals goals = new Goals();

    @Test
    void modelGoalsNeverEvictGameGoals() {
        goals.add("quest", "guard the gate");
        for (int i = 0; i < 20; i++) {
            assertThat(goals.addOwn("personal", "whim " + i)).isTrue();
        }
        assertThat(goals.goals)
                .extracting(goal -> goal.description)
                .containsExactly("guard the gate", "whim 16", "whim 17", "whim 18", "whim 19");
    }

    @Test
    void modelGoalIsRejectedWhenGameGoalsFillTheLimit() {
        for (int i = 0; i < Goals.LIMIT; i++) {
            goals.add("quest", "quest " + i);
        }
        assertThat(goals.addOwn("personal", "a whim")).isFalse();
        assertThat(goals.goals).hasSize(Goals.LIMIT).noneMatch(goal -> goal.own);
    }

    @Test
    void gameGoalReplacesOldestModelGoalThenOldestGoal() {
        goals.add("quest", "quest 0");
        goals.addOwn("personal", "a whim");
        for (int i = 1; i < Goals.LIMIT; i++) {
            goals.add("quest", "quest " + i);
        }
        assertThat(goals.goals).noneMatch(goal -> goal.own);
        goals.add("quest", "the last");
        assertThat(goals.goals.get(0).description).isEqualTo("quest 1");
        assertThat(goals.goals).hasSize(Goals.LIMIT);
    }

    @Test
    @SuppressWarnings("NullAway") // what a game may pass
    void goalWithoutWordsIsRefusedAndLeavesTheOthers() {
        assertThatThrownBy(() -> goals.add("quest", null)).hasMessage("description");
        goals.add("quest", "find a cat");
        assertThat(goals.goals).hasSize(1);
    }

    @Test
    void modelGoalAddedByTheGameBecomesAGameGoal() {
        goals.addOwn("personal", "find a cat");
        goals.add("quest", "find a cat");
        assertThat(goals.goals)
                .singleElement()
                .satisfies(goal -> assertThat(goal.own).isFalse());
    }

    @Test
    void goalThatTheModelEndedDoesNotComeBack() {
        goals.add("quest", "find a cat");
        assertThat(goals.end("find a")).isEqualTo("find a cat");
        goals.add("quest", "find a cat");
        assertThat(goals.addOwn("personal", "Find a cat")).isFalse();
        assertThat(goals.goals).isEmpty();
        goals.ended.clear();
        goals.add("quest", "find a cat");
        assertThat(goals.goals).hasSize(1);
    }

    @Test
    void endedGoalsAreRememberedUpToALimit() {
        for (int i = 0; i <= Goals.ENDED; i++) {
            goals.add("quest", "quest number " + i + ".");
            goals.end("quest number " + i + ".");
        }
        assertThat(goals.ended).hasSize(Goals.ENDED).doesNotContain("quest number 0.");
    }

    @Test
    void finishedGoalIsGone() {
        goals.add("quest", "find a cat");
        goals.addOwn("personal", "sleep well");
        assertThat(goals.finish("find a cat")).isTrue();
        assertThat(goals.finish("find a cat")).as("it is gone already").isFalse();
        assertThat(goals.goals)
                .singleElement()
                .satisfies(goal -> assertThat(goal.description).isEqualTo("sleep well"));
    }
}
