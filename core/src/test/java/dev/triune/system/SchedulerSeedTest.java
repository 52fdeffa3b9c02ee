/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.LayerConfig;
import dev.triune.component.Layer;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.apply.PlanPart;
import dev.triune.llm.Priority;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request;
import dev.triune.llm.Request.AnswerFormat;
import dev.triune.rule.StandardSelectionRule;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The nine things that the scheduler has promised from the beginning. */
class SchedulerSeedTest {
    private static final Prompt REFLEX_QUESTION = Prompt.of("What does the body do?");

    private final TestWorld world = TestWorld.builder()
            .withoutReflexes()
            .withoutActing()
            .thinking(mindConfig -> mindConfig
                    .layer(
                            Layer.AUTONOMIC,
                            autonomic -> autonomic.withPrompt(agentSnapshot -> REFLEX_QUESTION))
                    .layer(Layer.AUTONOMIC, autonomic -> autonomic.withModel("small"))
                    .maxTokens(99))
            .build();
    private final LLMSchedulerSystem scheduler = world.scheduler;

    @Test
    void criticalNeedsSelectTheAutonomicLayerMostUrgently() {
        int agent = starving();
        assertThat(scheduler.select(agent)).isEqualTo(StandardSelectionRule.CRITICAL_NEEDS);
        assertSelected(agent, Layer.AUTONOMIC, 10);
    }

    @Test
    void activeConversationSelectsTheTalker() {
        int agent = world.agent();
        world.conversation(agent).active = true;
        assertSelected(agent, Layer.TALKER, 8);
    }

    @Test
    void completedTaskSelectsTheExecutor() {
        int agent = world.agent();
        world.behavior(agent).completed = true;
        assertSelected(agent, Layer.EXECUTOR, 7);
    }

    @Test
    void idleAgentSelectsTheExecutor() {
        int agent = world.agent();
        assertSelected(agent, Layer.EXECUTOR, 5);
    }

    @Test
    void requestReachesTheBrokerOnceWithItsMetadata() {
        int agent = ready(starving());
        world.persona(agent).name = "Ada";
        assertThat(scheduler.request(agent)).contains(StandardSelectionRule.CRITICAL_NEEDS);
        assertThat(world.broker.asked()).hasSize(1);
        Request<PlanPart> request = world.broker.last().request();
        assertThat(request.agent()).as("a name that no two agents share").startsWith("Ada #");
        assertThat(request.layer()).isEqualTo("autonomic");
        assertThat(request.priority()).isEqualTo(Priority.of(10));
        assertThat(request.format()).isEqualTo(AnswerFormat.PLAN);
        assertThat(request.model()).isEqualTo("small");
        assertThat(request.maxTokens()).isEqualTo(99);
        assertThat(request.prompt().render()).contains(REFLEX_QUESTION);
        assertThat(world.mind(agent).ticket)
                .isEqualTo(world.broker.last().ticket().number());
    }

    @Test
    void cooldownBlocksAnImmediateSecondRequest() {
        int agent = ready(starving());
        assertThat(scheduler.request(agent)).isPresent();
        world.broker.answer(world.broker.last());
        world.tick();
        assertThat(world.mind(agent).ticket).isZero();
        long blocked = scheduler.stats().requests().blockedByCooldown();
        assertThat(scheduler.request(agent)).isEmpty();
        assertThat(world.broker.asked()).hasSize(1);
        assertThat(scheduler.stats().requests().blockedByCooldown()).isEqualTo(blocked + 1);
    }

    @Test
    void timeUntilReadyShrinksFromTheWholeCooldown() {
        int agent = ready(starving());
        scheduler.request(agent);
        assertThat(scheduler.timeUntilReady(agent, Layer.AUTONOMIC))
                .isEqualTo(Duration.ofSeconds(1));
        for (int left = 950; left >= 0; left -= 50) {
            assertThat(scheduler.isLayerReady(agent, Layer.AUTONOMIC)).isFalse();
            world.tick();
            assertThat(scheduler.timeUntilReady(agent, Layer.AUTONOMIC))
                    .isEqualTo(Duration.ofMillis(left));
        }
        assertThat(scheduler.isLayerReady(agent, Layer.AUTONOMIC)).isTrue();
    }

    @Test
    void layersHaveTheirDefaultCooldownAndPriority() {
        assertDefaults(Layer.AUTONOMIC, Duration.ofSeconds(1), 10);
        assertDefaults(Layer.TALKER, Duration.ofSeconds(5), 5);
        assertDefaults(Layer.EXECUTOR, Duration.ofSeconds(10), 1);
    }

    private void assertDefaults(Layer layer, Duration cooldown, int priority) {
        LayerConfig config = scheduler.layer(layer);
        assertThat(config.cooldown()).isEqualTo(cooldown);
        assertThat(config.priority()).isEqualTo(priority);
        assertThat(config.enabled()).isTrue();
    }

    @Test
    void resetMakesALayerReadyAtOnce() {
        int agent = ready(starving());
        scheduler.request(agent);
        scheduler.resetCooldowns(agent, Layer.TALKER);
        assertThat(scheduler.isLayerReady(agent, Layer.AUTONOMIC)).isFalse();
        scheduler.resetCooldowns(agent);
        assertThat(scheduler.isLayerReady(agent, Layer.AUTONOMIC)).isTrue();
        assertThat(scheduler.timeUntilReady(agent, Layer.AUTONOMIC)).isEqualTo(Duration.ZERO);
    }

    private int starving() {
        int agent = world.agent();
        world.needs(agent).hunger = 0.1f;
        return agent;
    }

    /** Known to the systems, without having asked anything yet. */
    private int ready(int agent) {
        world.mind(agent).usesModel = false;
        world.tick();
        world.mind(agent).usesModel = true;
        return agent;
    }

    private void assertSelected(int agent, Layer layer, int urgency) {
        assertThat(scheduler.select(agent).layer()).isEqualTo(layer);
        assertThat(scheduler.select(agent).urgency()).isEqualTo(urgency);
    }
}
