/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.dropin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import com.artemis.Aspect;
import com.artemis.Component;
import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.Feed;
import dev.triune.GameClock;
import dev.triune.MindKind;
import dev.triune.MindListener;
import dev.triune.Vision;
import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionRunner;
import dev.triune.action.Field;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.action.VisibleObject;
import dev.triune.component.Behavior;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.component.Senses;
import dev.triune.fixture.FakeBroker;
import dev.triune.fixture.LogLines;
import dev.triune.internal.schedule.GameClockSystem;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.Prompt;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.OfflineProvider;
import dev.triune.prompt.Surroundings;
import dev.triune.rule.Reflex;
import dev.triune.rule.ReflexTable;
import dev.triune.system.AutonomicSystem;
import dev.triune.system.DecisionApplySystem;
import dev.triune.system.LLMSchedulerSystem;
import dev.triune.system.MindPlugin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What four games of other authors ran into when they got minds. */
class ExistingWorldTest {
    /** Where something is. */
    public static final class Place extends Component {
        float x;
        float y;
    }

    /** Where something is on a second map. */
    public static final class Cell extends Component {
        int column;
    }

    /** A tree of the game. */
    public static final class Tree extends Component {}

    /** An animal of the game. */
    public static final class Beast extends Component {
        String kind = "rat";
    }

    private static final ActionCatalog ACTIONS = ActionCatalog.builder()
            .action("walk", "go to something", Field.target("to"))
            .action("rest", "sit down")
            .build();

    private final FakeBroker broker = new FakeBroker();
    private World world = new World();
    private GameClock clock = new GameClock();

    private void build(Consumer<MindPlugin> setup) {
        MindPlugin minds = new MindPlugin(broker, ACTIONS)
                .runner("walk", (agent, step) -> Progress.DONE)
                .clock(clock);
        setup.accept(minds);
        world = new World(new WorldConfigurationBuilder().with(minds).build());
    }

    private int at(float x, float y) {
        int entity = world.create();
        Place place = world.getMapper(Place.class).create(entity);
        place.x = x;
        place.y = y;
        return entity;
    }

    private int agent(float x, float y, String name) {
        int agent = at(x, y);
        world.getMapper(Mind.class).create(agent);
        world.getMapper(Needs.class).create(agent);
        world.getMapper(Persona.class).create(agent).name = name;
        return agent;
    }

    private int beast(float x, float y, String kind) {
        int beast = at(x, y);
        world.getMapper(Beast.class).create(beast).kind = kind;
        return beast;
    }

    private void ticks(int count) {
        for (int i = 0; i < count; i++) {
            world.process();
        }
    }

    private static Vision<Place> vision() {
        return Vision.by(Place.class, at -> at.x, at -> at.y);
    }

    private List<String> seen(int agent) {
        return world.getMapper(Senses.class).get(agent).visible.stream()
                .map(VisibleObject::name)
                .toList();
    }

    private void order(int agent, Step... steps) {
        world.getSystem(DecisionApplySystem.class).order(agent, List.of(steps));
    }

    private String prompt() {
        for (int i = 0; i < 200; i++) {
            ticks(1);
            for (FakeBroker.Asked asked : List.copyOf(broker.asked())) {
                Optional<Prompt> prompt =
                        asked.isGranted() ? Optional.empty() : broker.grant(asked);
                if (prompt.isPresent()) {
                    return prompt.get().text();
                }
            }
        }
        return "nobody asks";
    }

    // ---- time

    @ParameterizedTest(name = "{0} frames a second")
    @ValueSource(ints = {10, 25, 60, 144, 1000})
    void deltaIsThatOfATickWhileRunnersAndFeedsRun(int rate) {
        clock = GameClock.byDelta();
        double[] moved = new double[2];
        build(minds -> minds.feed(agent -> moved[0] += world.getDelta())
                .runner("rest", (agent, step) -> {
                    moved[1] += world.getDelta();
                    return Progress.RUNNING;
                }));
        int ann = agent(0, 0, "Ann");
        world.setDelta(1f / rate);
        ticks(rate);
        order(ann, Step.of("rest"));
        moved[0] = 0;
        ticks(10 * rate);
        assertThat(moved[0]).isCloseTo(10, within(0.11));
        assertThat(moved[1]).isCloseTo(10, within(0.11));
        assertThat(world.getDelta()).as("the game's own").isEqualTo(1f / rate);
    }

