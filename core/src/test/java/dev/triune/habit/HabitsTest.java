/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.triune.AgentInspection;
import dev.triune.MindListener;
import dev.triune.MindPlugin;
import dev.triune.MindStats;
import dev.triune.action.ActionCatalog;
import dev.triune.action.Field;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.action.VisibleObject;
import dev.triune.component.Goals;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.QueuedStep;
import dev.triune.component.Senses;
import dev.triune.internal.habit.HabitSystem;
import dev.triune.llm.Ticket;
import dev.triune.prompt.Perception;
import dev.triune.prompt.Perception.SituationFacts;
import dev.triune.prompt.Surroundings;
import dev.triune.system.LLMSchedulerSystem;
import dev.triune.testkit.MindTest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A plan that was completed twice in a situation is used again there without a model. */
class HabitsTest {
    private static final ActionCatalog ACTIONS = ActionCatalog.builder()
            .action(
                    "gather",
                    "collect",
                    Field.target("target", "tree", "rock"),
                    Field.whole("amount", 1, 20))
            .action("rest", "sit down")
            .action("visit", "go to somebody or some place", Field.text("whom"))
            .action("build", "put up", Field.oneOf("building", "hut", "well"))
            .require("build", "wood", (agent, step) -> true)
            .build();

    private static final String GATHER = """
            {"action":[{"type":"gather","target":"old oak","amount":3},{"type":"rest"}]}""";

    private final Habits habits = Habits.learning().exploration(0, 0);
    private final List<String> used = new ArrayList<>();

    @TempDir
    private Path folder;

    private final MindListener listener = new MindListener() {
        @Override
        public void habitUsed(int agent, Habit habit, List<Step> steps) {
            used.add(agent + " " + habit.plan() + " as " + steps);
        }
    };

    private MindTest world(Habits with, String... answers) {
        return MindTest.world(ACTIONS)
                .mind(answers)
                .stepsTake(20)
                .plugin(minds -> minds.habits(with)
                        .listener(listener)
                        .configure(config -> config.thinkAhead(false)));
    }

    private static int agentThatSees(MindTest sim, String name, VisibleObject... things) {
        int agent = sim.agent(name);
        sim.get(agent, Senses.class).visible.addAll(List.of(things));
        return agent;
    }

    private static long calls(MindTest sim) {
        return sim.stats().answers();
    }

    private static void useHabits(MindTest sim, int plans) {
        sim.tickUntil(() -> sim.stats().habitPlans() >= plans, 20_000);
    }

    @Test
    void planCompletedTwiceIsReusedWithoutAModel() {
        MindTest sim = world(habits, GATHER);
        int mira = agentThatSees(sim, "Mira", VisibleObject.of("old oak", "tree"));
        useHabits(sim, 5);

        assertThat(calls(sim)).isEqualTo(2);
        assertThat(used.get(0))
                .isEqualTo(mira + " gather <nearest tree> 3, rest as [gather old oak 3, rest]");
        assertThat(habits.all()).singleElement().satisfies(habit -> {
            assertThat(habit.situation()).isEqualTo("free; sees tree; can build");
            assertThat(habit.kind()).isEqualTo("default");
            assertThat(habit.plans()).isEqualTo(2);
            assertThat(habit.uses()).isEqualTo(4);
            assertThat(habit.successes()).isEqualTo(4);
            assertThat(habit.recent()).isEqualTo("++++++");
        });
    }

    @Test
    void statsCountHabitStepsSeparatelyAndInTotal() {
        MindTest sim = world(habits, GATHER);
        agentThatSees(sim, "Mira", VisibleObject.of("old oak", "tree"));
        useHabits(sim, 3);
        sim.ticks(10);

        MindStats stats = sim.stats();
        assertThat(stats.habitPlans()).isEqualTo(3);
        assertThat(stats.habitSteps()).isEqualTo(new MindStats.StepCounts(6, 4, 0, 0));
        assertThat(stats.queued()).isEqualTo(4 + 6);
        assertThat(stats.done()).isEqualTo(4 + 4);
    }

