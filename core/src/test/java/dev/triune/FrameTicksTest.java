/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.action.ActionRunner;
import dev.triune.action.ActionRunner.Watchdog;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.fixture.FakeBroker;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.apply.PlanPart;
import dev.triune.llm.Outcome;
import dev.triune.llm.Ticket;
import dev.triune.rule.Reflex;
import dev.triune.rule.ReflexRule;
import dev.triune.rule.ReflexTable;
import dev.triune.rule.ReflexTable.Trigger;
import dev.triune.system.AutonomicSystem;
import dev.triune.system.DecisionApplySystem;
import dev.triune.system.MindPlugin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several ticks in a frame are as many ticks as in as many frames, and each begins anew. */
class FrameTicksTest {
    private GameClock clock = GameClock.byDelta();
    private World world = new World();

    private FakeBroker broker = new FakeBroker();

    private void build(float delta, Consumer<MindPlugin> setup) {
        clock = GameClock.byDelta();
        broker = new FakeBroker();
        MindPlugin minds =
                new MindPlugin(broker, TestWorld.ACTIONS).clock(clock).reflexes(ReflexTable.of());
        setup.accept(minds);
        world = new World(new WorldConfigurationBuilder().with(minds).build());
        world.setDelta(delta);
    }

    private int agent() {
        int agent = world.create();
        world.getMapper(Mind.class).create(agent).usesModel = false;
        world.getMapper(Needs.class).create(agent);
        return agent;
    }

    private void order(int agent, String... types) {
        List<Step> steps = new ArrayList<>();
        for (String type : types) {
            steps.add(Step.of(type));
        }
        world.getSystem(DecisionApplySystem.class).order(agent, steps);
    }

    private void frames(int count) {
        for (int i = 0; i < count; i++) {
            world.process();
        }
    }

