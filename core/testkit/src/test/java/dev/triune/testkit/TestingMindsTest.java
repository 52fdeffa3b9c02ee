/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.ActionCatalog;
import dev.triune.action.Field;
import dev.triune.action.Step;
import dev.triune.prompt.Perception;
import dev.triune.prompt.Surroundings;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The sample of docs/testing-minds.md, and what else it describes. */
class TestingMindsTest {
    private final ActionCatalog actions = ActionCatalog.builder()
            .action(
                    "gather",
                    "collect a resource",
                    Field.oneOf("target", "wood", "berries"),
                    Field.whole("amount", 1, 20))
            .action("rest", "sit down")
            .build();

    @Test
    void documentedSampleWorks() {
        // [sample]
        var sim = MindTest.world(actions).mind("""
                {"action":[{"type":"gather","target":"wood","amount":3}]}""");
        int mira = sim.agent();
        sim.ticks(40);
        assertThat(sim.queue(mira)).extracting(Step::type).containsExactly("gather");
        // [end]
    }

    @Test
    void promptContainsWhatAgentsPerceive() {
        var sim = MindTest.world(actions)
                .mind("{}")
                .plugin(minds -> minds.perception(new VillagePerception()));
        int mira = sim.agent("Mira");
        sim.ticks(40);
        assertThat(sim.lastPrompt(mira)).contains("snow lies on the roofs");
    }

    @Test
    void reflexActsInTheSameTick() {
        var sim = MindTest.world(actions);
        int mira = sim.agent();
        sim.needs(mira).hunger = 0.05f;
        sim.ticks(1);
        assertThat(sim.doing(mira)).isEqualTo("seek_food");
    }

    private static final class VillagePerception implements Perception {
        @Override
        public Surroundings perceive(int agent) {
            return new Surroundings("a cold morning", List.of(), List.of("snow lies on the roofs"));
        }
    }

    @Test
    void documentedSampleWorksWithAHundredSeeds() {
        for (long seed = 0; seed < 100; seed++) {
            MindTest sim = MindTest.world(actions)
                    .seed(seed)
                    .mind("{\"action\":[{\"type\":\"gather\",\"target\":\"wood\",\"amount\":3}]}");
            int mira = sim.agent();
            sim.ticks(40);
            assertThat(sim.queue(mira))
                    .as("seed " + seed)
                    .extracting(Step::type)
                    .containsExactly("gather");
        }
    }
}