    @Test
    void inspectionNamesTheHabitOfAPlan() {
        habits.date(tick -> "on day " + (1 + tick / 1_000));
        MindTest sim = world(habits, GATHER);
        int mira = agentThatSees(sim, "Mira", VisibleObject.of("old oak", "tree"));
        LLMSchedulerSystem scheduler = sim.world().getSystem(LLMSchedulerSystem.class);
        sim.tickUntil(() -> !sim.queue(mira).isEmpty(), 400);
        assertThat(scheduler.inspect(mira).habit()).isEmpty();

        useHabits(sim, 3);

        AgentInspection seen = scheduler.inspect(mira);
        assertThat(seen.habit()).isEqualTo("learned on day 1 from 2 plans, 100 % of 2 uses");
        assertThat(sim.steps(mira)).allMatch(step -> step.habit);
    }

    @Test
    void habitIsSharedByAllAgentsOfAKind() {
        MindTest sim = world(habits, GATHER);
        agentThatSees(sim, "Mira", VisibleObject.of("old oak", "tree"));
        useHabits(sim, 1);
        long before = calls(sim);
        int oren = agentThatSees(
                sim, "Oren", VisibleObject.of("birch", "tree"), VisibleObject.of("elm", "tree"));
        sim.tickUntil(() -> !sim.queue(oren).isEmpty(), 20);

        assertThat(sim.queue(oren))
                .first()
                .isEqualTo(Step.of("gather").with("target", "birch").with("amount", 3));
        assertThat(calls(sim)).isEqualTo(before);
    }

    @Test
    void newSituationCallsTheModel() {
        MindTest sim = world(habits, GATHER);
        int mira = agentThatSees(sim, "Mira", VisibleObject.of("old oak", "tree"));
        useHabits(sim, 1);
        long before = calls(sim);
        sim.get(mira, Senses.class).visible.add(VisibleObject.of("granite", "rock"));
        sim.tickUntil(() -> calls(sim) > before, 2_000);
    }

    @Test
    void habitWithUnfillableSlotDoesNotApply() {
        MindTest sim = world(habits, """
                {"action":[{"type":"visit","whom":"Oren"}]}""");
        int mira = sim.agent("Mira");
        int oren = sim.agent("Oren");
        sim.get(oren, Mind.class).usesModel = false;
        LLMSchedulerSystem scheduler = sim.world().getSystem(LLMSchedulerSystem.class);
        sim.ticks(1);
        scheduler.overrideLayer(mira, Layer.EXECUTOR);
        sim.get(mira, Senses.class).nearby.add(oren);
        useHabits(sim, 1);
        assertThat(habits.all())
                .singleElement()
                .satisfies(habit -> assertThat(habit.plan()).isEqualTo("visit <partner>"));
        long before = calls(sim);
        sim.get(mira, Senses.class).nearby.clear();

        sim.tickUntil(() -> calls(sim) > before, 2_000);
    }

    @Test
    void planWithAFailedStepDoesNotBecomeAHabit() {
        MindTest sim = world(habits, GATHER);
        int mira = agentThatSees(sim, "Mira", VisibleObject.of("old oak", "tree"));
        for (int i = 0; i < 4; i++) {
            sim.tickUntil(() -> sim.queue(mira).size() == 2, 20_000);
            sim.fail(mira, "the axe broke");
            sim.tickUntil(() -> sim.queue(mira).isEmpty(), 200);
        }
        assertThat(habits.all()).isEmpty();
        assertThat(sim.stats().habitPlans()).isZero();
    }

    @Test
    void failedHabitIsDroppedAndTheModelIsCalledAgain() {
        MindTest sim = world(habits, GATHER);
        int mira = agentThatSees(sim, "Mira", VisibleObject.of("old oak", "tree"));
        useHabits(sim, 1);
        sim.fail(mira, "the axe broke");
        sim.ticks(1);
        assertThat(habits.all()).isEmpty();
        long before = calls(sim);

        sim.tickUntil(() -> calls(sim) > before, 2_000);
        assertThat(sim.stats().habitPlans()).isEqualTo(1);
    }

