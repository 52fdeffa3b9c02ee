/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.artemis.World;
import com.artemis.WorldConfiguration;
import dev.triune.MindConfig;
import dev.triune.MindKind;
import dev.triune.action.ActionCatalog;
import dev.triune.action.Field;
import dev.triune.action.Step;
import dev.triune.action.VisibleObject;
import dev.triune.component.Goals;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Senses;
import dev.triune.fixture.Allocation;
import dev.triune.fixture.LogLines;
import dev.triune.habits.Habit;
import dev.triune.prompt.Perception;
import dev.triune.prompt.Perception.SituationFacts;
import dev.triune.prompt.Surroundings;
import dev.triune.rule.StandardSelectionRule;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A situation is a readable line, equal for equal data, and is read without allocation. */
class SituationTest {
    private boolean wood = true;
    private boolean blind;
    private String phase = "morning";

    private final World world = new World(new WorldConfiguration());
    private final int agent = world.create();
    private final Needs needs = world.getMapper(Needs.class).create(agent);
    private final Senses senses = world.getMapper(Senses.class).create(agent);
    private final Goals goals = world.getMapper(Goals.class).create(agent);
    private final HabitSettings settings = new HabitSettings();

    private final MindKind kind = new MindKind(new MindConfig(ActionCatalog.builder()
            .action("rest", "sit down")
            .action("give", "hand over", Field.text("to"), Field.whole("amount", 1, 9))
            .action("build", "put up", Field.oneOf("what", "hut", "well", "mill"))
            .require("give", "something", (who, step) -> wood)
            .require(
                    "build",
                    "material",
                    (who, step) -> wood || step.text("what").equals("well"))
            .build()));
    private final SituationReader reader = reader();

    private SituationReader reader() {
        kind.configure(config -> config.perception(new Perception() {
            @Override
            public Surroundings perceive(int who) {
                return Surroundings.NONE;
            }

            @Override
            public void describeSituation(int who, SituationFacts facts) {
                if (blind) {
                    throw new IllegalStateException("planted by the test");
                }
                facts.fact("time", phase);
                facts.slot("home", "the mill");
            }
        }));
        SituationReader made = new SituationReader(kind, settings);
        world.inject(made);
        return made;
    }

    private String read() {
        return String.valueOf(reader.read(agent, StandardSelectionRule.IDLE));
    }

    @Test
    void describesNeedsGoalFactsSightAndPossibleActions() {
        assertThat(read()).isEqualTo("free; time morning; can give, build");

        needs.hunger = 0.69f;
        needs.sleepDrive = 0.9f;
        needs.danger = true;
        goals.add("quest", "find the cat");
        senses.visible.add(VisibleObject.of("old oak", "tree"));
        senses.visible.add(VisibleObject.of("cottage", "house"));
        senses.visible.add(VisibleObject.of("elm", "tree"));
        senses.visible.add(VisibleObject.of("a shadow"));
        wood = false;
        assertThat(read())
                .isEqualTo("free; needs hunger <0.7, sleep <0.3, safety; goal quest;"
                        + " time morning; sees house, tree; can build");
    }

    @Test
    void slotsThatCannotBeToldFromOthersAreRefused() {
        SituationText text = new SituationText();
        for (String name : List.of(
                "self", "partner", "goal", "nearest tree", "home 2", "<home>", "a>b", "a<b", "")) {
            assertThatThrownBy(() -> text.slot(name, "the mill"))
                    .as(name)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("slot \"" + name + "\"");
        }
        for (String name : List.of("home", "home 1", "home2", "nearest", "2")) {
            text.slot(name, "the mill");
        }
        assertThat(text.slots()).hasSize(10);
    }

    @Test
    void ignoresReachedGoals() {
        goals.add("quest", "find the cat");
        goals.add("", "sleep");
        goals.goals.get(0).progress = 1;
        assertThat(read()).contains("goal any");
    }

    @Test
    void rulesThatAskForTheSameDecisionShareASituation() {
        assertThat(reader.read(agent, StandardSelectionRule.COMPLETED)).hasToString(read());
        assertThat(reader.read(agent, StandardSelectionRule.AHEAD)).hasToString(read());
        String busy = reader.read(agent, StandardSelectionRule.PERIODIC).toString();
        assertThat(busy).startsWith("busy;");
        assertThat(reader.read(agent, StandardSelectionRule.THRIVING)).hasToString(busy);
    }

    @Test
    void shortensLongFacts() {
        phase = "x".repeat(5_000);
        assertThat(read()).hasSize(SituationText.LIMIT);
    }

    @Test
    void throwingPerceptionYieldsNoSituation() {
        blind = true;
        assertThat(reader.read(agent, StandardSelectionRule.IDLE)).isNull();
        blind = false;
        assertThat(read()).contains("time morning");
    }

