/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.Aspect;
import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.MindKind;
import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionRunner;
import dev.triune.action.Field;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.Goals;
import dev.triune.fixture.FakeBroker;
import dev.triune.fixture.LogLines;
import dev.triune.fixture.TestWorld;
import dev.triune.rule.CustomReflex;
import dev.triune.rule.ReflexTable;
import dev.triune.rule.ReflexTable.Trigger;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Missing and unused runners are logged when the world is built. */
class RunnerGapsTest {
    private static final ActionRunner<Step> RUNS = (agent, step) -> Progress.RUNNING;
    private static final List<String> REFLEXES = ReflexTable.standard().triggers().stream()
            .map(Trigger::behavior)
            .distinct()
            .toList();

    private final MindPlugin minds = new MindPlugin(new FakeBroker(), TestWorld.ACTIONS);

    private List<String> logged() {
        return logged(minds);
    }

    private static List<String> logged(MindPlugin plugin) {
        try (LogLines runners = new LogLines(BehaviorSystem.class.getName());
                LogLines reflexes = new LogLines(AutonomicSystem.class.getName())) {
            new World(new WorldConfigurationBuilder().with(plugin).build());
            return Stream.concat(reflexes.everything().stream(), runners.everything().stream())
                    .toList();
        }
    }

    private void runAll() {
        TestWorld.ACTIONS.names().forEach(name -> minds.runner(name, RUNS));
        REFLEXES.forEach(name -> minds.runner(name, RUNS));
    }

    @Test
    void logsNothingIfEveryActionAndReflexHasARunner() {
        runAll();
        assertThat(logged()).isEmpty();
    }

    @Test
    void warnsOfActionsWithoutRunnerExceptSelfActions() {
        MindPlugin plugin = new MindPlugin(
                new FakeBroker(),
                ActionCatalog.builder()
                        .action("dance", "dance")
                        .action("rest", "sit down")
                        .selfActions()
                        .build());
        REFLEXES.forEach(name -> plugin.runner(name, RUNS));
        assertThat(logged(plugin.runner("rest", RUNS)))
                .containsExactly("actions without a runner, whose steps will fail: [dance]"
                        + " (add one with MindPlugin.runner)");
    }

    @Test
    void warnsOfReflexesWithoutRunner() {
        TestWorld.ACTIONS.names().forEach(name -> minds.runner(name, RUNS));
        minds.runner("seek_food", RUNS)
                .reflexes(
                        ReflexTable.standard().with(new CustomReflex("thirst", "seek_water", 82)));
        assertThat(logged())
                .containsExactly("reflexes without a runner are off: [forced_sleep, flee_danger,"
                        + " seek_warmth, seek_cooling, flee_to_home, seek_sleep, seek_water,"
                        + " explore, wander] (add one with MindPlugin.runner, or name those that"
                        + " the game carries out itself in MindPlugin.carriesOut)");
    }

    @Test
    void warnsOfUnusedRunnerAndSuggestsAName() {
        runAll();
        minds.runner("seekfood", RUNS).runner("gahter", RUNS).runner("fly", RUNS);
        assertThat(logged())
                .containsExactly(
                        "the runner \"seekfood\" is of no action and no reflex (did you mean"
                                + " \"seek_food\"?); it runs only steps of that name that the game"
                                + " orders",
                        "the runner \"gahter\" is of no action and no reflex (did you mean"
                                + " \"gather\"?); it runs only steps of that name that the game"
                                + " orders",
                        "the runner \"fly\" is of no action and no reflex; it runs only steps of"
                                + " that name that the game orders");
    }

    @Test
    void warningNamesTheKindIfThereAreSeveral() {
        runAll();
        ActionCatalog actions = ActionCatalog.builder()
                .action("rest", "lie down")
                .action("long", "follow", Field.text("whom"))
                .action("howl", "howl")
                .build();
        minds.kind(new MindKind("wolf", Aspect.all(Goals.class), actions));
        assertThat(logged())
                .as("the plugin's runners are shared, but not that of other fields")
                .containsExactly("kind \"wolf\": actions without a runner, whose steps will fail:"
                        + " [long, howl] (add one with MindPlugin.runner)");
    }

    @Test
    void logsNothingWithoutBehaviorSystem() {
        minds.withoutBehaviorSystem();
        assertThat(logged()).isEmpty();
    }
}
