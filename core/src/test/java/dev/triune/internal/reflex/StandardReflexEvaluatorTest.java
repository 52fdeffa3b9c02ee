/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.reflex;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.GameClock;
import dev.triune.component.Behavior;
import dev.triune.component.Needs;
import dev.triune.rule.Reflex;
import dev.triune.rule.ReflexTable;
import dev.triune.rule.ReflexTable.Thresholds;
import dev.triune.rule.ReflexTable.Thresholds.Threshold;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The quick check for skipping an agent agrees with evaluating all rows of the table. */
class StandardReflexEvaluatorTest {
    /** A bit of no row: something held before, so that the short cuts are not taken. */
    private static final int NO_ROW = 1 << Reflex.values().length;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void skipsAgentOnlyIfNoRowIsActive(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int passedOver = 0;
        for (int i = 0; i < 300; i++) {
            StandardReflexEvaluator table =
                    new StandardReflexEvaluator(reflexes(random), new GameClock());
            for (int n = 0; n < 300; n++) {
                Needs needs = needs(random);
                Behavior worker = worker(0);
                int all = table.active(needs, worker(NO_ROW), 10);
                boolean stays = table.isUnaffected(needs, worker);
                passedOver += stays ? 1 : 0;
                assertThat(table.active(needs, worker, 10))
                        .as("seed %d, table %d, agent %d", seed, i, n)
                        .isEqualTo(all);
                assertThat(stays && all != 0).isFalse();
                assertThat(table.isUnaffected(needs, worker(NO_ROW))).isFalse();
            }
        }
        assertThat(passedOver).as("seed %d", seed).isGreaterThan(500);
    }

    private static Behavior worker(int latched) {
        Behavior behavior = new Behavior();
        behavior.begin("gather", Behavior.Origin.STEP, Behavior.STEP_PRIORITY, true, 0);
        behavior.latched = latched;
        return behavior;
    }

    private static ReflexTable reflexes(SplittableRandom random) {
        ReflexTable reflexTable = ReflexTable.standard()
                .thresholds(new Thresholds(
                        falling(random),
                        rising(random),
                        falling(random),
                        falling(random),
                        falling(random),
                        falling(random),
                        rising(random),
                        falling(random),
                        rising(random),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(10)));
        for (Reflex row : Reflex.values()) {
            reflexTable = random.nextInt(4) == 0 ? reflexTable.without(row) : reflexTable;
        }
        return reflexTable;
    }

    private static Threshold falling(SplittableRandom random) {
        float enter = random.nextInt(5) / 10f;
        return new Threshold(enter, enter + random.nextInt(5) / 10f);
    }

    private static Threshold rising(SplittableRandom random) {
        float enter = 0.5f + random.nextInt(5) / 10f;
        return new Threshold(enter, enter - random.nextInt(5) / 10f);
    }

    private static Needs needs(SplittableRandom random) {
        Needs needs = new Needs();
        needs.hunger = figure(random);
        needs.energy = figure(random);
        needs.temperature = figure(random);
        needs.health = figure(random);
        needs.sleepDrive = figure(random);
        needs.tooHot = random.nextBoolean();
        needs.bedtime = random.nextBoolean();
        needs.hasHome = random.nextBoolean();
        needs.danger = random.nextInt(6) == 0;
        return needs;
    }

    private static float figure(SplittableRandom random) {
        return random.nextInt(15) == 0 ? Float.NaN : random.nextInt(12) / 10f;
    }
}
