/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.Aspect;
import dev.triune.MindListener;
import dev.triune.component.Home;
import dev.triune.component.Layer;
import dev.triune.fixture.FakeBroker.Asked;
import dev.triune.fixture.TestWorld;
import dev.triune.llm.Outcome;
import dev.triune.llm.Ticket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each request has its end, also if its agent was left out, or is gone, during the call. */
class ExcludedDuringCallTest {
    private final List<Ticket> open = new ArrayList<>();
    private int ended;
    private final TestWorld world = TestWorld.builder()
            .withoutReflexes()
            .withoutActing()
            .only(Aspect.exclude(Home.class))
            .listener(new MindListener() {
                @Override
                public void requestSubmitted(
                        int agent, Layer layer, Ticket ticket, int urgency, String reason) {
                    open.add(ticket);
                }

                @Override
                public void requestEnded(int agent, Layer layer, Ticket ticket, Outcome outcome) {
                    assertThat(open.remove(ticket)).isTrue();
                    ended++;
                }
            })
            .build();
    private final int agent = world.agent();

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 20})
    void requestEndsForAnAgentThatTheAspectLeavesOutMeanwhile(int away) {
        for (int tick = 0; tick < 1_200; tick++) {
            world.world.getMapper(Home.class).set(agent, tick % (away + 10) >= 10);
            for (Asked asked : List.copyOf(world.broker.asked())) {
                if (!asked.isEnded() && asked.isGranted() && tick % 23 == 0) { // it takes its time
                    world.broker.answer(asked);
                } else if (!asked.isEnded() && !asked.isGranted()) {
                    world.broker.grant(asked);
                }
            }
            world.tick();
        }
        world.world.getMapper(Home.class).remove(agent);
        world.ticks(3);
        assertThat(ended).isGreaterThan(2);
        assertThat(open).hasSizeLessThanOrEqualTo(1);
        world.world.dispose();
        assertThat(open).isEmpty();
    }

    @Test
    void requestEndsForAnAgentThatIsDeleted() {
        world.tick();
        assertThat(open).hasSize(1);
        world.world.delete(agent);
        world.ticks(3);
        assertThat(open).isEmpty();
    }
}