    @Test
    void habitIsNotRepeatedWhereTheGameSaysThatItsStepIsPossibleButItFails() {
        MindTest sim = world(habits, "{\"action\":[{\"type\":\"build\",\"building\":\"hut\"}]}");
        boolean[] lies = {false};
        sim.plugin(minds -> minds.runner(
                "build", (agent, step) -> lies[0] ? Progress.failed("no wood") : Progress.DONE));
        int mira = sim.agent("Mira");
        useHabits(sim, 3);
        assertThat(used).last().asString().endsWith("build hut as [build hut]");
        lies[0] = true; // the precondition of build still holds
        sim.get(mira, Mind.class).usesModel = false;
        long before = sim.stats().habitPlans();

        sim.ticks(20 * 60 * 60);
        assertThat(habits.all()).isEmpty();
        assertThat(sim.stats().habitPlans() - before).as("in an hour").isBetween(5L, 20L);
    }

    @Test
    void habitThatQueuesNothingIsGivenUp() {
        Habits written = Habits.parse("by hand", """
                {"format":"triune habits","version":1,"records":[
                {"kind":"default","situation":"free","steps":[
                {"type":"set_priorities","order":"work, rest"}]}]}""");
        ActionCatalog catalog =
                ActionCatalog.builder().action("rest", "sit down").selfActions().build();
        MindTest sim =
                MindTest.world(catalog).plugin(minds -> minds.habits(written.exploration(0, 0)));
        sim.get(sim.agent("Mira"), Mind.class).usesModel = false;

        sim.ticks(20 * 60);
        assertThat(sim.stats().habitPlans()).isLessThanOrEqualTo(3);
    }

    @Test
    void callsModelForNewGoalPlayerOrGameRequest() {
        MindTest sim = world(habits, GATHER);
        int mira = agentThatSees(sim, "Mira", VisibleObject.of("old oak", "tree"));
        LLMSchedulerSystem scheduler = sim.world().getSystem(LLMSchedulerSystem.class);
        useHabits(sim, 1);
        assertThat(calls(sim)).isEqualTo(2);

        habits.callModel(9_999); // nobody
        habits.callModel(mira);
        sim.tickUntil(() -> calls(sim) == 3, 2_000);
        useHabits(sim, 2);
        scheduler.playerInteracted(mira);
        sim.tickUntil(() -> calls(sim) == 4, 2_000);
        useHabits(sim, 3);
        sim.get(mira, Goals.class).add("quest", "guard the gate");
        sim.tickUntil(() -> calls(sim) == 5, 2_000);
    }

    @Test
    void habitsContinueWhenNoModelMayBeCalled() {
        MindTest sim = world(habits, GATHER);
        int mira = agentThatSees(sim, "Mira", VisibleObject.of("old oak", "tree"));
        useHabits(sim, 1);
        sim.get(mira, Mind.class).usesModel = false;
        habits.callModel(mira);

        useHabits(sim, 4);
        assertThat(calls(sim)).isEqualTo(2);
    }

    @Test
    void nextWorldTakesTheHabitsOfAnEarlierOneAsText() {
        MindTest sim = world(habits, GATHER);
        agentThatSees(sim, "Mira", VisibleObject.of("old oak", "tree"));
        useHabits(sim, 3);
        assertThatIllegalStateException()
                .isThrownBy(() -> agentThatSees(world(habits, GATHER), "Oren"))
                .withMessageEndingWith("(set before the world is built; the next world takes"
                        + " Habits.parse(name, habits.text()))");

        Habits next = Habits.parse("level 1", habits.text()).exploration(0, 0);
        MindTest other = world(next, "nonsense");
        int oren = agentThatSees(other, "Oren", VisibleObject.of("birch", "tree"));
        other.get(oren, Mind.class).usesModel = false;
        useHabits(other, 1);
        assertThat(other.queue(oren)).first().hasToString("gather birch 3");
    }

    @Test
    void habitsSurviveSavingAndLoadingAFile() throws Exception {
        MindTest sim = world(habits, GATHER);
        agentThatSees(sim, "Mira", VisibleObject.of("old oak", "tree"));
        useHabits(sim, 3);
        Path file = folder.resolve("minds.json");
        habits.save(file);
        assertThat(file).hasContent("""
                {"format": "triune habits", "version": 1, "records": [
                {"kind":"default","situation":"free; sees tree; can build","steps":\
                [{"type":"gather","target":"<nearest tree>","amount":3},{"type":"rest"}],\
                "learned":266,"plans":2,"uses":2,"successes":2,"recent":"++++"}
                ]}
                """);

        Habits loaded = Habits.load(file).exploration(0, 0);
        assertThat(loaded.all()).isEqualTo(habits.all());
        MindTest other = world(loaded, "nonsense");
        int oren = agentThatSees(other, "Oren", VisibleObject.of("birch", "tree"));
        other.get(oren, Mind.class).usesModel = false;
        useHabits(other, 2);
        assertThat(other.stats().pendingRequests()).isZero();
        assertThat(other.queue(oren)).first().hasToString("gather birch 3");
        loaded.save(folder.resolve("again.json"));
    }

