/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.testsupport.Thorough;
import dev.triune.village.sim.VillageCensus.Figures;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Chronicle;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** How villagers spend their days and nights, with and without habits. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class VillageLifeTest {
    private static final int SEEDS = Thorough.count(1, 10);
    private static final int DAYS = 3; // with a storm and a wolf
    private static final int LONG = Thorough.count(7, 30);

    private final Figures life = new Figures();
    private final List<VillageCensus> learning = new ArrayList<>();

    @BeforeAll
    void runVillages() {
        for (boolean learns : new boolean[] {true, false}) {
            HabitSource habits = learns ? HabitSource.LEARNING : HabitSource.OFF;
            for (long seed = 1; seed <= SEEDS; seed++) {
                SimulationSettings settings = SimulationSettings.offline(seed).with(habits);
                VillageCensus census =
                        VillageCensus.of(settings, (learns ? LONG : DAYS) * Calendar.TICKS_PER_DAY);
                life.add(census.all());
                if (learns) {
                    learning.add(census);
                }
            }
        }
    }

    @Test
    void villagersSleepAtNight() {
        assertThat(life.share("asleep at night")).isGreaterThanOrEqualTo(0.85);
    }

    @Test
    void villagersAreAwakeByDay() {
        assertThat(life.share("asleep by day")).isLessThanOrEqualTo(0.05);
    }

    @Test
    void villagersSleepAtHome() {
        assertThat(life.share("sleep at home")).isGreaterThanOrEqualTo(0.95);
    }

    @Test
    void mostWakingTimeHasAVisiblePurpose() {
        assertThat(life.share("purpose")).isGreaterThanOrEqualTo(2 / 3.0);
    }

    @Test
    void villagersRarelyTalkInDangerOrStorms() {
        assertThat(life.share("talk in danger")).isLessThanOrEqualTo(0.01);
        assertThat(life.share("talk in a storm")).isLessThanOrEqualTo(0.05);
    }

    @Test
    void deliberateMistakesTakeLittleTime() {
        assertThat(life.share("mistakes")).isLessThanOrEqualTo(0.01);
    }

    @Test
    void plansRarelyBeginWithACompletedStep() {
        assertThat(life.samples("begins done")).isPositive();
        assertThat(life.count("begins done")).isLessThanOrEqualTo(SEEDS);
    }

    @Test
    void plansRarelyConsistOfASingleWalk() {
        assertThat(life.share("lone go_to")).isLessThanOrEqualTo(0.1);
    }

    @Test
    void plansAverageThreeOrMoreSteps() {
        assertThat(life.share("steps")).isGreaterThanOrEqualTo(3);
    }

    @Test
    void plansStayLongUntilTheLastDay() {
        for (int number : new int[] {1, Math.min(10, LONG), LONG}) {
            Figures day = new Figures();
            learning.forEach(census -> day.add(census.day(number)));
            assertThat(day.share("lone go_to")).as("day %d", number).isLessThanOrEqualTo(0.1);
            assertThat(day.share("steps")).as("day %d", number).isGreaterThanOrEqualTo(3);
        }
    }

    @Test
    void everyKindOfChangeOccurs() {
        for (VillageCensus census : learning) {
            for (Chronicle.Change change : Chronicle.Change.values()) {
                assertThat(census.changes(change)).as("%s", change).isPositive();
            }
        }
    }

    @Test
    void lastDaysProduceNewEvents() {
        long fresh = 0;
        for (VillageCensus census : learning) {
            for (int day = LONG - 2; day <= LONG; day++) {
                fresh += census.day(day).count("news");
            }
        }
        assertThat(fresh).isGreaterThanOrEqualTo(2L * SEEDS);
    }
}
