/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.MindListener;
import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionRunner;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.QueuedStep;
import dev.triune.component.QueuedStep.State;
import dev.triune.fixture.LogLines;
import dev.triune.fixture.Script;
import dev.triune.fixture.TestWorld;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Throwing runners and listeners of a game affect only their own step. */
class ThrowingRunnerTest {
    private static final String SECRET = "no such tree at 3,4";

    /** Where a runner breaks. */
    private enum Fault {
        START,
        TICK,
        PROGRESS,
        NULL_START,
        NULL_TICK
    }

    private final LogLines log = new LogLines("dev.triune");
    private final List<String> told = new ArrayList<>();
    private final Script rest = new Script();
    private final Breaking breaking = new Breaking();

    @AfterEach
    void restoreTheLog() {
        log.close();
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void throwingRunnerFailsItsStepAndTheQueueContinues(Fault fault) {
        breaking.fault = fault;
        TestWorld world = world().build();
        int first = world.agent();
        int second = world.agent();
        world.order(first, "gather", "rest");
        world.order(second, "rest");
        world.tick();
        QueuedStep step = world.queue(first).wholePlan().get(0);
        assertThat(step.state).isEqualTo(State.FAILED);
        assertThat(step.reason).isEqualTo("it broke");
        assertThat(world.mind(first).troubles()).containsExactly("gather: it broke");
        assertThat(breaking.stops).isEqualTo(1);
        assertThat(world.behavior(first).name).isEqualTo("rest");
        assertThat(world.behavior(second).name).isEqualTo("rest");
        assertThat(world.decisionStats().steps().failed()).isEqualTo(1);
        world.order(second, "gather");
        rest.then = Progress.DONE;
        world.ticks(2);
        assertThat(world.queue(second).wholePlan().get(1).reason).isEqualTo("it broke");
        assertOneLine(first, !fault.name().startsWith("NULL"));
    }

    @Test
    void stepIsDoneEvenIfItsRunnerThrowsOnStop() {
        breaking.stopBreaks = true;
        breaking.then = Progress.DONE;
        TestWorld world = world().build();
        int agent = world.agent();
        world.order(agent, "gather", "gather", "rest");
        world.ticks(2);
        assertThat(world.queue(agent).wholePlan().get(0).state).isEqualTo(State.DONE);
        assertThat(world.queue(agent).wholePlan().get(1).state).isEqualTo(State.DONE);
        assertThat(world.behavior(agent).name).isEqualTo("rest");
        assertOneLine(agent, true);
    }

    @Test
    void deletedAgentIsStoppedEvenIfItsRunnerThrows() {
        breaking.stopBreaks = true;
        TestWorld world = world().build();
        int agent = world.agent();
        world.order(agent, "gather");
        world.tick();
        world.world.delete(agent);
        world.tick();
        assertThat(breaking.stops).isEqualTo(1);
        assertOneLine(agent, true);
    }

    @Test
    void reflexWithThrowingRunnerIsRetriedAfterTwentyTicks() {
        breaking.fault = Fault.TICK;
        TestWorld world = world().run("seek_food", breaking).build();
        int agent = world.agent();
        world.needs(agent).hunger = 0.5f;
        world.ticks(20);
        assertThat(breaking.stops).isEqualTo(1);
        world.tick();
        assertThat(breaking.stops).isEqualTo(2);
        assertThat(world.mind(agent).troubles()).containsExactly("seek_food: it broke");
    }

    @Test
    void errorsArePropagated() {
        TestWorld world = TestWorld.builder()
                .withoutScheduling()
                .run("gather", (agent, step) -> {
                    throw new StackOverflowError();
                })
                .build();
        world.order(world.agent(), "gather");
        assertThatThrownBy(world::tick)
                .satisfiesAnyOf(
                        thrown -> assertThat(thrown).isInstanceOf(StackOverflowError.class),
                        thrown -> assertThat(thrown)
                                .hasRootCauseInstanceOf(StackOverflowError.class));
    }

    @Test
    void throwingListenerIsLoggedOnceAndChangesNothing() {
        TestWorld world = world().listener(new Throwing()).build();
        int agent = world.agent();
        breaking.then = Progress.DONE;
        world.order(agent, "gather", "rest");
        world.tick();
        assertThat(world.queue(agent).wholePlan().get(0).state).isEqualTo(State.DONE);
        assertThat(world.behavior(agent).name).isEqualTo("rest");
        assertThat(log.texts()).singleElement().asString().contains(Throwing.class.getName());
        assertThat(log.all().get(0).getThrown()).hasMessage(SECRET);
    }

    private TestWorld.Builder world() {
        return TestWorld.builder()
                .actions(ActionCatalog.builder()
                        .action("gather", "collect")
                        .action("rest", "sit down")
                        .build())
                .withoutScheduling()
                .run("gather", breaking)
                .run("rest", rest);
    }

    private void assertOneLine(int agent, boolean thrown) {
        assertThat(log.texts()).hasSize(1);
        assertThat(log.texts().get(0))
                .contains(Breaking.class.getName(), "gather", "entity " + agent)
                .doesNotContain(SECRET);
        assertThat(log.all().get(0).getLevel()).isEqualTo(Level.WARNING);
        assertThat(log.all().get(0).getThrown() != null).isEqualTo(thrown);
    }

    /** Breaks where it is told to. */
    private static final class Breaking implements ActionRunner<Step> {
        private Fault fault = Fault.TICK;
        private Progress then = Progress.RUNNING;
        private boolean stopBreaks;
        private int stops;

        @Override
        public Progress start(int agent, Step step) {
            breakAt(Fault.START);
            return fault == Fault.NULL_START && !stopBreaks ? nothing() : Progress.RUNNING;
        }

        @Override
        public Progress tick(int agent, Step step) {
            if (then.kind() == Progress.Kind.DONE || stopBreaks) {
                return then;
            }
            breakAt(Fault.TICK);
            return fault == Fault.NULL_TICK ? nothing() : then;
        }

        @Override
        public double progress(int agent, Step step) {
            breakAt(Fault.PROGRESS);
            return 1;
        }

        @Override
        public void stop(int agent, Step step) {
            stops++;
            if (stopBreaks) {
                throw new IllegalStateException(SECRET);
            }
        }

        private void breakAt(Fault place) {
            if (fault == place && !stopBreaks) {
                throw new IllegalStateException(SECRET);
            }
        }

        /** What a runner written without null checks gives. */
        @SuppressWarnings("NullAway")
        private static Progress nothing() {
            return null;
        }
    }

    /** Breaks at each event. */
    private static final class Throwing implements MindListener {
        @Override
        public void stepStarted(int agent, Step step) {
            throw new IllegalStateException(SECRET);
        }

        @Override
        public void stepDone(int agent, Step step) {
            throw new IllegalStateException(SECRET);
        }
    }
}
