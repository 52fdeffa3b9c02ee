/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.artemis.Aspect;
import dev.triune.MindKind;
import dev.triune.action.ActionCatalog;
import dev.triune.component.Memory;
import dev.triune.prompt.MemoryRetriever;
import dev.triune.prompt.MemoryRetriever.RetrievedMemory;
import dev.triune.prompt.Surroundings;
import dev.triune.system.LLMSchedulerSystem;
import dev.triune.testkit.MindTest;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Memories as a module of the minds. */
class MemoriesTest {
    private static final ActionCatalog ACTIONS =
            ActionCatalog.builder().action("rest", "sit down").build();

    private static MindTest sim(Memories memories) {
        return MindTest.world(ACTIONS)
                .mind("{\"action\":[{\"type\":\"rest\"}]}")
                .plugin(plugin -> plugin.with(memories)
                        .perception(agent -> new Surroundings("noon", List.of("Joss"), List.of())
                                .at("the barn")));
    }

    private static String prompt(MindTest sim) {
        int mira = sim.agent("Mira");
        Memory memory = sim.get(mira, Memory.class);
        memory.remember("a wolf attacked the barn", "danger", 0.2f, 0);
        for (int i = 0; i < 9; i++) {
            memory.remember("counted sheep " + i, "work " + i, 0.2f, 1);
        }
        sim.tickUntil(() -> !sim.prompts(mira).isEmpty(), 100);
        return sim.lastPrompt(mira);
    }

    @Test
    void promptShowsWhatFitsTheMomentAndInspectionShowsWhy() {
        MindTest sim = sim(new Memories());
        sim.world().getSystem(LLMSchedulerSystem.class).recordAll(true);
        assertThat(prompt(sim)).contains("- a wolf attacked the barn\n");
        List<RetrievedMemory> picked = sim.world()
                .getSystem(LLMSchedulerSystem.class)
                .inspect(0)
                .history()
                .exchanges()
                .get(0)
                .memories();
        assertThat(picked)
                .filteredOn(each -> each.text().contains("barn"))
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.relevance()).isPositive();
                    assertThat(each.importance()).isEqualTo(0.2f);
                    assertThat(each.recency()).isBetween(0.24f, 0.25f);
                });
    }

    @Test
    void kindMayHaveKnowledgeOfItsOwn() {
        Memories memories = new Memories(
                        new MemoryConfig().lore("The pass is closed.", a -> true, 1))
                .kind("default", new MemoryConfig().lore("The pass is open.", a -> true, 1));
        assertThat(prompt(sim(memories))).contains("The pass is open.").doesNotContain("closed");
    }

    @Test
    void settingsOfAKindThatIsMissingAreRefused() {
        MindTest sim = sim(new Memories().kind("wolf", new MemoryConfig()));
        assertThatIllegalArgumentException()
                .isThrownBy(sim::world)
                .withMessage(
                        "memory settings of kind \"wolf\", which the minds do not have (expected"
                                + " one of [default])");
    }

    @Test
    void retrieverOfAKindStays() {
        MindTest sim = sim(new Memories())
                .plugin(plugin -> plugin.configure(config -> config.memoryRetriever(
                        (agent, cue) -> List.of(RetrievedMemory.of("only this")))));
        assertThat(prompt(sim)).contains("- only this\n").doesNotContain("barn\n");
    }

    @Test
    void requestWaitsOnceAndShortlyWhateverARetrieverSays() {
        for (Supplier<Duration> says : List.<Supplier<Duration>>of(
                () -> null,
                () -> Duration.ofSeconds(-9),
                () -> {
                    throw new IllegalStateException("no index");
                },
                () -> Duration.ofHours(1))) {
            MindTest sim = sim(new Memories())
                    .plugin(plugin -> plugin.configure(config ->
                            config.memoryRetriever(new MemoryRetriever() {
                                @Override
                                public List<RetrievedMemory> retrieve(int agent, Cue cue) {
                                    return List.of();
                                }

                                @Override
                                public Duration prepare(int agent, Supplier<Cue> cue) {
                                    return says.get();
                                }
                            })));
            int mira = sim.agent("Mira");
            assertThat(sim.tickUntil(() -> !sim.prompts(mira).isEmpty(), 100)).isLessThan(12);
        }
    }

    @Test
    void memoriesServeOneWorld() {
        Memories memories = new Memories();
        sim(memories).world();
        assertThatIllegalStateException()
                .isThrownBy(() -> sim(memories).world())
                .withMessage("these Memories serve a world already (make one for each world)");
        assertThatIllegalStateException()
                .isThrownBy(() -> memories.kind("default", new MemoryConfig()));
        assertThat(new MindKind("wolf", Aspect.all(), ACTIONS).config().memoryRetriever())
                .isNull();
    }
}
