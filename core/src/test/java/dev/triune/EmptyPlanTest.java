/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.ActionCatalog;
import dev.triune.action.Routine;
import dev.triune.action.Step;
import dev.triune.testkit.MindTest;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A model that answers with empty plans, as small ones do. */
class EmptyPlanTest {
    private static List<Step> rulesOf(int agent) {
        return List.of(Step.of("sweep"));
    }

    @Test
    void routineActsFromTheSecondOneOn() {
        MindTest sim = MindTest.world(ActionCatalog.builder()
                        .action("sweep", "sweep the floor")
                        .build())
                .mind("{\"action\":[]}")
                .latency(Duration.ofMillis(200))
                .stepsTake(20)
                .plugin(plugin -> {
                    // [sample]
                    plugin.routine(new Routine() {
                        @Override
                        public List<Step> fallback(int agent) {
                            return rulesOf(agent); // the steps that your rules would take now
                        }
                    });
                    // [end]
                });
        int mira = sim.agent("Mira");
        sim.tickUntil(() -> sim.doing(mira).equals("sweep"), 1_200);
        assertThat(sim.stats().answers().total()).isEqualTo(2);
    }
}
