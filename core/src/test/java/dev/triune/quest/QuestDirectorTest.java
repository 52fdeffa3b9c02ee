/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.quest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.ActionCatalog;
import dev.triune.action.Field;
import dev.triune.action.Step;
import dev.triune.component.Senses;
import dev.triune.component.Speech;
import dev.triune.testkit.MindTest;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The code of docs/modules.md, and what it does. */
class QuestDirectorTest {
    private static final ActionCatalog ACTIONS = ActionCatalog.builder()
            .action("walk", "go somewhere", Field.oneOf("to", "well", "chapel"))
            .action("ring", "ring the bell")
            .action("rest", "sit down")
            .build();

    private final QuestDirector quests = new QuestDirector();
    private final MindTest sim = MindTest.world(ACTIONS)
            .mind("{\"speaking\": \"Yes?\", \"action\": [{\"type\": \"rest\"}]}")
            .stepsTake(20)
            .plugin(plugin -> {
                // [sample]
                plugin.with(quests);
                // [end]
            });
    private final int mira = sim.agent("Mira");

    private void begin() {
        sim.ticks(1);
        // [sample]
        quests.begin(
                mira,
                new QuestDirector.Stage(
                        "fetch the key at the well", List.of(Step.of("walk").with("to", "well"))),
                new QuestDirector.Stage(
                        "warn the village",
                        List.of(Step.of("walk").with("to", "chapel"), Step.of("ring"))));
        // [end]
    }

    @Test
    void agentCarriesOutStageAfterStageAndThenPlansForItself() {
        begin();
        sim.tickUntil(() -> sim.doing(mira).equals("rest"), 600);
        assertThat(sim.done(mira))
                .extracting(Step::toString)
                .startsWith("walk well", "walk chapel", "ring");
        assertThat(sim.prompts(mira))
                .as("prompts while the quest went on")
                .allSatisfy(prompt -> assertThat(prompt).doesNotContain("warn the village"));
    }

    @Test
    void agentKnowsWhatItWantsWhileItIsAddressed() {
        begin();
        sim.ticks(5);
        sim.get(mira, Senses.class).hear(new Speech("Joss", "Where to?", 5));
        sim.tickUntil(() -> sim.lastPrompt(mira).contains("Where to?"), 200);
        assertThat(sim.lastPrompt(mira)).contains("fetch the key at the well");
    }

    @Test
    void failedStepEndsTheQuest() {
        begin();
        sim.ticks(5);
        sim.fail(mira, "the well is guarded");
        sim.tickUntil(() -> sim.doing(mira).equals("rest"), 600);
        assertThat(sim.done(mira)).extracting(Step::type).doesNotContain("ring");
    }
}
