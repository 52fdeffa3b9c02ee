/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.GameClock;
import dev.triune.action.ActionCatalog;
import dev.triune.action.Field;
import dev.triune.component.Episode;
import dev.triune.component.Memory;
import dev.triune.fixture.FakeBroker;
import dev.triune.prompt.Surroundings;
import dev.triune.system.LLMSchedulerSystem;
import dev.triune.system.MindPlugin;
import dev.triune.testkit.MindTest;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The code samples of docs/memory.md, and the prompts that they lead to. */
class MemoryPageTest {
    private boolean winter = true;
    private final MindTest sim = MindTest.world(ActionCatalog.builder()
                    .action("gather", "collect", Field.oneOf("target", "wood", "berries"))
                    .build())
            .mind("{\"action\":[{\"type\":\"gather\",\"target\":\"wood\"}]}")
            .plugin(plugin -> {
                plugin.perception(agent ->
                        new Surroundings("noon", List.of("Joss"), List.of()).at("the barn"));
                // [sample]
                plugin.with(new Memories(new MemoryConfig()
                        .weights(3, 1, 0.25)
                        .relevance(Relevance.lexical()) // or by meaning, see below
                        .lore("The pass is closed by snow.", agent -> winter(), 0.6)));
                // [end]
            });
    private final int mira = sim.agent("Mira");

    private boolean winter() {
        return winter;
    }

    @Test
    void recallByMeaningNamesAModel() {
        MindPlugin plugin =
                new MindPlugin(new FakeBroker(), ActionCatalog.builder().build());
        // [sample]
        plugin.with(
                new Memories(new MemoryConfig().relevance(Relevance.semantic("embeddinggemma"))));
        // [end]
        assertThat(plugin.systems()).hasAtLeastOneElementOfType(EmbeddingStore.class);
    }

    @Test
    void settingTheReflectionThresholdEnablesReflection() {
        MindPlugin plugin =
                new MindPlugin(new FakeBroker(), ActionCatalog.builder().build());
        // [sample]
        plugin.with(new Memories(new MemoryConfig()
                .reflection(10) // reached by twenty episodes of 0.5
                .reflectionModel("") // the default model; without this line, rules do it
                .reflectionShare(0.05))); // at most that part of all requests
        // [end]
        assertThat(plugin.systems()).hasAtLeastOneElementOfType(ReflectionSystem.class);
    }

    @Test
    void promptShowsRelevantMemoriesSourcesAndEarlierBeliefs() {
        Memory memory = sim.world().getMapper(Memory.class).create(mira);
        GameClock clock = new GameClock();
        // [sample]
        memory.remember("a wolf attacked the barn", "danger", 0.8f, clock.tick());
        memory.remember(new Episode("the well is dry", "told", 0.3f, clock.tick(), "Joss")
                .about("the well"));
        memory.relate("Joss", "lends you his mule", 0.4f);
        // [end]
        for (int i = 0; i < 100; i++) {
            memory.remember("counted sheep " + i, "work " + i, 0.2f, 1);
        }
        memory.remember(new Episode("there is water", "told", 0.3f, 1, "Mira").about("the well"));
        assertThat(prompt())
                .contains("You remember:")
                .contains("- The pass is closed by snow.")
                .contains("- a wolf attacked the barn")
                .contains("- \"there is water\" (Mira told you); before, you believed \"the well is"
                        + " dry\" (Joss told you)");
        assertThat(memory.episodes).extracting(each -> each.uses).contains(1);
        winter = false;
        assertThat(prompt()).doesNotContain("The pass");
    }

    private String prompt() {
        LLMSchedulerSystem scheduler = sim.world().getSystem(LLMSchedulerSystem.class);
        long before = sim.stats().answers().total();

        scheduler.record(mira, true);
        scheduler.resetCooldowns(mira);
        sim.tickUntil(() -> sim.stats().answers().total() > before, 4_000);
        return scheduler.inspect(mira).history().exchanges().get(0).prompt();
    }
}
