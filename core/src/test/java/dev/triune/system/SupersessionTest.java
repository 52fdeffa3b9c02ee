/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.MindListener.AnswerStatus;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.fixture.FakeBroker.Asked;
import dev.triune.fixture.GameRule;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.apply.PlanPart;
import dev.triune.rule.SelectionRule;
import dev.triune.rule.SelectionRule.Purpose;
import dev.triune.rule.SelectionTable;
import dev.triune.rule.StandardSelectionRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A more urgent reason replaces a waiting request but not one in flight. */
class SupersessionTest {
    private final TestWorld world = TestWorld.thinkingOnly();
    private final int agent = world.agent();

    @Test
    void moreUrgentReasonSupersedesAWaitingRequest() {
        world.tick();
        Asked plan = world.broker.last();
        world.conversation(agent).active = true;
        world.ticks(6);
        Asked talk = world.broker.last();
        assertThat(talk).isNotSameAs(plan);
        assertThat(talk.request().layer()).isEqualTo("talker");
        assertThat(world.mind(agent).ticket).isEqualTo(talk.ticket().number());
        assertThat(world.scheduler.stats().requests().superseded()).isEqualTo(1);
        assertThat(world.broker.grant(talk)).isPresent();
        world.broker.answer(talk, new PlanPart.SpokenText("Yes?"));
        world.tick();
        assertThat(world.decisionStats().answers().count(AnswerStatus.APPLIED)).isEqualTo(1);
        assertThat(world.decisionStats().requests().pending()).isZero();
    }

    @Test
    void supersededLayerHasNoCooldown() {
        world.tick();
        world.conversation(agent).active = true;
        world.ticks(6);
        assertThat(world.mind(agent).lastInvoked(Layer.EXECUTOR)).isEqualTo(Mind.NEVER);
        assertThat(world.scheduler.isLayerReady(agent, Layer.EXECUTOR)).isTrue();
        assertThat(world.scheduler.isLayerReady(agent, Layer.TALKER)).isFalse();
    }

    @Test
    void requestInFlightIsNotSuperseded() {
        world.tick();
        Asked plan = world.broker.last();
        assertThat(world.broker.grant(plan)).isPresent();
        world.conversation(agent).active = true;
        world.ticks(300);
        assertThat(world.broker.asked()).containsExactly(plan);
        assertThat(world.scheduler.stats().requests().superseded()).isZero();
    }

    @Test
    void requestInFlightIsSupersededIfConfigured() {
        TestWorld rude = TestWorld.builder()
                .thinking(mindConfig -> mindConfig.supersedesRunningCalls(true))
                .withoutReflexes()
                .withoutActing()
                .build();
        int one = rude.agent();
        rude.tick();
        Asked plan = rude.broker.last();
        assertThat(rude.broker.grant(plan)).isPresent();
        rude.conversation(one).active = true;
        rude.ticks(6);
        assertThat(rude.broker.asked()).hasSize(2);
        assertThat(rude.broker.last().request().interrupting()).isTrue();
        assertThat(rude.scheduler.stats().requests().superseded()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = Purpose.class,
            names = {"PLAYER", "TALK"})
    void gameRuleAboutPlayersCutsIntoACallInFlight(Purpose purpose) {
        boolean[] waits = {false};
        SelectionRule telephone =
                new GameRule(Layer.TALKER, purpose, 9, "telephone", "telephone", agent -> waits[0]);
        TestWorld office = TestWorld.builder()
                .thinking(config -> config.policy(
                        SelectionTable.standard().with(telephone, StandardSelectionRule.IDLE)))
                .withoutReflexes()
                .withoutActing()
                .build();
        office.agent();
        office.tick();
        assertThat(office.broker.grant(office.broker.last())).isPresent();
        waits[0] = true;
        office.ticks(6);
        if (purpose == Purpose.PLAYER) {
            assertThat(office.broker.asked()).hasSize(2);
            assertThat(office.broker.last().request().interrupting()).isTrue();
        } else {
            assertThat(office.broker.asked()).hasSize(1);
        }
    }

    @Test
    void equallyOrLessUrgentReasonDoesNotSupersede() {
        world.tick();
        world.senses(agent).nearby.add(world.agent());
        world.behavior(agent).completed = false;
        world.scheduler.overridePriority(agent, 5);
        world.ticks(300);
        assertThat(world.broker.asked().stream()
                        .filter(asked -> asked.request().agent().endsWith("#1")))
                .hasSize(1);
    }

    @Test
    void criticalNeedReturnsTheGrantOfAWaitingRequest() {
        world.tick();
        Asked plan = world.broker.last();
        world.needs(agent).hunger = 0.1f;
        world.ticks(30);
        assertThat(world.broker.asked()).containsExactly(plan);
        assertThat(world.broker.grant(plan)).isEmpty();
        assertThat(world.scheduler.stats().requests().unusedGrants()).isEqualTo(1);
    }
}
