/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.triune.component.Behavior;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Speech;
import dev.triune.component.Tier;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.apply.PlanPart;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SelectionTableTest {
    private static final PlanPart HELLO = new PlanPart.SpokenText("Hello.");

    /** Makes a row of the table hold for an agent. */
    @FunctionalInterface
    private interface Condition {
        void meet(TestWorld world, int agent);
    }

    private record Row(SelectionRule rule, Condition condition) {
        @Override
        public String toString() {
            return rule.reason();
        }
    }

    private static final List<Row> TABLE = List.of(
            new Row(
                    StandardSelectionRule.CRITICAL_NEEDS,
                    (world, agent) -> world.needs(agent).temperature = 0.19f),
            new Row(
                    StandardSelectionRule.CONVERSATION,
                    (world, agent) -> world.conversation(agent).active = true),
            new Row(
                    StandardSelectionRule.COMPANY,
                    (world, agent) -> world.senses(agent).nearby.add(agent)),
            new Row(
                    StandardSelectionRule.COMPLETED,
                    (world, agent) -> world.behavior(agent).completed = true),
            new Row(StandardSelectionRule.IDLE, (world, agent) -> {
                boolean completed = world.behavior(agent).completed;
                world.behavior(agent).end(completed, 0);
            }),
            new Row(StandardSelectionRule.THRIVING, (world, agent) -> {
                world.needs(agent).hunger = 0.71f;
                world.needs(agent).energy = 0.71f;
            }));

    private final TestWorld world = TestWorld.thinkingOnly();

    static Stream<Row> rows() {
        return TABLE.stream();
    }

    static Stream<Arguments> pairs() {
        List<Arguments> pairs = new ArrayList<>();
        for (int i = 0; i < TABLE.size(); i++) {
            for (int j = i + 1; j < TABLE.size(); j++) {
                pairs.add(arguments(TABLE.get(i), TABLE.get(j)));
            }
        }
        return pairs.stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void selectsTheOnlyMatchingRow(Row row) {
        int agent = busy();
        row.condition().meet(world, agent);
        assertThat(world.scheduler.select(agent)).isEqualTo(row.rule());
    }

    @ParameterizedTest(name = "{0} before {1}")
    @MethodSource("pairs")
    void selectsTheFirstOfTwoMatchingRows(Row first, Row second) {
        int agent = busy();
        first.condition().meet(world, agent);
        second.condition().meet(world, agent);
        assertThat(world.scheduler.select(agent)).isEqualTo(first.rule());
    }

    @Test
    void selectsOtherwiseWhenNoRowMatches() {
        assertThat(world.scheduler.select(busy())).isEqualTo(StandardSelectionRule.OTHERWISE);
    }

    @Test
    void rowsHaveTheirLayersAndUrgencies() {
        assertThat(Stream.of(StandardSelectionRule.values()).map(SelectionRule::layer))
                .containsExactly(
                        Layer.AUTONOMIC,
                        Layer.TALKER,
                        Layer.TALKER,
                        Layer.TALKER,
                        Layer.EXECUTOR,
                        Layer.EXECUTOR,
                        Layer.EXECUTOR,
                        Layer.EXECUTOR,
                        Layer.EXECUTOR,
                        Layer.EXECUTOR,
                        Layer.AUTONOMIC);
        assertThat(Stream.of(StandardSelectionRule.values()).map(SelectionRule::urgency))
                .containsExactly(10, 9, 8, 6, 7, 7, 5, 5, 4, 3, 3);
    }

    @Test
    void needsAreCriticalOnlyBelowAFifth() {
        int agent = busy();
        world.needs(agent).hunger = 0.2f;
        world.needs(agent).energy = 0.2f;
        world.needs(agent).temperature = 0.2f;
        assertThat(world.scheduler.select(agent)).isEqualTo(StandardSelectionRule.OTHERWISE);
        world.needs(agent).energy = Math.nextDown(0.2f);
        assertThat(world.scheduler.select(agent)).isEqualTo(StandardSelectionRule.CRITICAL_NEEDS);
    }

    @Test
    void needsAreMetOnlyAboveSevenTenths() {
        int agent = busy();
        world.needs(agent).hunger = 0.7f;
        world.needs(agent).energy = 1;
        assertThat(world.scheduler.select(agent)).isEqualTo(StandardSelectionRule.OTHERWISE);
    }

    @Test
    void speechCountsUntilTheTalkerHasAttendedToIt() {
        int agent = busy();
        world.senses(agent).hear(new Speech("Bo", "Hello!", 7));
        assertThat(world.scheduler.select(agent)).isEqualTo(StandardSelectionRule.CONVERSATION);
        world.senses(agent).markAttended(7);
        assertThat(world.scheduler.select(agent)).isEqualTo(StandardSelectionRule.OTHERWISE);
        world.senses(agent).hear(new Speech("Bo", "Are you there?", 7));
        assertThat(world.scheduler.select(agent)).isEqualTo(StandardSelectionRule.CONVERSATION);
    }

    @ParameterizedTest
    @ValueSource(strings = {"wander", "explore"})
    void pastimesCountAsIdle(String pastime) {
        int agent = busy();
        world.behavior(agent).begin(pastime, Behavior.Origin.REFLEX, 10, true, 0);
        assertThat(world.scheduler.select(agent)).isEqualTo(StandardSelectionRule.IDLE);
    }

    @Test
    void agentBetweenTwoStepsIsNeitherCompletedNorIdle() {
        int agent = busy();
        world.order(agent, "gather", "rest");
        world.behavior(agent).end(false, 0);
        assertThat(world.scheduler.select(agent)).isEqualTo(StandardSelectionRule.OTHERWISE);
        world.behavior(agent).end(true, 0);
        assertThat(world.scheduler.select(agent)).isEqualTo(StandardSelectionRule.OTHERWISE);
    }

    @Test
    void companyIsSkippedWhileTheTalkerCoolsDown() {
        int agent = busy();
        world.behavior(agent).end(false, 0);
        world.senses(agent).nearby.add(agent);
        world.tick();
        assertThat(world.broker.last().request().priority().level()).isEqualTo(6);
        assertThat(world.scheduler.select(agent)).isEqualTo(StandardSelectionRule.IDLE);
    }

    @Test
    void companyDelaysPlanningIfConfigured() {
        TestWorld bound = TestWorld.builder()
                .withoutReflexes()
                .withoutActing()
                .thinking(mindConfig -> mindConfig.nearbyAgentsDelayPlanning(true))
                .build();
        int agent = bound.agent();
        bound.senses(agent).nearby.add(agent);
        bound.tick();
        bound.broker.answer(bound.broker.last(), HELLO);
        assertThat(bound.scheduler.select(agent)).isEqualTo(StandardSelectionRule.COMPANY);
        bound.ticks(99);
        assertThat(bound.broker.asked()).hasSize(1);
        bound.tick();
        assertThat(bound.broker.asked()).hasSize(2);
        assertThat(bound.broker.last().request().priority().level()).isEqualTo(6);
    }

    @Test
    void criticalNeedsBlockOtherRulesDuringCooldown() {
        int agent = world.agent();
        world.needs(agent).hunger = 0.1f;
        world.ticks(100);
        assertThat(world.broker.asked()).isEmpty();
        assertThat(world.scheduler.stats().requests().selections(Layer.AUTONOMIC))
                .isEqualTo(5);
        assertThat(world.scheduler.stats().requests().blockedByCooldown()).isEqualTo(95);
        assertThat(world.scheduler.stats().requests().meanUrgency()).isEqualTo(10);
    }

    @Test
    void conversationBlocksOtherRulesDuringCooldown() {
        int agent = world.agent();
        world.conversation(agent).active = true;
        world.tick();
        world.broker.answer(world.broker.last(), HELLO);
        world.ticks(99);
        assertThat(world.broker.asked()).hasSize(1);
        assertThat(world.mind(agent).lastInvoked(Layer.EXECUTOR)).isEqualTo(Mind.NEVER);
        world.tick();
        assertThat(world.broker.asked()).hasSize(2);
    }

    @Test
    void sleepingDeadAndModellessAgentsSendNoRequests() {
        int sleeper = world.agent();
        world.behavior(sleeper).asleep = true;
        int dead = world.agent();
        world.needs(dead).health = 0;
        int simple = world.agent();
        world.mind(simple).tier = Tier.AUTONOMIC;
        int plain = world.agent();
        world.mind(plain).usesModel = false;
        world.ticks(1_000);
        assertThat(world.broker.asked()).isEmpty();
        assertThat(world.scheduler.request(sleeper)).isEmpty();
        assertThat(world.scheduler.request(dead)).isEmpty();
        assertThat(world.scheduler.request(simple)).isEmpty();
        assertThat(world.scheduler.request(plain)).isEmpty();
    }

    @Test
    void disabledLayerSendsNoRequests() {
        world.scheduler.layer(Layer.EXECUTOR, executor -> executor.withEnabled(false));
        world.agent();
        world.ticks(500);
        assertThat(world.broker.asked()).isEmpty();
    }

    /** An agent that carries out something and fares so so: no row of the table holds. */
    private int busy() {
        int agent = world.agent();
        world.behavior(agent).begin("gather", Behavior.Origin.STEP, 20, true, 0);
        world.needs(agent).hunger = 0.65f;
        world.needs(agent).energy = 0.65f;
        return agent;
    }
}