    @Test
    void situationIncludesGameFactsButNotSlots() {
        Perception perception = new Perception() {
            @Override
            public Surroundings perceive(int agent) {
                return Surroundings.NONE;
            }

            @Override
            public void describeSituation(int agent, SituationFacts facts) {
                facts.fact("time", "night");
                facts.fact("storm", false);
                facts.slot("home", "hut " + agent);
            }
        };
        MindTest sim = world(habits, """
                {"action":[{"type":"visit","whom":"hut 0"}]}""").plugin(minds -> minds.perception(perception));
        int mira = sim.agent("Mira");
        assertThat(mira).isZero();
        useHabits(sim, 1);
        assertThat(habits.all()).singleElement().satisfies(habit -> {
            assertThat(habit.situation()).isEqualTo("free; time night; storm no; can build");
            assertThat(habit.plan()).isEqualTo("visit <home>");
        });
        int oren = sim.agent("Oren");
        sim.tickUntil(() -> !sim.queue(oren).isEmpty(), 20);
        assertThat(sim.queue(oren)).singleElement().hasToString("visit hut " + oren);
    }

    @Test
    void kindThatReadsLikeASlotKeepsItsNames() {
        for (String kind : List.of("hut 2", "a<b", "a>b", "2")) {
            used.clear();
            Habits learned = Habits.learning().exploration(0, 0);
            MindTest sim = world(learned, """
                    {"action":[{"type":"visit","whom":"castle"}]}""");
            int mira = agentThatSees(
                    sim,
                    "Mira",
                    VisibleObject.of("shed", "hut"),
                    VisibleObject.of("cabin", "hut"),
                    VisibleObject.of("castle", kind));
            useHabits(sim, 1);
            assertThat(used).as(kind).containsExactly(mira + " visit castle as [visit castle]");
        }
    }

    @Test
    void samePlanIsNotRepeatedMoreOftenThanAllowed() {
        habits.repeats(2).completions(1).leastSuccess(0);
        MindTest sim = world(habits, """
                {"action":[{"type":"rest"}]}""", """
                {"action":[{"type":"visit","whom":"the well"}]}""");
        int mira = sim.agent("Mira");
        sim.tickUntil(() -> calls(sim) == 1, 2_000);
        habits.callModel(mira);
        sim.tickUntil(() -> calls(sim) == 2, 2_000);
        habits.callModel(mira);
        useHabits(sim, 1);
        used.clear();
        useHabits(sim, 40);
        List<String> plans =
                used.stream().map(each -> each.replaceAll(" as .*", "")).toList();
        for (int i = 2; i < plans.size(); i++) {
            assertThat(plans.subList(i - 2, i + 1))
                    .as("from " + i)
                    .satisfies(three ->
                            assertThat(three.stream().distinct().count()).isGreaterThan(1));
        }
    }

    @Test
    void individualHabitsAreNotShared() {
        MindTest sim = world(habits.individual(agent -> true), GATHER);
        agentThatSees(sim, "Mira", VisibleObject.of("old oak", "tree"));
        useHabits(sim, 1);
        assertThat(habits.all())
                .singleElement()
                .satisfies(habit -> assertThat(habit.agent()).isEqualTo("Mira"));
        long before = calls(sim);
        agentThatSees(sim, "Oren", VisibleObject.of("old oak", "tree"));
        sim.tickUntil(() -> calls(sim) == before + 1, 2_000);
    }

    @Test
    void callsModelEveryTimeForWatchedAgents() {
        MindTest sim = world(habits.watched(agent -> true), GATHER);
        agentThatSees(sim, "Mira", VisibleObject.of("old oak", "tree"));
        sim.tickUntil(() -> calls(sim) == 6, 20_000);
        assertThat(habits.all()).hasSize(1);
        assertThat(sim.stats().habitPlans()).isZero();
    }