    @Test
    void lookupAmongAThousandHabitsAllocatesNothing() {
        HabitTable table = table(1_000);
        String[] phases = {"morning", "night"};
        Runnable lookUp = () -> {
            for (int i = 0; i < 1_000; i++) {
                phase = phases[i % 2];
                SituationText text = reader.read(agent, StandardSelectionRule.IDLE);
                if (text == null || table.find(text).size() != 1) {
                    throw new AssertionError(String.valueOf(text));
                }
            }
        };
        senses.visible.add(VisibleObject.of("old oak", "tree"));
        senses.visible.add(VisibleObject.of("cottage", "house"));
        for (int i = 0; i < 50; i++) {
            lookUp.run();
        }
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            least = Math.min(least, Allocation.of(lookUp));
        }
        assertThat(least).isZero();
    }

    @Test
    void similarSituationsAreRankedByTheOrderOfSharedFacts() {
        HabitTable table = new HabitTable(settings);
        table.add(new LearnedHabit(habit("free; time night; storm no; fire low; trade cook")));
        table.add(new LearnedHabit(habit("free; time day; storm yes; fire low; trade cook")));
        table.add(new LearnedHabit(habit("free; time day; storm no; fire high; trade smith")));
        table.add(
                new LearnedHabit(habit("time passed; time day; storm no; fire low; trade smith")));
        assertThat(similar(table, "free; time day; storm no; fire low; trade smith"))
                .containsExactly(
                        "free; time day; storm no; fire high; trade smith",
                        "free; time day; storm yes; fire low; trade cook",
                        "free; time night; storm no; fire low; trade cook");
        assertThat(similar(table, "free; time dawn; storm no; fire low; trade none"))
                .containsExactly("free; time night; storm no; fire low; trade cook");

        table.add(new LearnedHabit(habit("free; time dawn; storm no; fire low; trade cook")));
        assertThat(similar(table, "free; time dawn; storm no; fire low; trade none"))
                .first()
                .isEqualTo("free; time dawn; storm no; fire low; trade cook");
    }

    private static List<String> similar(HabitTable table, String situation) {
        return table.similar(new SituationText(situation)).stream()
                .map(habit -> habit.situation)
                .toList();
    }

    @Test
    void similarHabitsOfTheSameRoleComeFirst() {
        HabitTable table = new HabitTable(settings);
        String asked = "free; time day; storm no; fire low";
        List<Step> rest = List.of(Step.of("rest"));
        table.planEnded("free; time day; storm no; fire high", "", rest, true, false, 1, "cook");
        table.planEnded("free; time dawn; storm no; fire low", "", rest, true, false, 2, "smith");
        SituationText situation = new SituationText(asked);
        assertThat(table.similar(situation))
                .first()
                .hasFieldOrPropertyWithValue("roles", Set.of("cook"));
        situation.role("smith");
        assertThat(table.similar(situation))
                .first()
                .hasFieldOrPropertyWithValue("roles", Set.of("smith"));
    }

    @Test
    void habitsOfTheSameRoleArePreferred() {
        LearnedHabit cooks = new LearnedHabit(habit("free; a"));
        LearnedHabit smiths = new LearnedHabit(habit("free; b"));
        cooks.roles.add("cook");
        smiths.roles.add("smith");
        List<HabitChooser.Option> options = List.of(
                new HabitChooser.Option(cooks, List.of()),
                new HabitChooser.Option(smiths, List.of()));
        HabitChooser chooser = new HabitChooser(settings);
        Mind mind = new Mind();
        HabitState saved = new HabitState();
        long bySmith = IntStream.range(0, 600)
                .filter(i -> chooser.choose(options, "smith", mind, saved, null, null)
                                .habit()
                        == smiths)
                .count();
        assertThat(bySmith).isBetween(450L, 550L); // five of six
    }

    @Test
    void habitThatWasUsedOftenGivesWayToAFreshOne() {
        LearnedHabit fresh = new LearnedHabit(habit("free; a"));
        LearnedHabit old = new LearnedHabit(habit("free; b"));
        IntStream.range(0, 8).forEach(i -> fresh.useEnded(true));
        IntStream.range(0, 8).forEach(i -> old.useEnded(true));
        IntStream.range(0, 72).forEach(i -> old.useEnded(true)); // three times the square root
        List<HabitChooser.Option> options = List.of(
                new HabitChooser.Option(fresh, List.of()), new HabitChooser.Option(old, List.of()));
        HabitChooser chooser = new HabitChooser(settings);
        Mind mind = new Mind();
        HabitState saved = new HabitState();
        long chosen = IntStream.range(0, 600)
                .filter(i ->
                        chooser.choose(options, "", mind, saved, null, null).habit() == fresh)
                .count();
        assertThat(chosen).isBetween(410L, 490L); // three of four
    }

    @Test
    void similarSituationsAreCachedUntilHabitsChange() {
        HabitTable table = table(1_000);
        phase = "noon";
        senses.visible.add(VisibleObject.of("old oak", "tree"));
        senses.visible.add(VisibleObject.of("cottage", "house"));
        SituationText noon = Objects.requireNonNull(reader.read(agent, StandardSelectionRule.IDLE));
        List<LearnedHabit> found = table.similar(noon);
        assertThat(found).hasSize(16);
        assertThat(table.similar(noon)).isSameAs(found);
        table.add(new LearnedHabit(habit("free; time noon; sees house; can give, build")));
        assertThat(table.similar(noon)).isNotSameAs(found);
    }

    @Test
    void detectsSituationsThatDifferOnlyInTheRule() {
        needs.hunger = 0.5f;
        String idle = read();
        SituationText periodic =
                Objects.requireNonNull(reader.read(agent, StandardSelectionRule.PERIODIC));
        assertThat(periodic.differsInRuleOnly(idle)).isTrue();
        assertThat(periodic.differsInRuleOnly("")).isFalse();
        assertThat(periodic.differsInRuleOnly(idle + "; more")).isFalse();
        assertThat(periodic.differsInRuleOnly(idle.replace("morning", "evening")))
                .isFalse();
    }

    private HabitTable table(int size) {
        HabitTable table = new HabitTable(settings);
        for (int i = 0; i < size - 2; i++) {
            table.add(new LearnedHabit(
                    habit("free; time " + i + "; sees house, tree; can give, build")));
        }
        table.add(new LearnedHabit(habit("free; time morning; sees house, tree; can give, build")));
        table.add(new LearnedHabit(habit("free; time night; sees house, tree; can give, build")));
        return table;
    }

    private static Habit habit(String situation) {
        return new Habit(
                "default", "", situation, List.of(Step.of("rest")), 1, 2, 0, 0, "++", List.of());
    }

    @Test
    void leastUsefulHabitsAreEvictedAtTheLimit() {
        settings.limit = 3;
        List<Step> rest = List.of(Step.of("rest"));
        HabitTable table = new HabitTable(settings);
        table.planEnded("candidate", "", rest, true, false, 9, "");
        table.add(new LearnedHabit(habit("first")));
        table.add(new LearnedHabit(habit("second")));
        table.planEnded("first", "", rest, true, false, 10, "");
        table.planEnded("new", "", rest, true, false, 11, ""); // a candidate goes before a habit
        assertThat(situations(table)).containsExactly("first", "second", "new");
        table.planEnded("new", "", rest, true, false, 12, "");
        table.add(new LearnedHabit(
                habit("third"))); // and of habits that which was not used for longest
        assertThat(situations(table)).containsExactly("first", "new", "third");
        assertThat(table.find(new SituationText("second"))).isEmpty();
    }

    private static List<String> situations(HabitTable table) {
        return table.all().stream().map(habit -> habit.situation).toList();
    }

    @Test
    void failingHabitIsDroppedAfterAtMostFiveFailures() {
        for (int successes = 0; successes < 40; successes++) {
            HabitTable table = new HabitTable(settings);
            table.add(new LearnedHabit(habit("free")));
            LearnedHabit habit = table.all().get(0);
            for (int i = 0; i < successes; i++) {
                table.useEnded(habit, true);
            }
            int failures = 0;
            while (habit.admitted()) {
                table.useEnded(habit, false);
                failures++;
            }
            assertThat(failures).as(successes + " successes before").isBetween(1, 5);
        }
    }

    @Test
    void wilsonsLowerBoundRisesWithEvidence() {
        assertThat(LearnedHabit.lowerBound(0, 0)).isZero();
        assertThat(LearnedHabit.lowerBound(1, 1)).isEqualTo(0.5);
        assertThat(LearnedHabit.lowerBound(2, 2)).isBetween(0.66, 0.67);
        assertThat(LearnedHabit.lowerBound(10, 10)).isBetween(0.90, 0.91);
        assertThat(LearnedHabit.lowerBound(5, 10)).isBetween(0.34, 0.36);
        assertThat(LearnedHabit.lowerBound(0, 10)).isBetween(-1e-12, 1e-12);
    }

    @Test
    void warnsOnceOfFactWithTooManyValues() {
        FactCheck check = new FactCheck("MyPerception");
        try (LogLines lines = new LogLines(FactCheck.class.getName())) {
            for (int i = 0; i < 100; i++) {
                check.check(List.of("tick", "" + i, "time", "night"));
            }
            assertThat(lines.texts())
                    .containsExactly("fact \"tick\" of MyPerception has had more than 32 values, so"
                            + " habits will hardly ever apply (declare few values, such as low and"
                            + " high)");
        }
    }
}