    @ParameterizedTest(name = "a delta of 1 is {0} ms, {1} of it in a frame")
    @CsvSource({"1000, 0.0167", "1, 16.7", "1, 167", "600, 1", "600, 0.05", "40, 1"})
    void clockFollowsADeltaInAnyUnit(long unit, float delta) {
        clock = GameClock.byDelta(Duration.ofMillis(unit));
        float[] shown = {0};
        build(minds -> minds.runner("rest", (agent, step) -> {
            shown[0] += world.getDelta();
            return Progress.RUNNING;
        }));
        int ann = agent(0, 0, "Ann");
        world.setDelta(delta);
        int frames = (int) (60_000 / (unit * delta));
        ticks(frames);
        assertThat(clock.tick()).isBetween(20 * 60L - 2, 20 * 60L);
        order(ann, Step.of("rest"));
        ticks(frames);
        assertThat(shown[0] * unit).as("ms of a minute").isCloseTo(60_000, within(100f));
    }

    @Test
    void clockHasTicksOfAnyLength() {
        clock = new GameClock(Duration.ofMillis(600));
        try (LogLines log = new LogLines(GameClockSystem.class.getName())) {
            build(minds -> minds.runner("rest", (agent, step) -> Progress.RUNNING));
            world.setDelta(1); // a tick, as the game counts
            ticks(1_000);
            assertThat(log.texts()).isEmpty();
        }
        assertThat(clock.duration(clock.tick())).isEqualTo(Duration.ofMinutes(10));
        assertThat(clock.ticks(Duration.ofSeconds(5))).isEqualTo(9);
        assertThat(clock.ticks(Duration.ofMillis(600))).isEqualTo(1);
        assertThat(clock.ticks(Duration.ofDays(365_000_000))).isEqualTo(52_560_000_000_000L);
        assertThat(clock.ticks(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(GameClock.FOREVER);
        assertThat(clock.secondsPerTick()).isCloseTo(0.6, within(1e-9));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new GameClock(Duration.ofDays(1)))
                .withMessage("a tick that lasts PT24H (expected 1 ms to 1 hour)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GameClock.byDelta(Duration.ZERO))
                .withMessage("a delta of 1 that lasts PT0S (expected 1 ms to 1 hour)");
    }

    @Test
    void framesLongerThanWhatCountsAreSaidOnceWithTheUnitThatTheyMayHave() {
        clock = GameClock.byDelta();
        try (LogLines log = new LogLines(GameClockSystem.class.getName())) {
            build(minds -> {});
            for (int i = 0; i < 200; i++) {
                world.setDelta(i % 20 == 0 ? 0.02f : 5); // never so long for twenty frames
                ticks(1);
            }
            assertThat(log.texts()).isEmpty();
            world.setDelta(16.7f);
            ticks(200);
            assertThat(log.texts())
                    .singleElement()
                    .asString()
                    .startsWith("the world's delta is 16.7000, frame after frame")
                    .contains("GameClock.byDelta(Duration.ofMillis(1))");
        }
    }

    @Test
    void wrongRateIsSaidWithTheClockForEachKindOfDelta() {
        try (LogLines log = new LogLines(GameClockSystem.class.getName())) {
            build(minds -> {});
            world.setDelta(1);
            ticks(500);
            assertThat(log.texts())
                    .singleElement()
                    .asString()
                    .contains("if that is in seconds", "new GameClock(Duration)");
        }
    }

    // ---- names and sight

    @Test
    void promptNamesThoseNearWithoutAPerception() {
        build(minds -> minds.feed(vision()));
        agent(0, 0, "Ann");
        agent(1, 0, "Ben");
        agent(2, 0, "");
        agent(50, 0, "Cleo");
        ticks(12);
        assertThat(prompt())
                .containsPattern("Near you: (Ann|Ben)\\b")
                .doesNotContain("Cleo", "somebody");
    }

    @Test
    void promptNamesThoseNearWithAPerceptionThatNamesNobody() {
        build(minds -> minds.feed(vision())
                .perception(agent -> new Surroundings("a calm day", List.of(), List.of())));
        agent(0, 0, "Ann");
        agent(1, 0, "Ben");
        ticks(12);
        assertThat(prompt()).containsPattern("Near you: (Ann|Ben)").contains("a calm day");
    }

    @Test
    void namesOfThePerceptionComeInPlaceOfThoseOfTheSenses() {
        build(minds -> minds.feed(vision())
                .perception(
                        agent -> new Surroundings("a calm day", List.of("a stranger"), List.of())));
        agent(0, 0, "Ann");
        agent(1, 0, "Ben");
        ticks(12);
        assertThat(prompt()).contains("Near you: a stranger");
    }

    @ParameterizedTest(name = "named by {0}")
    @ValueSource(strings = {"a name", "a function", "a sight"})
    void manyEqualThingsHideNothing(String by) {
        VisibleObject oak = VisibleObject.of("oak");
        Vision<Place> vision = vision();
        switch (by) {
            case "a name" -> vision.sees(Tree.class, "oak", "");
            case "a function" -> vision.sees(Tree.class, tree -> oak);
            default -> vision.sees(Tree.class, (agent, id, tree) -> oak);
        }
        vision.sees(Beast.class, beast -> VisibleObject.of(beast.kind));
        build(minds -> minds.feed(vision));
        int ann = agent(0, 0, "Ann");
        for (int i = 0; i < 70; i++) {
            world.getMapper(Tree.class).create(at(0.1f + i % 10 * 0.2f, i / 10 * 0.2f));
        }
        for (int i = 0; i < 70; i++) {
            beast(3 + i % 10 * 0.2f, i / 10 * 0.2f, "rat");
        }
        beast(8, 0, "wolf");
        ticks(10);
        assertThat(seen(ann)).containsExactly("oak", "rat", "wolf");
    }

    @Test
    void nearestSixtyFourNamesAreSeenInTheOrderOfTheirDistance() {
        build(minds -> minds.feed(vision().sightRadius(1_000)
                .sees(Tree.class, (id, tree) -> VisibleObject.of("tree " + id))
                .sees(Beast.class, (id, beast) -> VisibleObject.of(beast.kind))));
        int ann = agent(0, 0, "Ann");
        TreeMap<Float, String> nearest = new TreeMap<>();
        for (int i = 0; i < 300; i++) {
            float x = 1 + (i * 97) % 300;
            if (i % 2 == 0) {
                int tree = at(x, 0);
                world.getMapper(Tree.class).create(tree);
                nearest.put(x, "tree " + tree);
            } else {
                beast(x, 0, "beast " + i % 7);
                nearest.put(x, "beast " + i % 7);
            }
        }
        ticks(10);
        assertThat(seen(ann))
                .containsExactlyElementsOf(
                        nearest.values().stream().distinct().limit(64).toList());
    }

    @Test
    void nameOfATargetLeadsBackToItsEntity() {
        Vision<Place> vision = vision().sees(
                        Beast.class, (id, beast) -> VisibleObject.of(beast.kind + " " + id))
                .sees(Tree.class, "oak", "tree");
        build(minds -> minds.feed(vision));
        int ann = agent(0, 0, "Ann");
        int ben = agent(1, 0, "Ben");
        world.getMapper(Tree.class).create(at(7, 0));
        int oak = at(3, 0);
        world.getMapper(Tree.class).create(oak);
        int rat = beast(2, 0, "rat");
        int other = beast(4, 0, "rat");
        ticks(10);
        assertThat(seen(ann)).containsExactly("rat " + rat, "oak", "rat " + other);
        assertThat(vision.entity(ann, "rat " + rat)).isEqualTo(rat);
        assertThat(vision.entity(ann, "rat " + other)).isEqualTo(other);
        assertThat(vision.entity(ann, "oak")).as("the nearest").isEqualTo(oak);
        assertThat(vision.entity(ann, "Ben")).as("somebody near").isEqualTo(ben);
        assertThat(vision.entity(ann, "dragon")).isEqualTo(-1);
        assertThat(vision.entity(4_000, "oak")).as("nobody's look").isEqualTo(-1);
        world.delete(rat);
        ticks(1);
        assertThat(vision.entity(ann, "rat " + rat)).as("a thing that is gone").isEqualTo(-1);
    }

    @Test
    void gameSaysWhoCanBeTalkedTo() {
        Vision<Place> vision = vision().talkers(
                        id -> !world.getMapper(Beast.class).has(id))
                .sees(Beast.class, beast -> VisibleObject.of(beast.kind));
        build(minds -> minds.feed(vision, Feed.speech()));
        int ann = agent(0, 0, "Ann");
        int ben = agent(5, 0, "Ben");
        int wolf = agent(2, 0, "Grey");
        world.getMapper(Beast.class).create(wolf).kind = "wolf";
        for (int i = 0; i < Vision.MAX_NEARBY; i++) { // nearer than Ben, whom they must not hide
            world.getMapper(Beast.class).create(agent(1, 0.1f * i, "rat " + i));
        }
        ticks(12);
        assertThat(near(ann)).containsExactly(ben);
        assertThat(near(ben)).containsExactly(ann);
        assertThat(near(wolf)).as("of one that cannot talk").isEmpty();
        assertThat(seen(ann)).containsExactly("rat", "wolf");
        assertThat(vision.entity(ann, "wolf")).isEqualTo(wolf);
        assertThat(prompt()).doesNotContainPattern("Near you: [^\\n]*(Grey|rat)");
    }

    private List<Integer> near(int agent) {
        List<Integer> found = new ArrayList<>();
        for (int id : world.getMapper(Senses.class).get(agent).nearby.getData()) {
            found.add(id);
        }
        return found.subList(0, world.getMapper(Senses.class).get(agent).nearby.size());
    }

    @Test
    void nameLeadsToItsEntityBeforeTheFirstLook() {
        Vision<Place> vision = vision().sees(Tree.class, "oak", "tree");
        List<Integer> found = new ArrayList<>();
        build(minds -> minds.feed(vision).runner("rest", (agent, step) -> {
            found.add(vision.entity(agent, "oak"));
            return Progress.DONE;
        }));
        int oak = at(3, 0);
        world.getMapper(Tree.class).create(oak);
        for (int i = 0; i < 10; i++) { // some of them look around late
            order(appeared(agent(i * 0.1f, 0, "a" + i)), Step.of("rest"));
        }
        ticks(1);
        assertThat(found).hasSize(10).containsOnly(oak);
    }

    private int appeared(int agent) {
        ticks(1);
        return agent;
    }

    @Test
    void visionsAddUpWithRadiiOfTheirOwn() {
        Vision<Cell> cells = Vision.by(Cell.class, cell -> cell.column, cell -> 0);
        build(minds -> minds.feed(
                vision().talkRadius(2).sightRadius(100).sees(Tree.class, "oak", "tree"),
                vision().sightRadius(5).sees(Beast.class, beast -> VisibleObject.of(beast.kind)),
                cells.sees(Tree.class, "painted tree", "")));
        int ann = agent(0, 0, "Ann");
        int ben = agent(4, 0, "Ben");
        int cleo = world.create();
        world.getMapper(Mind.class).create(cleo);
        world.getMapper(Needs.class).create(cleo);
        world.getMapper(Cell.class).create(cleo).column = 3;
        int painting = world.create();
        world.getMapper(Cell.class).create(painting).column = 5;
        world.getMapper(Tree.class).create(painting);
        world.getMapper(Tree.class).create(at(60, 0));
        beast(4.5f, 0, "rat");
        int wolf = beast(8, 0, "wolf");
        ticks(30);
        assertThat(seen(ann)).containsExactly("oak", "rat");
        assertThat(seen(ben)).containsExactly("oak", "rat", "wolf");
        assertThat(seen(cleo)).as("of another map only").containsExactly("painted tree");
        assertThat(world.getMapper(Senses.class).get(ann).nearby.contains(ben)).isTrue();
        assertThat(world.getMapper(Senses.class).get(ann).nearby.size())
                .as("of both, each once")
                .isEqualTo(1);
        world.delete(wolf);
        ticks(20);
        assertThat(seen(ben)).containsExactly("oak", "rat");
    }

    @Test
    void visionWithoutAgentsLooksAtNothing() {
        int[] asked = {0};
        build(minds -> minds.feed(Vision.by(
                        Place.class,
                        at -> {
                            asked[0]++;
                            return at.x;
                        },
                        at -> at.y)
                .sees(Tree.class, "oak", "tree")));
        for (int i = 0; i < 100; i++) {
            world.getMapper(Tree.class).create(at(i, 0));
        }
        ticks(100);
        assertThat(asked[0]).isZero();
        int ann = agent(0, 0, "Ann");
        ticks(11);
        assertThat(seen(ann)).as("as soon as it looks").containsExactly("oak");
    }

    // ---- feeds

    @Test
    void dearFeedRunsForAPartOfTheAgentsInEachTick() {
        List<Integer> ran = new ArrayList<>();
        build(minds -> minds.feed(Feed.every(10, ran::add)));
        for (int i = 0; i < 30; i++) {
            agent(i, 0, "a" + i);
        }
        ticks(1);
        assertThat(ran).as("of new agents at once").hasSize(30);
        for (int i = 0; i < 20; i++) {
            ran.clear();
            ticks(1);
            assertThat(ran).as("tick %d", i).hasSize(3);
        }
        ran.clear();
        ticks(10);
        assertThat(ran).doesNotHaveDuplicates().hasSize(30);
        ran.clear();
        int late = agent(0, 0, "late");
        ticks(1);
        assertThat(ran).contains(late);
    }

    @Test
    void feedsThatHaveTheirOwnTimeAreNotSlowedTwice() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Feed.every(5, vision()))
                .withMessageContaining("expected it alone");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Feed.every(0, agent -> {}))
                .withMessageContaining("ticks between two runs of a feed 0");
    }

    @Test
    void feedGivesEachAgentANameOfItsOwn() {
        build(minds -> minds.feed(Feed.copy(
                Beast.class, Persona.class, (id, beast, to) -> to.name = beast.kind + " " + id)));
        int ann = agent(0, 0, "");
        world.getMapper(Beast.class).create(ann);
        ticks(1);
        assertThat(world.getMapper(Persona.class).get(ann).name).isEqualTo("rat " + ann);
    }

    // ---- runners

    @Test
    void runnerKeepsAStateForEachAgentAndKnowsHowLongItRuns() {
        clock = GameClock.byDelta();
        List<String> told = new ArrayList<>();
        ActionRunner<Step> resting = ActionRunner.of(
                (agent, step) -> "rug of " + agent,
                (agent, rug, seconds) -> {
                    assertThat(rug).isEqualTo("rug of " + agent);
                    return Progress.of(seconds >= 2, "");
                },
                (agent, rug) -> told.add(agent + " leaves " + rug));
        List<Long> done = new ArrayList<>();
        build(minds -> minds.runner("rest", resting).listener(new MindListener() {
            @Override
            public void stepDone(int agent, Step step) {
                done.add(clock.tick());
            }
        }));
        int ann = agent(0, 0, "Ann");
        int ben = agent(1, 0, "Ben");
        world.setDelta(1 / 60f);
        ticks(60);
        long began = clock.tick();
        order(ann, Step.of("rest"));
        order(ben, Step.of("rest"));
        ticks(60);
        world.getSystem(DecisionApplySystem.class).cancelPlan(ben);
        ticks(120);
        assertThat(done).hasSize(1);
        assertThat(done.get(0) - began).as("ticks of two seconds").isBetween(40L, 42L);
        assertThat(told)
                .containsExactly(ben + " leaves rug of " + ben, ann + " leaves rug of " + ann);
    }

    @Test
    void doneAndFailedAtOnceIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Progress.of(true, "no grass"))
                .withMessageContaining("done, and has failed: \"no grass\"");
        assertThat(Progress.of(true, "")).isSameAs(Progress.DONE);
        assertThat(Progress.of(false, "")).isSameAs(Progress.RUNNING);
        assertThat(Progress.of(false, "no grass").reason()).isEqualTo("no grass");
    }

    // ---- nothing that the game does not carry out

    private Behavior behavior(int agent) {
        return world.getMapper(Behavior.class).get(agent);
    }

    @Test
    void nobodyStandsStillForAReflexWithoutARunner() {
        int[] steps = {0};
        try (LogLines log = new LogLines(AutonomicSystem.class.getName())) {
            build(minds -> minds.runner("rest", (agent, step) -> {
                        steps[0]++;
                        return Progress.RUNNING;
                    })
                    .runner("flee_danger", (agent, step) -> Progress.RUNNING));
            assertThat(log.everything())
                    .containsExactly("reflexes without a runner are off: [forced_sleep,"
                            + " seek_warmth, seek_cooling, flee_to_home, seek_sleep, seek_food,"
                            + " explore, wander] (add one with MindPlugin.runner, or name those"
                            + " that the game carries out itself in MindPlugin.carriesOut)");
        }
        int ann = agent(0, 0, "Ann");
        ticks(1);
        world.getMapper(Needs.class).get(ann).hunger = 0.05f;
        world.getMapper(Needs.class).get(ann).energy = 0;
        order(ann, Step.of("rest"));
        ticks(1_000);
        assertThat(steps[0]).isGreaterThan(900);
        world.getMapper(Needs.class).get(ann).danger = true;
        ticks(2);
        assertThat(behavior(ann).name).isEqualTo("flee_danger");
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"without runners", "without rows", "as changes are foreseen"})
    void hungryAgentPlansIfNoReflexFeedsIt(String why) {
        ReflexTable table = why.equals("without rows")
                ? ReflexTable.of()
                : ReflexTable.of(Reflex.STARVING, Reflex.HUNGRY, Reflex.BORED);
        build(minds ->
                minds.reflexes(why.startsWith("as") ? table.needsChangeAtMost(0.01) : table));
        int ann = agent(0, 0, "Ann");
        world.getMapper(Needs.class).get(ann).hunger = 0.05f;
        ticks(300);
        assertThat(broker.asked()).as("an agent that plans").isNotEmpty();
        assertThat(behavior(ann).name).isEqualTo(Behavior.IDLE);
    }

    @Test
    void promptSaysNoPastimeThatNobodyCarriesOut() {
        build(minds -> {});
        int ann = agent(0, 0, "Ann");
        world.getMapper(Mind.class).create(ann).usesModel = false;
        ticks(2_000);
        assertThat(behavior(ann).name).isEqualTo(Behavior.IDLE);
        assertThat(world.getSystem(AutonomicSystem.class).count(Reflex.BORED)).isZero();
    }

    @Test
    void gameDeclaresWhatItCarriesOutItself() {
        build(minds -> minds.carriesOut("wander"));
        int ann = agent(0, 0, "Ann");
        world.getMapper(Mind.class).create(ann).usesModel = false;
        ticks(2_000);
        assertThat(behavior(ann).name).isEqualTo("wander");
        assertThat(world.getSystem(AutonomicSystem.class).count(Reflex.RESTLESS))
                .isZero();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> build(minds -> minds.carriesOut("wonder")))
                .withMessageContaining("\"wonder\", which no reflex begins (expected some of [");
    }

    @Test
    void gameWithoutBehaviorSystemCarriesOutAllOrWhatItNames() {
        build(minds -> minds.withoutBehaviorSystem().carriesOut("seek_food"));
        int ann = agent(0, 0, "Ann");
        world.getMapper(Mind.class).create(ann).usesModel = false;
        ticks(1_000);
        assertThat(behavior(ann).name).isEqualTo(Behavior.IDLE);
        world.getMapper(Needs.class).get(ann).hunger = 0.1f;
        ticks(1);
        assertThat(behavior(ann).name).isEqualTo("seek_food");
        build(MindPlugin::withoutBehaviorSystem);
        int ben = agent(0, 0, "Ben");
        world.getMapper(Mind.class).create(ben).usesModel = false;
        ticks(1_000);
        assertThat(behavior(ben).generation).as("strolls").isPositive();
    }

    @Test
    void kindWithARunnerOfItsOwnFollowsAReflexThatOthersDoNot() {
        try (LogLines log = new LogLines(AutonomicSystem.class.getName())) {
            build(minds -> minds.reflexes(ReflexTable.of(Reflex.HUNGRY))
                    .kind(new MindKind("beast", Aspect.all(Beast.class), ACTIONS)
                            .runner("seek_food", (agent, step) -> Progress.RUNNING)));
            assertThat(log.everything())
                    .singleElement()
                    .asString()
                    .startsWith("kind \"default\": reflexes without a runner are off: [seek_food]");
        }
        int ann = agent(0, 0, "Ann");
        int rat = agent(1, 0, "rat");
        world.getMapper(Beast.class).create(rat);
        for (int agent : new int[] {ann, rat}) {
            world.getMapper(Mind.class).create(agent).usesModel = false;
            world.getMapper(Needs.class).get(agent).hunger = 0.1f;
        }
        ticks(3);
        assertThat(behavior(ann).name).isEqualTo(Behavior.IDLE);
        assertThat(behavior(rat).name).isEqualTo("seek_food");
    }

    // ---- a first look

    @Test
    void agentSaysInALineWhyItIsIdle() {
        AtomicReference<String> last = new AtomicReference<>("");
        build(minds -> minds.runner("rest", (agent, step) -> Progress.RUNNING));
        LLMSchedulerSystem scheduler = world.getSystem(LLMSchedulerSystem.class);
        int ann = agent(0, 0, "Ann");
        assertThat(scheduler.whyIdle(ann)).startsWith("it is no agent: it lacks Needs");
        assertThat(scheduler.whyIdle(at(0, 0))).isEqualTo("it is no agent: it has no Mind");
        assertThat(scheduler.whyIdle(-7)).isEqualTo("it is no agent: it has no Mind");
        ticks(3);
        last.set(scheduler.whyIdle(ann));
        assertThat(last.get()).isEqualTo("its request waits at the broker for a provider");
        broker.grant(broker.last());
        ticks(1);
        assertThat(scheduler.whyIdle(ann)).isEqualTo("its request is being answered");
        broker.answer(broker.last());
        ticks(1);
        assertThat(scheduler.whyIdle(ann)).matches("its executor cools down for \\d+\\.\\d s.*");
        scheduler.hold(ann);
        assertThat(scheduler.whyIdle(ann)).startsWith("the game holds it");
        scheduler.release(ann);
        world.getMapper(Mind.class).get(ann).usesModel = false;
        ticks(1_000);
        assertThat(scheduler.whyIdle(ann)).startsWith("it may call no model");
        order(ann, Step.of("rest"));
        ticks(2);
        assertThat(scheduler.whyIdle(ann)).startsWith("it does rest; ");
        world.getMapper(Needs.class).get(ann).health = 0;
        ticks(1);
        assertThat(scheduler.whyIdle(ann)).startsWith("it is dead");
        assertThat(last.get().lines()).hasSize(1);
    }

    @Test
    void offlineMindAnswersACrowdIfItHasThePermits() {
        assertThat(answersInHalfAMinute(1)).as("one at a time").isLessThan(60);
        assertThat(answersInHalfAMinute(16)).isGreaterThan(110);
    }

    /** Counts the answers of sixty agents, with the usual interval between requests. */
    private long answersInHalfAMinute(int permits) {
        VirtualTime time = new VirtualTime();
        Broker offline = new BrokerBuilder()
                .provider(
                        ProviderSettings.of("offline", "rules").withPermits(permits),
                        OfflineProvider.builder(
                                        (prompt, random) -> "{\"action\":[{\"type\":\"rest\"}]}")
                                .clock(time, time)
                                .build())
                .ticker(time)
                .build();
        MindPlugin minds = new MindPlugin(offline, ACTIONS)
                .runner("walk", (agent, step) -> Progress.DONE)
                .runner("rest", (agent, step) -> Progress.DONE);
        world = new World(new WorldConfigurationBuilder().with(minds).build());
        for (int i = 0; i < 60; i++) {
            agent(100 * i, 0, "a" + i);
        }
        for (int i = 0; i < 20 * 30; i++) {
            time.advance(Duration.ofMillis(50));
            ticks(1);
        }
        return minds.stats().answers().total();
    }
}
