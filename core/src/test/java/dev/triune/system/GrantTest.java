/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.triune.component.Behavior;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Speech;
import dev.triune.component.Tier;
import dev.triune.fixture.FakeBroker.Asked;
import dev.triune.fixture.TestWorld;
import dev.triune.llm.Message;
import dev.triune.llm.Outcome;
import dev.triune.llm.Prompt;
import dev.triune.prompt.Surroundings;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Changes between the request and its grant. */
class GrantTest {
    /** Something that befalls an agent while its request waits. */
    @FunctionalInterface
    private interface Turn {
        void befall(TestWorld world, int agent);
    }

    private final TestWorld world = TestWorld.builder()
            .withoutReflexes()
            .withoutActing()
            .thinking(mindConfig -> mindConfig.perception(
                    agent -> new Surroundings("It is noon.", List.of(), List.of())))
            .build();

    static Stream<Arguments> turns() {
        return Stream.of(
                turn("it fell asleep", (world, agent) -> world.behavior(agent).asleep = true),
                turn("it died", (world, agent) -> world.needs(agent).health = 0),
                turn("it starves", (world, agent) -> world.needs(agent).hunger = 0.1f),
                turn("it is spoken to", (world, agent) -> world.conversation(agent).active = true),
                turn(
                        "it became a simple mind",
                        (world, agent) -> world.mind(agent).tier = Tier.AUTONOMIC),
                turn("it lost its model", (world, agent) -> world.mind(agent).usesModel = false),
                turn(
                        "the layer was switched off",
                        (world, agent) -> world.scheduler.layer(
                                Layer.EXECUTOR, executor -> executor.withEnabled(false))));
    }

    private static Arguments turn(String title, Turn turn) {
        return arguments(title, turn);
    }