    @Test
    void callsModelWhenTheWatchedCheckThrows() {
        habits.watched(agent -> {
            throw new IllegalStateException("no camera");
        });
        MindTest sim = world(habits, GATHER);
        agentThatSees(sim, "Mira", VisibleObject.of("old oak", "tree"));
        sim.tickUntil(() -> calls(sim) == 6, 20_000);
        assertThat(sim.stats().habitPlans()).isZero();
    }

    @Test
    void whereTheGameFailsToSayWhoIsAnIndividualAllLearnTogetherAndTheTickGoesOn() {
        MindTest sim = world(
                habits.individual(agent -> {
                    throw new IllegalStateException("no cast");
                }),
                GATHER);
        agentThatSees(sim, "Mira", VisibleObject.of("old oak", "tree"));
        useHabits(sim, 1);
        assertThat(habits.all())
                .singleElement()
                .satisfies(habit -> assertThat(habit.agent()).isEmpty());
    }

    @Test
    void explorationCallsTheModelAlthoughAHabitApplies() {
        MindTest sim = world(habits.exploration(1, 1), GATHER);
        agentThatSees(sim, "Mira", VisibleObject.of("old oak", "tree"));
        sim.tickUntil(() -> calls(sim) == 6, 20_000);
        assertThat(habits.all())
                .singleElement()
                .satisfies(habit -> assertThat(habit.plans()).isGreaterThan(4));
    }

    @Test
    void learnsNoHabitsWhenLearningIsOff() {
        MindTest sim = world(habits.learns(false), GATHER);
        agentThatSees(sim, "Mira", VisibleObject.of("old oak", "tree"));
        sim.tickUntil(() -> calls(sim) == 4, 20_000);
        assertThat(habits.all()).isEmpty();
    }

    @Test
    void unusedHabitsDoNotChangeBehavior() {
        Habits idle = Habits.learning().learns(false).watched(agent -> true);
        assertThat(day(minds -> minds.habits(idle))).isEqualTo(day(minds -> {}));
        assertThat(day(minds -> minds.habits(Habits.learning()))).isNotEqualTo(day(minds -> {}));
    }

    /** Returns the requests, prompts and actions of three agents in 20 minutes. */
    private static List<String> day(Consumer<MindPlugin> change) {
        List<String> events = new ArrayList<>();
        MindTest sim = MindTest.world(ACTIONS)
                .mind(GATHER)
                .stepsTake(20)
                .plugin(change)
                .plugin(minds -> minds.listener(new MindListener() {
                    @Override
                    public void requestSubmitted(
                            int agent, Layer layer, Ticket ticket, int urgency, String reason) {
                        events.add(agent + " " + layer + " " + ticket + " " + urgency + reason);
                    }
                }));
        int[] agents = new int[3];
        for (int i = 0; i < agents.length; i++) {
            agents[i] = agentThatSees(sim, "Villager " + i, VisibleObject.of("old oak", "tree"));
        }
        for (int i = 0; i < 24; i++) {
            sim.ticks(1_000);
            for (int agent : agents) {
                events.add(sim.lastPrompt(agent)
                        + sim.queue(agent)
                        + sim.done(agent).size()
                        + sim.needs(agent).hunger
                        + sim.doing(agent));
            }
        }
        for (int agent : agents) {
            events.add("random draws " + sim.get(agent, Mind.class).habitDraws);
        }
        return events;
    }

    @Test
    void worldWithoutHabitsHasNoHabitSystem() {
        assertThat(MindTest.world(ACTIONS).mind(GATHER).world().getSystem(HabitSystem.class))
                .isNull();
    }

    @Test
    void noStepIsMarkedWithoutHabits() {
        MindTest sim = MindTest.world(ACTIONS).mind(GATHER).stepsTake(20);
        int mira = agentThatSees(sim, "Mira", VisibleObject.of("old oak", "tree"));
        sim.ticks(2_000);
        assertThat(sim.stats().habitPlans()).isZero();
        assertThat(sim.stats().habitSteps()).isEqualTo(new MindStats.StepCounts(0, 0, 0, 0));
        assertThat(sim.steps(mira))
                .extracting((QueuedStep step) -> step.habit)
                .doesNotContain(true);
    }
}
