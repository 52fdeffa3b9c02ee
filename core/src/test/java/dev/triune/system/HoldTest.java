/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Speech;
import dev.triune.fixture.FakeBroker.Asked;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.apply.PlanPart;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Agents that the game holds, for example in a cutscene. */
class HoldTest {
    private final TestWorld world = TestWorld.thinkingOnly();
    private final int agent = world.agent();

    @Test
    void heldAgentSendsNoRequestUntilReleased() {
        world.scheduler.hold(agent);
        world.ticks(1_000);
        assertThat(world.broker.asked()).isEmpty();
        assertThat(world.scheduler.request(agent)).isEmpty();
        world.scheduler.release(agent);
        world.tick();
        assertThat(world.broker.asked()).hasSize(1);
    }

    @Test
    void holdCancelsAWaitingRequestWithoutCooldown() {
        world.tick();
        world.scheduler.hold(agent);
        world.tick();
        assertThat(world.broker.cancelled()).containsExactly(world.broker.last().ticket());
        assertThat(world.decisionStats().requests().pending()).isZero();
        assertThat(world.mind(agent).lastInvoked(Layer.EXECUTOR)).isEqualTo(Mind.NEVER);
        world.scheduler.release(agent);
        world.ticks(6);
        assertThat(world.broker.asked()).hasSize(2);
    }

    @Test
    void holdDiscardsTheAnswerInFlight() {
        world.senses(agent).hear(new Speech("Ann", "Hello!", 0));
        world.broker.ignoreCancel();
        world.tick();
        Asked asked = world.broker.last();
        world.broker.grant(asked);
        world.tick();
        assertThat(world.senses(agent).hasNews()).isFalse();
        world.scheduler.hold(agent);
        world.scheduler.hold(agent);
        assertThat(world.broker.cancelled()).containsExactly(asked.ticket());
        world.broker.answer(asked, new PlanPart.QueueableStep(Step.of("rest")));
        world.ticks(2);
        assertThat(world.plan(agent)).isEmpty();
        assertThat(world.mind(agent).ticket).isZero();
        assertThat(world.mind(agent).failures(Layer.TALKER)).isZero();
    }

    @Test
    void speechIsNewsAgainAfterHoldCancelsTheTalker() {
        world.senses(agent).hear(new Speech("Ann", "Hello!", 0));
        world.tick();
        world.broker.grant(world.broker.last());
        world.tick();
        world.scheduler.hold(agent);
        world.tick();
        assertThat(world.senses(agent).hasNews()).isTrue();
        world.scheduler.release(agent);
        world.ticks(120);
        assertThat(world.broker.last().request().layer()).isEqualTo("talker");
        assertThat(world.broker.asked()).hasSize(2);
    }

    @Test
    void directedAgentCarriesOutOrdersAndNothingElse() {
        List<String> done = new ArrayList<>();
        TestWorld scene = TestWorld.builder()
                .run("short", (actor, step) -> {
                    done.add("short");
                    return Progress.DONE;
                })
                .run("long", (actor, step) -> Progress.RUNNING)
                .run("seek_food", (actor, step) -> Progress.RUNNING)
                .build();
        int actor = scene.agent();
        scene.tick();
        scene.order(actor, "long");
        scene.needs(actor).hunger = 0.05f;
        scene.ticks(20);
        assertThat(scene.behavior(actor).name).isEqualTo("seek_food");

        scene.scheduler.direct(actor);
        scene.ticks(20);
        assertThat(scene.behavior(actor).name).as("stands still").isEqualTo("idle");
        scene.order(actor, "short");
        scene.ticks(5);
        assertThat(done).containsExactly("short");

        int asked = scene.broker.asked().size();
        scene.ticks(400);
        assertThat(scene.broker.asked()).hasSize(asked);
        scene.scheduler.release(actor);
        scene.ticks(20);
        assertThat(scene.behavior(actor).name).isEqualTo("seek_food");
    }
}
