/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.triune.MindListener.AnswerStatus;
import dev.triune.component.Layer;
import dev.triune.component.OwnModel;
import dev.triune.fixture.FakeBroker.Asked;
import dev.triune.fixture.TestWorld;
import dev.triune.rule.StandardSelectionRule;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Overrides of the rules by the game. */
class OverrideTest {
    private final TestWorld world = TestWorld.builder()
            .withoutReflexes()
            .withoutActing()
            .thinking(mindConfig -> mindConfig
                    .keys(name -> name.equals("mine") ? Optional.of("s3cret") : Optional.empty())
                    .urgencyHint((agent, rule) -> world().needs(agent).danger ? 4 : 0))
            .build();
    private final LLMSchedulerSystem scheduler = world.scheduler;
    private final int agent = world.agent();

    @Test
    void layerCanBeOverridden() {
        scheduler.overrideLayer(agent, Layer.TALKER);
        world.needs(agent).hunger = 0.1f;
        assertThat(scheduler.select(agent).layer()).isEqualTo(Layer.TALKER);
        assertThat(scheduler.select(agent).reason()).isEqualTo("override");
        world.tick();
        Asked asked = world.broker.last();
        assertThat(asked.request().layer()).isEqualTo("talker");
        assertThat(world.broker.grant(asked)).isPresent();
        scheduler.overrideLayer(agent, null);
        assertThat(scheduler.select(agent)).isEqualTo(StandardSelectionRule.CRITICAL_NEEDS);
    }

    @Test
    void priorityCanBeOverridden() {
        scheduler.overridePriority(agent, 9);
        world.tick();
        assertThat(world.broker.last().request().priority().level()).isEqualTo(9);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> scheduler.overridePriority(agent, 11))
                .withMessage("priority 11 (expected 1 to 10, or 0 for the rules' choice)");
    }

    @Test
    void urgencyHintIsClampedToOneToTen() {
        world.needs(agent).danger = true;
        world.tick();
        assertThat(world.broker.last().request().priority().level()).isEqualTo(9);
        int talking = world.agent();
        world.needs(talking).danger = true;
        world.conversation(talking).active = true;
        world.ticks(6);
        assertThat(world.broker.last().request().priority().level()).isEqualTo(10);
        assertThat(scheduler.stats().requests().meanUrgency()).isEqualTo(9.5);
    }

    @Test
    void overriddenPriorityDecidesTheOrderOfRequests() {
        int other = world.agent();
        scheduler.overridePriority(other, 8);
        world.tick();
        assertThat(world.broker.asked())
                .singleElement()
                .satisfies(asked -> assertThat(asked.request().agent()).endsWith("#2"));
    }

    @Test
    void deferredAgentSendsNoRequestForFiveSeconds() {
        world.tick();
        world.broker.answer(world.broker.last());
        world.tick();
        scheduler.resetCooldowns(agent);
        scheduler.defer(agent);
        assertThat(scheduler.request(agent)).isEmpty();
        world.ticks(99);
        assertThat(world.broker.asked()).hasSize(1);
        world.tick();
        assertThat(world.broker.asked()).hasSize(2);
    }

    @Test
    void grantDuringADeferralIsReturned() {
        world.tick();
        scheduler.defer(agent, Duration.ofSeconds(1));
        assertThat(world.broker.grant(world.broker.last())).isEmpty();
        assertThat(scheduler.stats().requests().unusedGrants()).isEqualTo(1);
        assertThat(scheduler.isLayerReady(agent, Layer.EXECUTOR)).isTrue();
        world.ticks(2);
        assertThat(world.broker.asked()).hasSize(1);
        scheduler.defer(agent, Duration.ZERO);
        world.ticks(6);
        assertThat(world.broker.asked()).hasSize(2);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> scheduler.defer(agent, Duration.ofSeconds(-1)))
                .withMessageContaining("expected zero or more");
    }

    @Test
    void agentCanUseItsOwnModelWithAGameKey() {
        OwnModel own = new OwnModel("http://localhost:9/v1", "tiny");
        own.keyName = "mine";
        own.headers.put("X-Game", "test");
        scheduler.useModel(agent, own);
        world.tick();
        assertThat(world.broker.last().request().endpoint()).hasValueSatisfying(endpoint -> {
            assertThat(endpoint.model()).isEqualTo("tiny");
            assertThat(endpoint.host()).isEqualTo("localhost:9");
            assertThat(endpoint.key()).contains("s3cret");
            assertThat(endpoint.headers()).containsEntry("X-Game", "test");
        });
        scheduler.useModel(agent, null);
        world.broker.answer(world.broker.last());
        scheduler.resetCooldowns(agent);
        world.ticks(7);
        assertThat(world.broker.last().request().endpoint()).isEmpty();
    }

    @Test
    void agentCanUseAnotherModelOfTheGamesBroker() {
        scheduler.useModel(agent, OwnModel.ofBroker("large"));
        world.tick();
        assertThat(world.broker.last().request().model()).isEqualTo("large");
        assertThat(world.broker.last().request().endpoint()).isEmpty();
    }

    @Test
    void patientModelIsNotLateAndItsPlanGivesWayToTalk() {
        OwnModel own = OwnModel.ofBroker("by-hand");
        own.patience = 600;
        scheduler.useModel(agent, own);
        world.tick();
        Asked plan = world.broker.last();
        assertThat(plan.request().interrupting()).isFalse();
        assertThat(world.broker.grant(plan)).isPresent();
        world.ticks(20 * 300); // the usual time to live is a minute
        world.broker.answer(plan);
        world.tick();
        assertThat(scheduler.stats().answers().count(AnswerStatus.EXPIRED)).isZero();

        scheduler.resetCooldowns(agent);
        world.ticks(7);
        assertThat(world.broker.grant(world.broker.last())).isPresent();
        world.conversation(agent).active = true;
        world.ticks(20 * 6);
        assertThat(world.broker.last().request().layer()).isEqualTo("talker");
        assertThat(world.broker.last().request().interrupting()).isTrue();
    }

    @Test
    void rejectsOwnModelWithUnknownKeyOrInvalidUrl() {
        OwnModel own = new OwnModel("http://localhost:9/v1", "tiny");
        own.keyName = "yours";
        assertThatIllegalArgumentException()
                .isThrownBy(() -> scheduler.useModel(agent, own))
                .withMessage("key \"yours\" of an agent's own model is not known"
                        + " (let MindConfig.keys find it)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> scheduler.useModel(agent, new OwnModel("nowhere", "tiny")))
                .withMessageContaining("expected http or https and a host");
        assertThat(world.mind(agent).ownModel).isNull();
    }

    @Test
    void agentWithInvalidSavedModelLivesByReflexes() {
        world.mind(agent).ownModel = new OwnModel("nowhere", "tiny");
        world.ticks(300);
        assertThat(world.broker.asked()).isEmpty();
        assertThat(world.mind(agent).usesModel).isFalse();
        assertThat(world.mind(agent).ticket).isZero();
    }

    private TestWorld world() {
        return world;
    }
}
