/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.testsupport.Thorough;
import dev.triune.village.sim.VillageCensus.Figures;
import dev.triune.village.world.Calendar;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What people do all day and all night, in villages with habits and in those without. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class VillageLifeTest {
    private static final int SEEDS = Thorough.count(1, 10);
    private static final int DAYS = 3; // with a storm and a wolf

    private final Figures life = new Figures();

    @BeforeAll
    void live() {
        for (HabitSource habits : new HabitSource[] {HabitSource.LEARNING, HabitSource.OFF}) {
            for (long seed = 1; seed <= SEEDS; seed++) {
                SimulationSettings settings = SimulationSettings.offline(seed).with(habits);
                life.add(VillageCensus.of(settings, DAYS * Calendar.TICKS_PER_DAY)
                        .all());
            }
        }
    }

    @Test
    void theVillageSleepsAtNight() {
        assertThat(life.share("asleep at night")).isGreaterThanOrEqualTo(0.85);
    }

    @Test
    void theVillageIsAwakeByDay() {
        assertThat(life.share("asleep by day")).isLessThanOrEqualTo(0.05);
    }

    @Test
    void peopleSleepAtHome() {
        assertThat(life.share("sleep at home")).isGreaterThanOrEqualTo(0.95);
    }

    @Test
    void mostOfTheWakingTimeHasAPurposeThatCanBeSeen() {
        assertThat(life.share("purpose")).isGreaterThanOrEqualTo(2 / 3.0);
    }

    @Test
    void nobodyChatsInDanger() {
        assertThat(life.share("talk in danger")).isLessThanOrEqualTo(0.01);
        assertThat(life.share("talk in a storm")).isLessThanOrEqualTo(0.05);
    }

    @Test
    void deliberateMistakesTakeHardlyAnyTime() {
        assertThat(life.share("mistakes")).isLessThanOrEqualTo(0.01);
    }

    @Test
    void aPlanMadeAheadDoesNotBeginWithWhatIsDoneAlready() {
        assertThat(life.count("begins done")).isLessThanOrEqualTo(SEEDS);
    }

    @Test
    void aWalkAloneIsSeldomAPlan() {
        assertThat(life.share("lone go_to")).isLessThanOrEqualTo(0.1);
    }

    @Test
    void plansHaveThreeStepsOrMore() {
        assertThat(life.share("steps")).isGreaterThanOrEqualTo(3);
    }
}
