/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.artemis.Aspect;
import com.artemis.ComponentMapper;
import dev.triune.component.Home;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Persona;
import dev.triune.component.Speech;
import dev.triune.fixture.FakeBroker.Asked;
import dev.triune.fixture.LiveWorld;
import dev.triune.fixture.PacedModel;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.apply.PlanPart;
import dev.triune.llm.BrokerListener;
import dev.triune.llm.Outcome;
import dev.triune.rule.SelectionRule;
import dev.triune.rule.SelectionRule.AgentView;
import dev.triune.rule.SelectionTable;
import dev.triune.rule.StandardSelectionRule;
import dev.triune.system.LLMSchedulerSystem;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Conditions under which an agent may or may not send a request. */
class RequestSubmitterTest {
    private final TestWorld world = TestWorld.builder()
            .withoutReflexes()
            .withoutActing()
            .only(Aspect.exclude(Home.class))
            .build();
    private final LLMSchedulerSystem scheduler = world.scheduler;
    private final int agent = world.agent();

    @Test
    void addressedAgentPlansWhenTheTalkerIsOff() {
        scheduler.layer(Layer.TALKER, talker -> talker.withEnabled(false));
        world.senses(agent).hear(new Speech("Bo", "Hello!", 0));
        world.conversation(agent).active = true;
        world.ticks(2);
        assertThat(world.broker.last().request().layer()).isEqualTo("executor");
    }

    @Test
    void gameKeepsTickingAfterTheBrokerIsClosed() {
        LiveWorld live = new LiveWorld(
                TestWorld.ACTIONS,
                time -> new PacedModel(time, Duration.ZERO, Duration.ofSeconds(1), prompt -> "{}"),
                new BrokerListener() {},
                minds -> {});
        int villager = live.agent("Mira");
        live.broker.close();
        live.ticks(300);
        assertThat(live.clock.tick()).isEqualTo(300);
        assertThat(live.of(villager, Mind.class).ticket).isZero();
    }

    @Test
    void renamingAWaitingAgentKeepsItsRequestName() {
        world.persona(agent).name = "Ada";
        world.tick();
        Asked plan = world.broker.last();
        world.persona(agent).name = "Countess of Lovelace";
        world.conversation(agent).active = true;
        world.ticks(6);
        assertThat(world.broker.last()).isNotSameAs(plan);
        assertThat(world.broker.last().request().agent())
                .isEqualTo(plan.request().agent());
    }

    @Test
    void sendsNoRequestForAgentOutsideTheAspect() {
        world.tick();
        world.broker.answer(world.broker.last());
        world.tick();
        scheduler.resetCooldowns(agent);
        world.world.edit(agent).create(Home.class);
        world.tick();
        assertThat(scheduler.request(agent)).isEmpty();
        assertThat(world.broker.asked()).hasSize(1);
    }

    @Test
    void disabledLayerGetsNoSecondTry() {
        world.tick();
        assertThat(world.broker.grant(world.broker.last())).isPresent();
        world.broker.answer(world.broker.last(), new PlanPart.RejectedStep("unknown", "no"));
        scheduler.layer(Layer.EXECUTOR, executor -> executor.withEnabled(false));
        world.ticks(100);
        assertThat(world.broker.asked()).hasSize(1);
    }

    @Test
    void countsOnlyCooldownsAsBlockedByCooldown() {
        world.mind(agent).usesModel = false;
        world.ticks(100);
        assertThat(scheduler.stats().requests().blockedByCooldown()).isZero();
    }

    @Test
    void speechIsNewsAgainAfterACancelledAnswer() {
        world.senses(agent).hear(new Speech("Bo", "Hello!", 0));
        world.tick();
        Asked talk = world.broker.last();
        assertThat(world.broker.grant(talk)).isPresent();
        assertThat(world.senses(agent).hasNews()).isFalse();
        world.broker.end(talk, new Outcome.Cancelled(false));
        world.tick();
        assertThat(world.senses(agent).hasNews()).isTrue();
    }

    @Test
    void foreverDurationsDoNotOverflow() {
        Duration forever = ChronoUnit.FOREVER.getDuration();
        scheduler.defer(agent, forever);
        world.ticks(300);
        assertThat(world.broker.asked()).isEmpty();
        scheduler.defer(agent, Duration.ZERO);
        scheduler.layer(Layer.EXECUTOR, executor -> executor.withCooldown(forever));
        world.mind(agent).setbacks = 5;
        world.ticks(20);
        assertThat(world.broker.asked()).hasSize(1);
        world.broker.answer(world.broker.last());
        world.ticks(30_000);
        assertThat(world.broker.asked()).as("never again").hasSize(1);
        assertThat(scheduler.timeUntilReady(agent, Layer.EXECUTOR))
                .isGreaterThan(Duration.ofDays(365));
    }

    @Test
    void rejectsEntityWithoutMind() {
        int stone = world.world.create();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> scheduler.defer(stone))
                .withMessage("entity " + stone + " has no Mind (expected one with Mind and Needs)");
        assertThatIllegalArgumentException().isThrownBy(() -> scheduler.select(stone));
        assertThatIllegalArgumentException().isThrownBy(() -> scheduler.request(stone));
    }

    @Test
    void injectsMappersIntoGameRules() {
        Famous famous = new Famous();
        TestWorld stage = TestWorld.builder()
                .thinking(mindConfig -> mindConfig.policy(SelectionTable.standard()
                        .with(famous, StandardSelectionRule.CRITICAL_NEEDS)))
                .withoutReflexes()
                .withoutActing()
                .build();
        int star = stage.agent();
        stage.persona(star).name = "Famous";
        assertThat(stage.scheduler.select(star)).isSameAs(famous);
    }

    /** A rule that reads a component by a mapper of its own. */
    private static final class Famous implements SelectionRule {
        private @Nullable ComponentMapper<Persona> mPersona;

        @Override
        public Layer layer() {
            return Layer.TALKER;
        }

        @Override
        public int urgency() {
            return 7;
        }

        @Override
        public String reason() {
            return "famous";
        }

        @Override
        public boolean matches(AgentView agent) {
            return mPersona != null && mPersona.get(agent.agent()).name.equals("Famous");
        }
    }
}
