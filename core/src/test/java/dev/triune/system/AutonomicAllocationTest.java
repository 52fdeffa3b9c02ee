/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.fixture.Allocation;
import dev.triune.fixture.TestWorld;
import dev.triune.rule.CustomReflex;
import dev.triune.rule.ReflexTable;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AutonomicAllocationTest {
    private static final int AGENTS = 1_000;
    private static final int TICKS = 1_000;

    @Test
    void reflexesOfAThousandAgentsAllocateNothing() {
        assertNothingIsAllocated(ReflexTable.standard());
    }

    @Test
    void reflexesWithAForecastAllocateNothing() {
        assertNothingIsAllocated(ReflexTable.standard().needsChangeAtMost(0.1));
    }

    @Test
    void maximumNumberOfGameRulesAllocatesNothing() {
        ReflexTable all = ReflexTable.standard();
        for (int i = 0; i < ReflexTable.CUSTOM_LIMIT; i++) {
            float enter = i / 20f;
            all = all.with(new CustomReflex("rule " + i, "behavior " + i % 5, 30 + 3 * i)
                    .setsInIf(needs -> needs.hunger < enter)
                    .goesOnIf(needs -> needs.hunger < enter + 0.2f));
        }
        assertNothingIsAllocated(all);
    }

    private static void assertNothingIsAllocated(ReflexTable reflexTable) {
        long seed = 20_260_101;
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        TestWorld world = TestWorld.builder()
                .withoutScheduling()
                .withoutActing()
                .reflexes(reflexTable)
                .build();
        int[] agents = new int[AGENTS];
        for (int i = 0; i < AGENTS; i++) {
            agents[i] = world.agent();
            world.needs(agents[i]).hunger = random.nextFloat();
            world.needs(agents[i]).energy = random.nextFloat();
            world.needs(agents[i]).temperature = random.nextFloat();
            world.needs(agents[i]).sleepDrive = random.nextFloat();
            world.needs(agents[i]).hasHome = true;
        }
        Runnable life = () -> {
            for (int i = 0; i < TICKS; i++) {
                world.needs(agents[i % AGENTS]).hunger = i % 7 / 7f; // reflexes come and go
                world.tick();
            }
        };
        life.run();
        life.run();
        // A byte an agent and tick would be a million.
        assertThat(Allocation.of(life)).isLessThan(2_000);
    }
}
