/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.MindConfig;
import dev.triune.MindKind;
import dev.triune.action.ActionCatalog;
import dev.triune.action.Field;
import dev.triune.action.Progress;
import dev.triune.action.Routine;
import dev.triune.action.Step;
import dev.triune.component.QueuedStep;
import dev.triune.component.QueuedStep.State;
import dev.triune.fixture.LogLines;
import dev.triune.fixture.TestWorld;
import dev.triune.internal.behavior.PlanRepair;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Throwing preconditions and routines of a game are ignored and logged once. */
class ThrowingRulesTest {
    private static final Step CHOP = Step.of("chop");
    private static final Step REST = Step.of("rest");

    private final LogLines log = new LogLines("dev.triune");
    private RuntimeException thrown = new IllegalStateException("no map");
    private final ActionCatalog catalog = ActionCatalog.builder()
            .action("chop", "fell a tree")
            .action("gather", "collect", Field.oneOf("target", "wood"))
            .action("rest", "sit down")
            .require("chop", "a tree", (agent, step) -> {
                throw thrown;
            })
            .build();

    @AfterEach
    void restoreTheLog() {
        log.close();
    }

    @Test
    void throwingPreconditionIsAnObstacle() {
        PlanRepair repair = repair(Routine.NONE);
        assertThat(repair.obstacle(3, CHOP)).isEqualTo("cannot be checked");
        assertThat(repair.obstacle(4, CHOP)).isEqualTo("cannot be checked");
        assertThat(log.texts()).singleElement().asString().contains("chop", "entity 3");
        assertThat(log.all().get(0).getThrown()).isSameAs(thrown);
    }

    @Test
    void stepWithThrowingPreconditionFailsAndTheNextStarts() {
        TestWorld world = TestWorld.builder()
                .actions(catalog)
                .withoutScheduling()
                .run("chop", (agent, step) -> Progress.RUNNING)
                .run("rest", (agent, step) -> Progress.RUNNING)
                .build();
        int agent = world.agent();
        world.order(agent, "chop", "rest");
        world.tick();
        assertThat(world.queue(agent).wholePlan().get(0).state).isEqualTo(State.FAILED);
        assertThat(world.mind(agent).troubles()).containsExactly("chop: cannot be checked");
        assertThat(world.behavior(agent).name).isEqualTo("rest");
    }

    @Test
    void throwingRoutineProvidesNoSteps() {
        PlanRepair repair = repair(new Routine() {
            @Override
            public List<Step> bridge(int agent, Step step, String obstacle) {
                throw thrown;
            }

            @Override
            public List<Step> fallback(int agent) {
                throw thrown;
            }
        });
        for (int i = 0; i < 3; i++) {
            assertThat(repair.bridge(1, CHOP, "needs a tree")).isEmpty();
            assertThat(repair.bridge(1, REST, "needs a seat")).isEmpty();
            assertThat(repair.fallback(1)).isEmpty();
        }
        assertThat(log.texts()).hasSize(3);
        assertThat(log.texts().get(0)).contains("bridge", "chop", "entity 1");
        assertThat(log.texts().get(1)).contains("bridge", "rest");
        assertThat(log.texts().get(2)).contains("fallback");
        assertThat(log.all()).allSatisfy(line -> assertThat(line.getThrown()).isSameAs(thrown));
    }

    @Test
    void routineReturningNullProvidesNoSteps() {
        PlanRepair repair = giving(null);
        assertThat(repair.bridge(1, CHOP, "needs a tree")).isEmpty();
        assertThat(repair.fallback(1)).isEmpty();
        assertThat(repair.fallback(1)).isEmpty();
        assertThat(log.texts()).hasSize(2);
        PlanRepair holed = giving(Arrays.asList(REST, null));
        assertThat(holed.fallback(1)).isEmpty();
        assertThat(log.texts()).hasSize(3);
    }

    @Test
    void invalidStepOfARoutineIsReportedOnce() {
        PlanRepair repair = giving(List.of(REST, Step.of("gather")));
        assertThat(repair.bridge(1, CHOP, "needs a tree")).isEmpty();
        assertThat(repair.bridge(2, CHOP, "needs a tree")).isEmpty();
        assertThat(log.texts())
                .singleElement()
                .asString()
                .contains("bridge", "gather", "target is missing");
    }

    @Test
    void errorsArePropagated() {
        PlanRepair repair = repair(new Routine() {
            @Override
            public List<Step> fallback(int agent) {
                throw new StackOverflowError();
            }
        });
        assertThatThrownBy(() -> repair.fallback(1)).isInstanceOf(StackOverflowError.class);
    }

    @Test
    void routineBridgesTheNextPlanOnce() {
        List<String> asked = new ArrayList<>();
        TestWorld world = aheadOf("dig", new Routine() {
            @Override
            public List<Step> bridge(int agent, Step step, String obstacle) {
                asked.add(step + ": " + obstacle);
                return List.of(REST);
            }
        });
        int agent = world.agent();
        world.order(agent, "rest");
        world.queue(agent).nextPlan().add(new QueuedStep(Step.of("dig")));
        world.queue(agent).nextPlan().add(new QueuedStep(REST));
        world.tick();
        assertThat(asked).containsExactly("dig: needs a spade");
        assertThat(world.plan(agent)).containsExactly("rest", "dig", "rest");
        assertThat(world.behavior(agent).name).isEqualTo("rest");
        assertThat(world.decisionStats().repairs().bridged()).isEqualTo(1);
        assertThat(world.decisionStats().plans().nextUsed()).isEqualTo(1);
    }

    /** A world where that action needs what nobody has. */
    private static TestWorld aheadOf(String action, Routine routine) {
        return TestWorld.builder()
                .actions(ActionCatalog.builder()
                        .action(action, "it needs a spade")
                        .action("rest", "sit down")
                        .require(action, "a spade", (agent, step) -> false)
                        .build())
                .withoutScheduling()
                .routine(routine)
                .run("rest", (agent, step) -> Progress.DONE)
                .run(action, (agent, step) -> Progress.RUNNING)
                .build();
    }

    private PlanRepair repair(Routine routine) {
        return new PlanRepair(new MindKind(new MindConfig(catalog)).routine(routine));
    }

    @SuppressWarnings("NullAway") // a routine that was written without null checks
    private PlanRepair giving(@Nullable List<Step> steps) {
        return repair(new Routine() {
            @Override
            public List<Step> bridge(int agent, Step step, String obstacle) {
                return steps;
            }

            @Override
            public List<Step> fallback(int agent) {
                return steps;
            }
        });
    }
}
