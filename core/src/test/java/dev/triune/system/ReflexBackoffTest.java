/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.MindListener;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.Layer;
import dev.triune.fixture.FakeBroker.Asked;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.apply.PlanPart;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A failing reflex backs off, and the agent continues with its plan. */
class ReflexBackoffTest {
    private static final int TEN_MINUTES = 20 * 600;

    private final List<Long> failures = new ArrayList<>();
    private boolean food;
    private int errand;
    private final TestWorld world = TestWorld.builder()
            .run(
                    "seek_food",
                    (agent, step) -> food ? Progress.DONE : Progress.failed("no food anywhere"))
            .run("rest", (agent, step) -> ++errand % 100 == 0 ? Progress.DONE : Progress.RUNNING)
            .listener(new MindListener() {
                @Override
                public void reflexFailed(int agent, String behavior, String reason) {
                    failures.add(now());
                }
            })
            .build();
    private final int agent = world.agent();

    private long now() {
        return world.clock.tick();
    }

    private int play(int ticks) {
        int calls = 0;
        int seen = world.broker.asked().size();
        for (int i = 0; i < ticks; i++) {
            world.tick();
            for (; seen < world.broker.asked().size(); seen++) {
                Asked asked = world.broker.asked().get(seen);
                if (world.broker.grant(asked).isPresent()) {
                    world.broker.answer(asked, new PlanPart.QueueableStep(Step.of("rest")));
                    calls++;
                }
            }
        }
        return calls;
    }

    @ParameterizedTest(name = "hunger {0}")
    @ValueSource(floats = {0.59f, 0.15f, 0.05f})
    void hungryAgentsWithoutFoodStillPlan(float hunger) {
        world.needs(agent).hunger = hunger;
        assertThat(play(TEN_MINUTES)).isGreaterThan(40);
        assertThat(world.decisionStats().steps().done()).isGreaterThan(40);
        assertThat(world.decisionStats().steps().failed()).isZero();
        assertThat(failures).hasSizeBetween(10, 18);
    }

    @Test
    void eachFailureDoublesTheWaitUpToSixtyFourSeconds() {
        world.needs(agent).hunger = 0.59f;
        play(20 * 300);
        List<Long> waits = new ArrayList<>();
        for (int i = 1; i < failures.size(); i++) {
            waits.add((failures.get(i) - failures.get(i - 1)) / 20);
        }
        assertThat(waits).containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 64L, 64L, 64L);
    }

    @Test
    void successOrSatisfiedNeedResetsTheBackoff() {
        world.needs(agent).hunger = 0.59f;
        play(20 * 20);
        assertThat(world.behavior(agent).reflexFailures).isEqualTo(5);
        world.needs(agent).hunger = 1;
        play(2);
        assertThat(world.behavior(agent).reflexFailures).isZero();
        assertThat(world.behavior(agent).backedOff).isZero();
        world.needs(agent).hunger = 0.59f;
        play(20 * 20);
        food = true;
        play(20 * 64);
        assertThat(world.behavior(agent).reflexFailures).isZero();
    }

    @Test
    void ignoresWaitsFromAnotherClock() {
        world.needs(agent).hunger = 0.59f;
        play(20 * 20);
        int before = failures.size();
        world.behavior(agent).retryAt = now() + 100_000;
        world.mind(agent).waitingSince(Layer.EXECUTOR, now() + 100_000);
        play(2);
        assertThat(failures).hasSize(before + 1);
        play(20 * 30);
        assertThat(world.mind(agent).waitingSince(Layer.EXECUTOR)).isLessThanOrEqualTo(now());
    }

    @Test
    void moreImportantReflexIsTriedAtOnce() {
        world.needs(agent).hunger = 0.59f;
        play(20 * 20);
        int before = failures.size();
        world.needs(agent).hunger = 0.05f; // starving, which is another reflex
        play(2);
        assertThat(failures).hasSize(before + 1);
    }
}