    @Test
    void promptShowsTheWorldAtTheGrant() {
        int agent = world.agent();
        world.persona(agent).name = "Ada";
        world.needs(agent).hunger = 0.9f;
        world.tick();
        world.ticks(30);
        world.needs(agent).hunger = 0.72f;
        world.goals(agent).add("personal", "find a cat");
        world.order(agent, "rest");
        String text = text(world.broker.grant(world.broker.last()));
        assertThat(text)
                .contains("You are Ada", "It is noon.", "fed 72 of 100", "find a cat", "rest");
        assertThat(text).doesNotContain("food 90");
        assertThat(world.scheduler.stats().requests().unusedGrants()).isZero();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("turns")
    void grantIsReturnedIfNoLongerNeeded(String title, Turn turn) {
        int agent = world.agent();
        world.tick();
        Asked asked = world.broker.last();
        assertThat(world.scheduler.isLayerReady(agent, Layer.EXECUTOR)).isFalse();
        turn.befall(world, agent);
        assertThat(world.broker.grant(asked)).isEmpty();
        assertThat(world.scheduler.stats().requests().unusedGrants()).isEqualTo(1);
        assertThat(world.mind(agent).lastInvoked(Layer.EXECUTOR)).isEqualTo(Mind.NEVER);
        world.tick();
        assertThat(world.decisionStats().requests().pending()).isLessThanOrEqualTo(1);
        assertThat(world.mind(agent).ticket).isNotEqualTo(asked.ticket().number());
    }

    @Test
    void returnedGrantRestoresThePreviousCooldown() {
        int agent = world.agent();
        world.tick();
        long first = world.clock.tick();
        world.broker.answer(world.broker.last());
        world.ticks(300);
        assertThat(world.broker.asked()).hasSize(2);
        world.behavior(agent).asleep = true;
        world.broker.grant(world.broker.last());
        assertThat(world.mind(agent).lastInvoked(Layer.EXECUTOR)).isEqualTo(first);
    }

    @Test
    void grantIsReturnedIfTheAgentIsDeleted() {
        int agent = world.agent();
        world.tick();
        world.broker.ignoreCancel();
        world.world.delete(agent);
        world.tick();
        assertThat(world.broker.grant(world.broker.last())).isEmpty();
        assertThat(world.scheduler.stats().requests().unusedGrants()).isEqualTo(1);
    }

    @Test
    void grantIsReturnedIfTheEntityIdIsReused() {
        int agent = world.agent();
        world.tick();
        world.broker.ignoreCancel();
        world.world.delete(agent);
        world.tick();
        int heir = world.agent();
        assertThat(heir).isEqualTo(agent);
        world.mind(heir).usesModel = false;
        world.tick();
        assertThat(world.broker.grant(world.broker.last())).isEmpty();
    }

    @Test
    void companyThatDelaysPlanningAlsoReturnsTheGrant() {
        TestWorld bound = TestWorld.builder()
                .withoutReflexes()
                .withoutActing()
                .thinking(mindConfig -> mindConfig.nearbyAgentsDelayPlanning(true))
                .build();
        int agent = bound.agent();
        bound.tick();
        bound.senses(agent).nearby.add(agent);
        assertThat(bound.broker.grant(bound.broker.last())).isEmpty();
    }

    @Test
    void optionalCompanyDoesNotReturnTheGrant() {
        int agent = world.agent();
        world.tick();
        world.senses(agent).nearby.add(agent);
        assertThat(world.broker.grant(world.broker.last())).isPresent();
    }

    @Test
    void talkerMarksSpeechAsAttendedAtTheGrant() {
        int agent = busy();
        world.senses(agent).hear(new Speech("Bo", "Hello!", world.clock.tick()));
        world.tick();
        assertThat(world.senses(agent).hasNews()).isTrue();
        assertThat(text(world.broker.grant(world.broker.last()))).contains("Bo: \"Hello!\"");
        assertThat(world.senses(agent).hasNews()).isFalse();
        assertThat(world.senses(agent).attendedAt).isEqualTo(world.clock.tick());
    }

    @Test
    void speechAfterTheGrantIsStillNews() {
        int agent = busy();
        world.senses(agent).hear(new Speech("Bo", "Hello!", world.clock.tick()));
        world.tick();
        world.broker.grant(world.broker.last());
        world.senses(agent).hear(new Speech("Bo", "Fire!", world.clock.tick()));
        assertThat(world.senses(agent).hasNews()).isTrue();
    }

    @Test
    void fallbackPromptContainsTheSameSpeech() {
        int agent = busy();
        world.senses(agent).hear(new Speech("Bo", "Hello!", world.clock.tick()));
        world.tick();
        Optional<Prompt> first = world.broker.grant(world.broker.last());
        world.ticks(10);
        Optional<Prompt> second = world.broker.grant(world.broker.last());
        assertThat(text(second)).isEqualTo(text(first)).contains("Hello!");
        assertThat(world.senses(agent).hasNews()).isFalse();
        assertThat(world.scheduler.stats().requests().unusedGrants()).isZero();
    }

    @Test
    void executorDoesNotMarkSpeechAsAttended() {
        int agent = world.agent();
        world.tick();
        world.broker.grant(world.broker.last());
        world.senses(agent).hear(new Speech("Bo", "Hello!", world.clock.tick()));
        assertThat(world.senses(agent).hasNews()).isTrue();
    }

    @Test
    void deletingTheAgentCancelsItsRequest() {
        int agent = world.agent();
        world.tick();
        world.world.delete(agent);
        world.tick();
        assertThat(world.broker.cancelled()).containsExactly(world.broker.last().ticket());
        world.tick();
        assertThat(world.decisionStats().requests().pending()).isZero();
    }

    @Test
    void deletingAnAgentWithoutRequestCancelsNothing() {
        int agent = world.agent();
        world.mind(agent).usesModel = false;
        world.tick();
        world.world.delete(agent);
        world.tick();
        assertThat(world.broker.cancelled()).isEmpty();
    }

    @Test
    void agentRequestsAgainAfterFailureAndCooldown() {
        int agent = world.agent();
        world.tick();
        world.broker.end(world.broker.last(), new Outcome.Expired());
        world.tick();
        assertThat(world.mind(agent).ticket).isZero();
        assertThat(world.scheduler.isLayerReady(agent, Layer.EXECUTOR)).isFalse();
        world.ticks(200);
        assertThat(world.broker.asked()).hasSize(2);
    }

    private int busy() {
        int agent = world.agent();
        world.behavior(agent).begin("gather", Behavior.Origin.STEP, 20, true, 0);
        return agent;
    }

    private static String text(Optional<Prompt> prompt) {
        assertThat(prompt).isPresent();
        return prompt.orElseThrow().messages().stream()
                .map(Message::text)
                .collect(Collectors.joining("\n"));
    }
}
