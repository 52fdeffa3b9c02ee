/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.Layer;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.apply.PlanPart;
import dev.triune.llm.Ticket;
import dev.triune.rule.ReflexTable.Trigger;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Order within one tick: answers are received, reflexes start, layers think, steps start. */
class TickOrderTest {
    private final List<String> events = new ArrayList<>();
    private final TestWorld world = TestWorld.builder()
            .run("rest", (agent, step) -> Progress.RUNNING)
            .listener(new MindListener() {
                @Override
                public void stepQueued(
                        int agent, Layer layer, Ticket ticket, Step step, int place) {
                    events.add("receive");
                }

                @Override
                public void requestSubmitted(
                        int agent, Layer layer, Ticket ticket, int urgency, String reason) {
                    events.add("think");
                }
            })
            .listener(new MindListener() {
                @Override
                public void reflexStarted(int agent, Trigger reflex, String interrupted) {
                    events.add("reflex");
                }
            })
            .listener(new MindListener() {
                @Override
                public void stepStarted(int agent, Step step) {
                    events.add("act");
                }
            })
            .build();

    @Test
    void tickRunsReceiveReflexThinkAndActInOrder() {
        int planner = world.agent();
        int hungry = world.agent();
        world.needs(hungry).hunger = 0.65f;
        world.scheduler.defer(hungry);
        world.tick();
        world.agent(); // asks as soon as the gap between two requests is over
        world.ticks(4);
        events.clear();
        world.broker.answer(
                world.broker.asked().get(0), new PlanPart.QueueableStep(Step.of("rest")));
        world.needs(hungry).hunger = 0.05f;
        world.tick();
        assertThat(events).containsExactly("receive", "reflex", "think", "act");
        assertThat(world.behavior(planner).name).isEqualTo("rest");
        assertThat(world.behavior(hungry).name).isEqualTo("seek_food");
    }

    @Test
    void reflexPreventsPlanReceivedInSameTickFromStarting() {
        int agent = world.agent();
        world.tick();
        events.clear();
        world.needs(agent).hunger = 0.05f;
        world.broker.answer(world.broker.last(), new PlanPart.QueueableStep(Step.of("rest")));
        world.tick();
        assertThat(events).containsExactly("receive", "reflex");
        assertThat(world.behavior(agent).name).isEqualTo("seek_food");
        assertThat(world.queue(agent).next()).isNotNull();
    }
}
