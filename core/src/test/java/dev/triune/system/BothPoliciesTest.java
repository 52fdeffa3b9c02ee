/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.triune.MindListener.AnswerStatus;
import dev.triune.action.Step;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Tier;
import dev.triune.fixture.FakeBroker.Asked;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.apply.PlanPart;
import dev.triune.rule.DecisionPolicy;
import dev.triune.rule.SelectionTable;
import dev.triune.rule.StandardSelectionRule;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Properties of both policies: the selection table and the sequential policy. */
class BothPoliciesTest {
    static Stream<Arguments> policies() {
        return Stream.of(
                arguments("table", SelectionTable.standard()),
                arguments("one after the other", DecisionPolicy.sequential()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("policies")
    void criticalNeedsComeFirst(String title, DecisionPolicy policy) {
        TestWorld world = with(policy);
        int agent = world.agent();
        world.conversation(agent).active = true;
        world.behavior(agent).completed = true;
        world.needs(agent).temperature = 0.19f;
        assertThat(world.scheduler.select(agent)).isEqualTo(StandardSelectionRule.CRITICAL_NEEDS);
        world.ticks(300);
        assertThat(world.broker.asked()).as("reflexes need no model").isEmpty();
        assertThat(world.scheduler.stats().requests().selections(Layer.AUTONOMIC))
                .isEqualTo(15);
        world.needs(agent).temperature = 0.2f;
        assertThat(world.scheduler.select(agent).layer()).isEqualTo(Layer.TALKER);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("policies")
    void sleepingDeadDeferredAndModellessAgentsSendNoRequests(String title, DecisionPolicy policy) {
        TestWorld world = with(policy);
        world.behavior(world.agent()).asleep = true;
        world.needs(world.agent()).health = 0;
        world.mind(world.agent()).usesModel = false;
        world.mind(world.agent()).tier = Tier.AUTONOMIC;
        int deferred = world.agent();
        world.scheduler.defer(deferred, Duration.ofHours(1));
        world.ticks(7_000);
        assertThat(world.broker.asked()).isEmpty();
        world.scheduler.defer(deferred, Duration.ZERO);
        world.tick();
        assertThat(world.broker.asked()).hasSize(1);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("policies")
    void layerSendsNoRequestDuringCooldown(String title, DecisionPolicy policy) {
        TestWorld world = with(policy);
        int agent = world.agent();
        world.conversation(agent).active = true;
        world.scheduler.layer(Layer.EXECUTOR, executor -> executor.withEnabled(false));
        world.tick();
        Asked first = world.broker.last();
        long asked = world.clock.tick();
        answer(world, first);
        assertThat(world.scheduler.isLayerReady(agent, Layer.TALKER)).isFalse();
        while (world.clock.tick() < asked + 99) {
            world.tick();
        }
        assertThat(world.broker.asked()).as("five seconds are not over").hasSize(1);
        world.tick();
        assertThat(world.broker.asked()).hasSize(2);
        assertThat(world.broker.last().request().layer()).isEqualTo("talker");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("policies")
    void agentHasAtMostOneRequest(String title, DecisionPolicy policy) {
        TestWorld world = with(policy);
        world.agent();
        world.tick();
        Asked first = world.broker.last();
        assertThat(world.broker.grant(first)).isPresent();
        world.ticks(2_000);
        assertThat(world.broker.asked()).containsExactly(first);
        answer(world, first);
        world.ticks(300);
        assertThat(world.broker.asked()).hasSize(2);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("policies")
    void grantIsReturnedIfNoLongerNeeded(String title, DecisionPolicy policy) {
        TestWorld world = with(policy);
        int agent = world.agent();
        world.conversation(agent).active = true;
        world.tick();
        Asked asked = world.broker.last();
        assertThat(asked.request().layer()).isEqualTo("talker");
        world.needs(agent).hunger = 0.1f;
        assertThat(world.broker.grant(asked)).isEmpty();
        assertThat(world.scheduler.stats().requests().unusedGrants()).isEqualTo(1);
        assertThat(world.mind(agent).lastInvoked(Layer.TALKER))
                .as("it does not count as asked")
                .isEqualTo(Mind.NEVER);
        assertThat(world.decisionStats().answers().total()).isZero();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("policies")
    void grantIsUsedIfNothingChanged(String title, DecisionPolicy policy) {
        TestWorld world = with(policy);
        int agent = world.agent();
        world.conversation(agent).active = true;
        world.tick();
        world.ticks(40);
        assertThat(world.broker.grant(world.broker.last())).isPresent();
        answer(world, world.broker.last());
        assertThat(world.plan(agent)).containsExactly("rest");
        assertThat(world.decisionStats().answers().count(AnswerStatus.APPLIED)).isEqualTo(1);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("policies")
    void requestsAreFiveTicksApart(String title, DecisionPolicy policy) {
        TestWorld world = with(policy);
        for (int i = 0; i < 20; i++) {
            world.agent();
        }
        for (int tick = 0; tick < 100; tick++) {
            world.tick();
            assertThat(world.broker.asked()).hasSize(tick / 5 + 1);
            world.broker.grantAll();
        }
    }

    private static void answer(TestWorld world, Asked asked) {
        world.broker.answer(asked, new PlanPart.QueueableStep(Step.of("rest")));
        world.tick();
    }

    private static TestWorld with(DecisionPolicy policy) {
        return TestWorld.builder()
                .thinking(mindConfig -> mindConfig.policy(policy))
                .withoutReflexes()
                .withoutActing()
                .build();
    }
}
