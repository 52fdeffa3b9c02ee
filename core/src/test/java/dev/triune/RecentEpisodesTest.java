/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.ActionCatalog;
import dev.triune.component.Episode;
import dev.triune.component.Memory;
import dev.triune.testkit.MindTest;
import org.junit.jupiter.api.Test;

/** Minds without a module for memories show an agent's last episodes. */
class RecentEpisodesTest {
    private final MindTest sim = MindTest.world(
                    ActionCatalog.builder().action("rest", "sit down").build())
            .mind("{\"action\":[{\"type\":\"rest\"}]}");

    @Test
    void promptShowsTheLastFiveEpisodesInOrder() {
        int mira = sim.agent("Mira");
        Memory memory = sim.get(mira, Memory.class);
        for (int i = 1; i <= 7; i++) {
            memory.remember("saw ship " + i, "ship", 0.1f, i);
        }
        memory.remember(new Episode("the well is dry", "told", 0.3f, 8, "Joss").about("the well"));
        memory.remember(new Episode("there is water", "told", 0.3f, 9, "Ann").about("the well"));
        sim.tickUntil(() -> !sim.prompts(mira).isEmpty(), 100);
        assertThat(sim.lastPrompt(mira))
                .containsSubsequence(
                        "You remember:",
                        "- saw ship 4\n",
                        "- saw ship 5\n",
                        "- saw ship 6\n",
                        "- saw ship 7\n",
                        "- \"there is water\" (Ann told you); before, you believed \"the well is dry\"")
                .doesNotContain("saw ship 3");
    }

    @Test
    void promptOfAnAgentWithoutMemoriesShowsNone() {
        int mira = sim.agent("Mira");
        sim.world().getMapper(Memory.class).remove(mira);
        sim.tickUntil(() -> !sim.prompts(mira).isEmpty(), 100);
        assertThat(sim.lastPrompt(mira)).doesNotContain("You remember");
    }
}
