/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.LayerConfig;
import dev.triune.component.Layer;
import dev.triune.fixture.PacedModel;
import dev.triune.fixture.TestWorld;
import dev.triune.llm.Prompt;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Configuration of layers by the game: priority and prompts. */
class LayerPriorityTest {
    @Test
    void layerOfHigherPriorityGoesFirstAtEqualUrgency() {
        assertThat(firstAsked(LayerConfig.defaultOf(Layer.EXECUTOR))).isEqualTo("talker");
    }

    @Test
    void priorityOfALayerCanBeChanged() {
        assertThat(firstAsked(new LayerConfig(Duration.ofSeconds(10), 9, true)))
                .isEqualTo("executor");
    }

    private static String firstAsked(LayerConfig executor) {
        TestWorld world = TestWorld.thinkingOnly();
        world.scheduler.setLayerConfig(Layer.EXECUTOR, executor);
        int planner = world.agent();
        int talking = world.agent();
        world.agent();
        world.conversation(talking).active = true;
        world.scheduler.overridePriority(planner, 8); // as urgent as the conversation
        world.tick();
        return world.broker.last().request().layer();
    }

    @Test
    void gameCanReplaceThePromptOfALayer() {
        TestWorld world = TestWorld.builder()
                .thinking(mindConfig -> mindConfig.prompt(
                        Layer.EXECUTOR,
                        agentSnapshot ->
                                Prompt.of("Well, " + agentSnapshot.person().name())))
                .withoutReflexes()
                .withoutActing()
                .build();
        world.persona(world.agent()).name = "Ada";
        world.tick();
        assertThat(PacedModel.text(world.broker.grant(world.broker.last()).orElseThrow()))
                .isEqualTo("Well, Ada");
    }
}
