/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.ComponentMapper;
import dev.triune.LayerConfig;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.fixture.PacedModel;
import dev.triune.fixture.TestWorld;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request;
import dev.triune.prompt.AgentSnapshot;
import dev.triune.prompt.PromptBuilder;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Configuration of layers by the game: priority and prompts. */
class LayerPriorityTest {
    @Test
    void layerOfHigherPriorityGoesFirstAtEqualUrgency() {
        assertThat(firstAsked(executor -> executor)).isEqualTo("talker");
    }

    @Test
    void priorityOfALayerCanBeChanged() {
        assertThat(firstAsked(executor -> executor.withPriority(9))).isEqualTo("executor");
    }

    @Test
    void modelAndPromptOfALayerCanBeChangedWhileTheGameRuns() {
        TestWorld world = TestWorld.thinkingOnly();
        world.tick();
        Named prompt = new Named();
        world.scheduler.layer(
                Layer.EXECUTOR, executor -> executor.withModel("late").withPrompt(prompt));
        world.agent();
        world.tick();
        Request<?> request = world.broker.last().request();
        assertThat(request.model()).isEqualTo("late");
        assertThat(world.broker.grant(world.broker.last()).orElseThrow().text())
                .contains("is mapped");
    }

    /** A prompt builder with a mapper, which Artemis fills in. */
    private static final class Named implements PromptBuilder {
        private ComponentMapper<Mind> mMind;

        @Override
        public Prompt build(AgentSnapshot agent) {
            return Prompt.of(mMind == null ? "unmapped" : "is mapped");
        }
    }

    private static String firstAsked(UnaryOperator<LayerConfig> change) {
        TestWorld world = TestWorld.thinkingOnly();
        world.scheduler.layer(Layer.EXECUTOR, change);
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
                .thinking(mindConfig -> mindConfig.layer(
                        Layer.EXECUTOR,
                        executor -> executor.withPrompt(agentSnapshot ->
                                Prompt.of("Well, " + agentSnapshot.person().name()))))
                .withoutReflexes()
                .withoutActing()
                .build();
        world.persona(world.agent()).name = "Ada";
        world.tick();
        assertThat(PacedModel.text(world.broker.grant(world.broker.last()).orElseThrow()))
                .isEqualTo("Well, Ada");
    }
}