    private static ReflexRule rule(String name, int priority, BiPredicate<Integer, Long> active) {
        return new ReflexRule() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public String behavior() {
                return name;
            }

            @Override
            public int priority() {
                return priority;
            }

            @Override
            public boolean activates(int agent, Needs needs, Behavior behavior, long tick) {
                return active.test(agent, tick);
            }
        };
    }

    @ParameterizedTest
    @ValueSource(floats = {0.05f, 0.2f, 1})
    void feedsRunAtTheBeginningOfEachTick(float delta) {
        long[] fed = {0};
        List<Long> stale = new ArrayList<>();
        Feed feed = new Feed() {
            @Override
            public void begin(long tick) {
                fed[0] = tick;
            }

            @Override
            public void update(int agent) {}
        };
        build(
                delta,
                minds -> minds.feed(feed)
                        .reflexes(ReflexTable.of().with(rule("alarm", 60, (agent, tick) -> {
                            if (fed[0] != tick) {
                                stale.add(tick);
                            }
                            return false;
                        }))));
        agent();
        frames(100);
        assertThat(stale).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(floats = {0.05f, 0.2f, 1})
    void runnerThatDeletesItsAgentIsNotCalledAgain(float delta) {
        List<Long> calls = new ArrayList<>();
        build(
                delta,
                minds -> minds.runner("gather", (agent, step) -> {
                    calls.add(clock.tick());
                    world.delete(agent);
                    return Progress.RUNNING;
                }));
        int agent = agent();
        frames(1);
        order(agent, "gather");
        frames(3);
        assertThat(calls).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(floats = {0.05f, 0.2f, 1})
    void planOfAnAgentThatIsDeletedDuringItsAnswerIsNotDropped(float delta) {
        List<String> told = new ArrayList<>();
        MindListener listener = new MindListener() {
            @Override
            public void requestEnded(int agent, Layer layer, Ticket ticket, Outcome outcome) {
                told.add("ended");
            }

            @Override
            public void planDropped(int agent, int steps, String reason) {
                told.add("dropped");
            }
        };
        build(
                delta,
                minds -> minds.withoutBehaviorSystem()
                        .listener(listener)
                        .reflexes(ReflexTable.of().with(rule("alarm", 60, (agent, tick) -> {
                            if (tick == 42) { // with further ticks in its frame
                                world.delete(agent);
                            }
                            return false;
                        }))));
        int agent = agent();
        world.getMapper(Mind.class).get(agent).usesModel = true;
        while (broker.asked().isEmpty()) {
            frames(1);
        }
        broker.grant(broker.last());
        broker.deliver(broker.last(), new PlanPart.QueueableStep(Step.of("gather")));
        while (clock.tick() < 40) {
            frames(1);
        }
        assertThat(world.getMapper(BehaviorQueue.class).get(agent).steps).hasSize(1);
        frames(3);
        assertThat(told).containsExactly("ended");
    }

    @ParameterizedTest
    @ValueSource(floats = {0.05f, 0.2f, 1})
    void agentCreatedInATickBeginsInTheNext(float delta) {
        List<Long> reacted = new ArrayList<>();
        long[] born = {-1};
        build(
                delta,
                minds -> minds.carriesOut("alarm")
                        .reflexes(ReflexTable.of().with(rule("alarm", 60, (agent, tick) -> {
                            if (tick == 25 && born[0] < 0) {
                                born[0] = agent();
                            } else if (agent == born[0]) {
                                reacted.add(tick);
                            }
                            return false;
                        }))));
        agent();
        frames((int) (2 / delta));
        assertThat(reacted).startsWith(26L, 27L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"start", "tick", "stepDone", "activates", "reflexStarted"})
    void agentGoesOnInTheTickAfterAnError(String where) {
        boolean[] thrown = {false};
        int[] ids = {-1};
        int[] calls = {0};
        Consumer<String> at = place -> {
            if (place.equals(where) && !thrown[0] && clock.tick() > 20) {
                thrown[0] = true;
                throw new AssertionError("once");
            }
        };
        ActionRunner<Step> gather = new ActionRunner<>() {
            @Override
            public Progress start(int agent, Step step) {
                if (agent == ids[0]) {
                    at.accept("start");
                }
                return Progress.RUNNING;
            }

            @Override
            public Progress tick(int agent, Step step) {
                if (agent != ids[0]) {
                    return Progress.RUNNING;
                }
                at.accept("tick");
                return ++calls[0] % 10 == 0 ? Progress.DONE : Progress.RUNNING;
            }
        };
        MindListener listener = new MindListener() {
            @Override
            public void stepDone(int agent, Step step) {
                at.accept("stepDone");
            }

            @Override
            public void reflexStarted(int agent, Trigger reflex, String interrupted) {
                at.accept("reflexStarted");
            }
        };
        ReflexRule alarm = rule("alarm", 60, (agent, tick) -> {
            at.accept("activates");
            return where.equals("reflexStarted") && tick >= 30 && tick < 40;
        });
        build(
                0.05f,
                minds -> minds.runner("gather", gather)
                        .runner("alarm", (agent, step) -> Progress.RUNNING)
                        .listener(listener)
                        .reflexes(
                                ReflexTable.of(Reflex.HUNGRY).with(alarm).needsChangeAtMost(0.01)));
        ids[0] = agent();
        frames(2);
        order(ids[0], "gather", "gather", "gather", "gather", "gather", "gather", "gather");
        int errors = 0;
        for (int i = 0; i < 50; i++) {
            try {
                world.process();
            } catch (AssertionError e) {
                errors++;
            }
        }
        assertThat(errors).isEqualTo(1);
        frames(260); // no longer than the time between two checks of its reflexes
        int failed = where.equals("start") || where.equals("tick") ? 1 : 0;
        assertThat(calls[0]).as("all seven steps, or six").isEqualTo(70 - 10 * failed);
    }

    @Test
    void reflexIsCheckedWhenItsAgentLosesItsQueue() {
        List<Long> began = new ArrayList<>();
        build(
                0.05f,
                minds -> minds.runner("gather", (agent, step) -> Progress.RUNNING)
                        .runner("loiter", (agent, step) -> Progress.RUNNING)
                        .listener(new MindListener() {
                            @Override
                            public void reflexStarted(
                                    int agent, Trigger reflex, String interrupted) {
                                began.add(clock.tick());
                            }
                        })
                        .reflexes(ReflexTable.of(Reflex.HUNGRY)
                                .with(rule("loiter", 10, (agent, tick) -> true))
                                .needsChangeAtMost(0.01)));
        int agent = agent();
        frames(20);
        order(agent, "gather");
        frames(100);
        began.clear();
        long lost = clock.tick();
        world.getMapper(BehaviorQueue.class).remove(agent);
        frames(50);
        assertThat(began).startsWith(lost + 1);
    }

    @Test
    void planGoesOnWhenAFailedReflexWaitsForASignal() {
        int[] tries = {0};
        int[] gathered = {0};
        build(
                0.05f,
                minds -> minds.runner("gather", (agent, step) -> {
                            gathered[0]++;
                            return Progress.RUNNING;
                        })
                        .runner(
                                "seek_food",
                                (agent, step) -> tries[0]++ == 0
                                        ? Progress.failed("no food")
                                        : Progress.untilSignal())
                        .watchdog(new Watchdog(Duration.ofHours(1), Duration.ofHours(1), 100))
                        .reflexes(ReflexTable.of(Reflex.HUNGRY)));
        int agent = agent();
        frames(20);
        order(agent, "gather");
        frames(5);
        AutonomicSystem reflexes = world.getSystem(AutonomicSystem.class);
        world.getMapper(Needs.class).get(agent).hunger = 0.1f;
        reflexes.recheck(agent);
        frames(1);
        reflexes.setEnabled(false);
        frames(60);
        reflexes.setEnabled(true);
        gathered[0] = 0;
        frames(40);
        assertThat(gathered[0]).isPositive();
    }

    @ParameterizedTest
    @ValueSource(floats = {0.05f, 0.2f})
    void nothingRunsInAWorldThatARunnerDisposesOf(float delta) {
        List<String> calls = new ArrayList<>();
        boolean[] disposed = {false};
        ActionRunner<Step> gather = new ActionRunner<>() {
            @Override
            public Progress start(int agent, Step step) {
                calls.add((disposed[0] ? "start after the end " : "start ") + agent);
                return Progress.RUNNING;
            }

            @Override
            public Progress tick(int agent, Step step) {
                if (clock.tick() >= 30 && !disposed[0]) {
                    disposed[0] = true;
                    world.dispose();
                } else if (disposed[0]) {
                    calls.add("tick after the end " + agent);
                }
                return Progress.RUNNING;
            }

            @Override
            public void stop(int agent, Step step) {
                calls.add("stop " + agent);
            }
        };
        build(delta, minds -> minds.runner("gather", gather));
        int one = agent();
        int two = agent();
        frames(1);
        order(one, "gather");
        order(two, "gather");
        assertThatCode(() -> {
                    while (!disposed[0]) {
                        world.process();
                    }
                })
                .doesNotThrowAnyException();
        assertThat(calls)
                .containsExactlyInAnyOrder(
                        "start " + one, "start " + two, "stop " + one, "stop " + two);
    }
}
