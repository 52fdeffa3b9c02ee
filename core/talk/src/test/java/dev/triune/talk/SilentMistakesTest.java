/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.artemis.Aspect;
import com.artemis.Component;
import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import com.artemis.io.JsonArtemisSerializer;
import com.artemis.managers.WorldSerializationManager;
import dev.triune.GameClock;
import dev.triune.MindKind;
import dev.triune.MindListener;
import dev.triune.Vision;
import dev.triune.action.ActionCatalog;
import dev.triune.action.Field;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.action.VisibleObject;
import dev.triune.action.Wording;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Goals;
import dev.triune.component.Layer;
import dev.triune.component.Memory;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.OwnModel;
import dev.triune.component.Persona;
import dev.triune.component.Senses;
import dev.triune.fixture.FakeBroker;
import dev.triune.fixture.LogLines;
import dev.triune.fixture.TestWorld;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerConfig;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import dev.triune.llm.Ticket;
import dev.triune.prompt.Surroundings;
import dev.triune.rule.ReflexRule;
import dev.triune.rule.ReflexTable;
import dev.triune.system.DecisionApplySystem;
import dev.triune.system.LLMSchedulerSystem;
import dev.triune.system.MindPlugin;
import dev.triune.system.MindSaves;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Mistakes that a newcomer made without hearing of them: each is said once, in the log or by an
 * exception, with its remedy; or there is nothing to say, for the reason in its row.
 */
class SilentMistakesTest {
    private static final ActionCatalog ACTIONS = ActionCatalog.builder()
            .action("walk", "walk somewhere", Field.text("to"))
            .action("howl", "howl")
            .build();

    /** A mistake that may throw. */
    @FunctionalInterface
    private interface Mistake {
        void make() throws Exception;
    }

    private static Arguments said(String mistake, String message, Mistake make) {
        return Arguments.of(mistake, message, make);
    }

    private static Arguments right(String mistake, String because, Mistake make) {
        return Arguments.of(mistake + ", which is right because " + because, "", make);
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                said("a failed call, with a listener", "a model could not be asked", () -> {
                    failCall(minds -> minds.listener(new MindListener() {
                        @Override
                        public void requestEnded(int a, Layer layer, Ticket t, Outcome o) {}
                    }));
                }),
                said(
                        "a failed call, with a module",
                        "a model could not be asked",
                        () -> failCall(minds -> minds.with(new Conversations()))),
                said(
                        "layers of a file that nobody reads",
                        "llm.yaml:2: layers: nobody reads this section",
                        () -> askBrokerOf("layers: {talkr: {cooldown: 5}}")),
                said("misspelt layers, read", "talkr: unknown key (did you mean talker?)", () -> {
                    BrokerConfig file = config("layers: {talkr: {cooldown: 5s}}");
                    plugin().layers(file);
                }),
                right(
                        "layers of a file that are read",
                        "they are applied",
                        () -> askBrokerOf("layers: {talker: {cooldown: 1s}}")),
                said(
                        "a kind of mind without a perception",
                        "kind of mind \"guard\" perceive nothing",
                        () -> build(
                                plugin().perception(agent -> Surroundings.NONE).kind(guards()))),
                right(
                        "a kind of mind with another perception",
                        "it has one of its own",
                        () -> build(plugin().perception(agent -> Surroundings.NONE)
                                .kind(guards().perception(agent -> Surroundings.NONE)))),
                right(
                        "two visions",
                        "they add up",
                        () -> plugin().feed(
                                        Vision.by(Place.class, at -> at.x, at -> 0),
                                        Vision.by(Place.class, at -> at.x, at -> 0))),
                said("a clock by delta without a delta", "call world.setDelta", () -> {
                    World world = build(plugin().clock(GameClock.byDelta()));
                    frames(world, 400);
                }),
                right("a pause of a clock by delta", "games pause", () -> {
                    World world = build(plugin().clock(GameClock.byDelta()));
                    world.setDelta(0.05f);
                    world.process();
                    world.setDelta(0);
                    frames(world, 400);
                }),
                said("one clock for two worlds", "two worlds drive one GameClock", () -> {
                    GameClock clock = new GameClock();
                    World one = build(plugin().clock(clock));
                    World other = build(plugin().clock(clock));
                    for (int i = 0; i < 5; i++) {
                        one.process();
                        other.process();
                    }
                }),
                right("one clock for a world after another", "only one drives it", () -> {
                    GameClock clock = new GameClock();
                    frames(build(plugin().clock(clock)), 5);
                    frames(build(plugin().clock(clock)), 5);
                }),
                said("a save with another clock", "expected MindPlugin.clock()", () -> {
                    MindPlugin minds = plugin();
                    new MindSaves(build(minds), new GameClock());
                }),
                said(
                        "a save of other reflexes",
                        "the save was made with the reflexes [thirsty, wary]",
                        () -> load(save("thirsty", "wary"), "wary", "thirsty")),
                right(
                        "a save of the same reflexes",
                        "they are the same",
                        () -> load(save("thirsty", "wary"), "thirsty", "wary")),
                said("a thing without a name", "a visible object has no name", () -> {
                    TalkWorld talk = new TalkWorld();
                    int bruno = talk.agent("Bruno");
                    talk.get(Senses.class, bruno).visible.add(VisibleObject.of(" "));
                    talk.ticks(2);
                    for (String line : List.of("Hello?", "Hello!")) {
                        talk.talks.say("Wren", bruno, line);
                        assertThat(talk.prompt(bruno)).doesNotContain("you see");
                        talk.answer(bruno, "Yes?", "Wren");
                    }
                }),
                said("an order without an argument", "to is missing", () -> order(Step.of("walk"))),
                right(
                        "an order with a target out of sight",
                        "the game may know of what its agent does not see",
                        () -> order(Step.of("walk").with("to", "Rome"))),
                said("a rule for a kind that is none", "expected one of [default, guard]", () -> {
                    plugin().kind(guards())
                            .reflexes(ReflexTable.of().with(new Rule("wary", 50, "gaurd")))
                            .systems();
                }),
                said(
                        "a rule of guards without a runner for guards",
                        "kind \"guard\": reflexes without a runner",
                        () -> build(plugin().runner("walk", (agent, step) -> Progress.DONE)
                                .runner("howl", (agent, step) -> Progress.DONE)
                                .kind(guards())
                                .reflexes(ReflexTable.of().with(new Rule("wary", 50, "guard"))))),
                right(
                        "a rule of guards without a runner for others",
                        "others do not follow it",
                        () -> build(plugin().runner("walk", (agent, step) -> Progress.DONE)
                                .runner("howl", (agent, step) -> Progress.DONE)
                                .kind(guards().runner("wary", (agent, step) -> Progress.DONE))
                                .reflexes(ReflexTable.of().with(new Rule("wary", 50, "guard"))))),
                said("a player named like the agent", "give the player another name", () -> {
                    TalkWorld talk = new TalkWorld();
                    int bruno = talk.agent("Bruno");
                    talk.tick();
                    talk.talks.say("bruno", bruno, "Hello?");
                    talk.talks.say("bruno", bruno, "Hello!");
                }),
                said(
                        "a memory without a kind",
                        "kind",
                        () -> new Memory().remember("x", missing(), 1, 0)),
                said(
                        "a class in place of a record",
                        "a data class of Kotlin needs @JvmRecord",
                        () -> ActionCatalog.of(Place.class)),
                said("a line without a text", "text", () -> {
                    TalkWorld talk = new TalkWorld();
                    int bruno = talk.agent("Bruno");
                    talk.talks.say("Wren", bruno, missing());
                }),
                said("groq without a key", "llm.yaml:1: providers.groq: has no key", () -> {
                    config("", "providers: {groq: {model: llama}}").open().close();
                }),
                right("a local server without a key", "it needs none", () -> {
                    config("", "providers: {ollama: {model: llama}}").open().close();
                }),
                right("a server of one's own without a key", "a proxy may add it", () -> {
                    config("", "providers: {groq: {url: 'https://proxy/v1', model: llama}}")
                            .open()
                            .close();
                }),
                said(
                        "a URL with the path of a call",
                        "ends with /chat/completions (expected the address before that",
                        () -> config(
                                "",
                                "providers: {a: {url: 'http://h/v1/chat/completions', model: m}}")),
                right(
                        "an action without help",
                        "its name may say enough",
                        () -> ActionCatalog.builder().action("wait", "").build()),
                right("a player without a name", "it is called \"somebody\"", () -> {
                    TalkWorld talk = new TalkWorld();
                    int bruno = talk.agent("Bruno");
                    talk.tick();
                    assertThat(talk.talks.say(talk.player(""), bruno, "Hello?").heard())
                            .isTrue();
                }),
                said("a line from another thread", "Conversations called on thread", () -> {
                    TalkWorld talk = new TalkWorld();
                    int bruno = talk.agent("Bruno");
                    talk.tick();
                    onAnotherThread(() -> talk.talks.say("Wren", bruno, "Hello?"));
                }),
                said("an order from another thread", "DecisionApplySystem called on thread", () -> {
                    World world = build(plugin());
                    int agent = TestWorld.agentIn(world);
                    world.process();
                    onAnotherThread(() -> world.getSystem(DecisionApplySystem.class)
                            .order(agent, List.of(Step.of("howl"))));
                }),
                said("a line out of earshot", "no answer of a model: out of earshot", () -> {
                    TalkWorld talk = new TalkWorld(config -> config.earshot((one, other) -> false));
                    int bruno = talk.agent("Bruno");
                    talk.tick();
                    assertThat(talk.talks
                                    .say(talk.player("Wren"), bruno, "Hello?")
                                    .heard())
                            .isFalse();
                }),
                right("an order to an agent that the aspect leaves out", "it waits for it", () -> {
                    int[] howls = new int[1];
                    World world = build(plugin().aspect(Aspect.exclude(Place.class))
                            .runner("howl", (agent, step) -> {
                                howls[0]++;
                                return Progress.DONE;
                            }));
                    int agent = TestWorld.agentIn(world);
                    world.process();
                    world.getMapper(Place.class).create(agent);
                    world.process();
                    world.getSystem(DecisionApplySystem.class)
                            .order(agent, List.of(Step.of("howl")));
                    frames(world, 5);
                    assertThat(howls[0]).isZero();
                    world.getMapper(Place.class).remove(agent);
                    frames(world, 5);
                    assertThat(howls[0]).isOne();
                }),
                said(
                        "values that a record refuses",
                        "n is at least 3",
                        () -> ActionCatalog.of(Thrower.class).read("thrower", Map.of("n", 2))),
                said("a persona of null", "description", () -> {
                    new Persona().named("Bruno", missing());
                }),
                said("a goal of null", "description", () -> new Goals().add("x", missing())),
                said("a runner of null", "runner", () -> plugin().runner("howl", missing())),
                said("a thing of null", "element", () -> new Senses().visible.add(missing())),
                said("an own model whose host is not allowed", "own model cannot be asked", () -> {
                    try (Broker broker = config("").open()) {
                        World world = build(new MindPlugin(broker, ACTIONS));
                        int agent = TestWorld.agentIn(world);
                        world.getMapper(Mind.class).get(agent).ownModel =
                                new OwnModel("http://127.0.0.1:1/v1", "m");
                        frames(world, 40);
                    }
                }),
                said(
                        "a misspelt runner",
                        "the runner \"howll\" is of no action and no reflex (did you mean \"howl\"?)",
                        () -> build(plugin().runner("howll", (agent, step) -> Progress.DONE))),
                said(
                        "actions without a runner",
                        "actions without a runner, whose steps will fail: [walk, howl]",
                        () -> build(plugin())),
                said(
                        "two runners of one action",
                        "there are two runners for \"howl\"",
                        () -> plugin().runner("howl", (agent, step) -> Progress.DONE)
                                .runner("howl", (agent, step) -> Progress.RUNNING)),
                said(
                        "two actions of one name",
                        "is taken by action",
                        () -> ActionCatalog.builder().action("howl", "").action("howl", "")),
                said(
                        "a mind without needs",
                        "has a Mind but no Needs: it is no agent (add Needs)",
                        () -> {
                            World world = build(plugin());
                            world.getMapper(Mind.class).create(world.create());
                            frames(world, 3);
                        }),
                said("needs from 0 to 100", "divide by 100 what the game counts", () -> {
                    World world = build(plugin());
                    int agent = TestWorld.agentIn(world);
                    world.getMapper(Needs.class).get(agent).hunger = 80;
                    frames(world, 60);
                }),
                said("a perception of null", "perceives null", () -> {
                    FakeBroker broker = new FakeBroker();
                    World world =
                            build(new MindPlugin(broker, ACTIONS).perception(agent -> missing()));
                    TestWorld.agentIn(world);
                    while (broker.asked().isEmpty()) {
                        world.process();
                    }
                    broker.grant(broker.last());
                }),
                said("a runner that returns null", "returned null", () -> {
                    World world = build(plugin().runner("howl", (agent, step) -> missing()));
                    int agent = TestWorld.agentIn(world);
                    world.process();
                    world.getSystem(DecisionApplySystem.class)
                            .order(agent, List.of(Step.of("howl"), Step.of("howl")));
                    frames(world, 5);
                }),
                said("a plugin for two worlds", "serves a world already", () -> {
                    MindPlugin minds = plugin();
                    build(minds);
                    build(minds);
                }),
                said("a runner after the world is built", "serves a world already", () -> {
                    MindPlugin minds = plugin();
                    build(minds);
                    minds.runner("howl", (agent, step) -> Progress.DONE);
                }),
                said("conversations of two worlds", "serve a world already", () -> {
                    Conversations talks = new Conversations();
                    build(plugin().with(talks));
                    build(plugin().with(talks));
                }),
                said("a closed broker", "the broker takes no request", () -> {
                    Broker broker = config("").open();
                    World world = build(new MindPlugin(broker, ACTIONS));
                    TestWorld.agentIn(world);
                    broker.close();
                    frames(world, 40);
                }),
                said("a clock of no ticks", "expected 1 to 1000", () -> new GameClock(0)),
                said(
                        "a wording after the self actions",
                        "set it before",
                        () -> ActionCatalog.builder().selfActions().wording(Wording.ENGLISH)),
                said("a save before the first tick", "process the world once before", () -> {
                    MindPlugin minds = plugin();
                    saves(build(minds), minds).save(new ByteArrayOutputStream());
                }),
                said("a load beside agents", "load into a new world", () -> {
                    MindPlugin minds = withRules("wary");
                    World world = build(minds);
                    TestWorld.agentIn(world);
                    world.process();
                    saves(world, minds).load(new ByteArrayInputStream(save("wary")));
                }),
                said("a hold of what is no agent", "entity 99 has no Mind", () -> {
                    World world = build(plugin());
                    world.process();
                    world.getSystem(LLMSchedulerSystem.class).hold(99);
                }),
                right("a change of what is no agent", "it is documented to be ignored", () -> {
                    World world = build(plugin());
                    world.process();
                    world.getSystem(LLMSchedulerSystem.class).markDirty(99);
                }),
                right("an order for the dead", "it returns 0", () -> {
                    World world = build(plugin());
                    int agent = TestWorld.agentIn(world);
                    world.process();
                    world.getMapper(Needs.class).get(agent).health = 0;
                    frames(world, 2);
                    assertThat(world.getSystem(DecisionApplySystem.class)
                                    .order(agent, List.of(Step.of("howl"))))
                            .isZero();
                }),
                said("a line to nobody", "it is no agent", () -> {
                    TalkWorld talk = new TalkWorld();
                    talk.tick();
                    assertThat(talk.talks.say("Wren", 99, "Hello?").heard()).isFalse();
                }),
                said("a line of blanks", "the line has no words", () -> {
                    TalkWorld talk = new TalkWorld();
                    int bruno = talk.agent("Bruno");
                    talk.tick();
                    assertThat(talk.talks.say("Wren", bruno, " \n").heard()).isFalse();
                }),
                right("a bark of blanks", "bark returns false", () -> {
                    TalkWorld talk = new TalkWorld();
                    int bruno = talk.agent("Bruno");
                    talk.tick();
                    assertThat(talk.talks.bark(bruno, " ")).isFalse();
                }),
                right("an end of what has not begun", "there is nothing to end", () -> {
                    TalkWorld talk = new TalkWorld();
                    int bruno = talk.agent("Bruno");
                    talk.tick();
                    talk.talks.end(bruno);
                    talk.talks.leave("Wren");
                    talk.talks.interrupt(bruno);
                }),
                right("a neighbour that is deleted", "it is taken from the senses", () -> {
                    TalkWorld talk = new TalkWorld();
                    int bruno = talk.agent("Bruno");
                    int hilda = talk.agent("Hilda");
                    talk.tick();
                    talk.gather(bruno, hilda);
                    talk.world.delete(hilda);
                    talk.tick();
                    assertThat(talk.get(Senses.class, bruno).nearby.isEmpty()).isTrue();
                }),
                right(
                        "a number in words",
                        "its meaning is clear",
                        () -> assertThat(ActionCatalog.of(Thrower.class)
                                        .read("thrower", Map.of("n", "ten"))
                                        .step()
                                        .whole("n", 0))
                                .isEqualTo(10)));
    }

    /** An action whose constructor refuses values. */
    public record Thrower(int n) {
        public Thrower {
            if (n < 3) {
                throw new IllegalArgumentException("n is at least 3");
            }
        }
    }

    /** Makes a mistake on another thread, and throws here what it throws. */
    private static void onAnotherThread(Runnable mistake) {
        try {
            CompletableFuture.runAsync(mistake, task -> new Thread(task).start())
                    .join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakes")
    void eachMistakeIsSaidOnceOrNeedsNoWord(String mistake, String message, Mistake make) {
        try (LogLines log = new LogLines("dev.triune")) {
            Throwable thrown = catchThrowable(make::make);
            Stream<String> exception =
                    thrown == null ? Stream.of() : Stream.of(String.valueOf(thrown.getMessage()));
            List<String> heard = Stream.concat(log.everything().stream(), exception)
                    .filter(line -> message.isEmpty()
                            ? !line.contains("without a runner") || line.contains("[wary]")
                            : line.contains(message))
                    .toList();
            if (message.isEmpty()) {
                assertThat(heard).as(mistake).isEmpty();
            } else {
                assertThat(heard).as("%s: %s", mistake, log.everything()).hasSize(1);
            }
        }
    }

    @Test
    void ruleOfPriorityTwentyLeavesThePlanItsTurn() {
        TestWorld world = TestWorld.builder()
                .reflexes(ReflexTable.of().with(new Rule("wary", 20)))
                .run("short", (agent, step) -> Progress.DONE)
                .run("wary", (agent, step) -> Progress.RUNNING)
                .build();
        int agent = world.agent();
        world.tick();
        world.order(agent, "short");
        world.ticks(5);

        assertThat(world.queue(agent).next()).isNull();
    }

    @Test
    void agentsOfOtherKindsDoNotFollowARule() {
        MindPlugin minds = plugin().runner("wary", (agent, step) -> Progress.RUNNING)
                .kind(new MindKind("guard", Aspect.all(Place.class), ACTIONS))
                .reflexes(ReflexTable.of().with(new Rule("wary", 50, "guard")));
        World world = build(minds);
        int servant = TestWorld.agentIn(world);
        int guard = TestWorld.agentIn(world, Place.class);
        frames(world, 3);

        assertThat(world.getMapper(Behavior.class).get(guard).name).isEqualTo("wary");
        assertThat(world.getMapper(Behavior.class).get(servant).name).isEqualTo("idle");
    }

    @Test
    void kindsHaveTheRunnersOfThePluginUnlessTheySetTheirOwn() {
        int[] runs = new int[2];
        MindPlugin minds = plugin().runner("howl", (agent, step) -> {
                    runs[0]++;
                    return Progress.DONE;
                })
                .kind(new MindKind("guard", Aspect.all(Place.class), ACTIONS)
                        .runner("walk", (agent, step) -> {
                            runs[1]++;
                            return Progress.DONE;
                        }));
        World world = build(minds);
        int guard = TestWorld.agentIn(world, Place.class);
        world.process();
        world.getSystem(DecisionApplySystem.class)
                .order(guard, List.of(Step.of("howl"), Step.of("walk").with("to", "Rome")));
        frames(world, 5);

        assertThat(runs).containsExactly(1, 1);
        assertThat(world.getMapper(BehaviorQueue.class).get(guard).next()).isNull();
    }

    @Test
    void sightTellsWhoLooksAndWhoHides() {
        World[] world = new World[1];
        MindPlugin minds = plugin().feed(Vision.by(Place.class, at -> at.x, at -> 0)
                .sees(Place.class, (agent, thing, place) -> {
                    double mine = world[0].getMapper(Place.class).get(agent).x;
                    return Math.abs(place.x - mine) < 5 ? VisibleObject.of("body " + thing) : null;
                }));
        world[0] = build(minds);
        int near = at(world[0], 0);
        int middle = at(world[0], 4);
        int far = at(world[0], 8);
        frames(world[0], 21);

        assertThat(seen(world[0], near)).containsExactly("body " + middle);
        assertThat(seen(world[0], middle)).containsExactly("body " + near, "body " + far);
    }

    private static List<String> seen(World world, int agent) {
        return world.getMapper(Senses.class).get(agent).visible.stream()
                .map(VisibleObject::name)
                .toList();
    }

    private static int at(World world, double x) {
        int agent = TestWorld.agentIn(world, Place.class);
        world.getMapper(Place.class).get(agent).x = x;
        return agent;
    }

    /** Where something is. */
    public static final class Place extends Component {
        public double x;
    }

    /** A rule that always holds. */
    private static final class Rule implements ReflexRule {
        private final String name;
        private final int priority;
        private final Set<String> kinds;

        Rule(String name, int priority, String... kinds) {
            this.name = name;
            this.priority = priority;
            this.kinds = Set.of(kinds);
        }

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
        public Set<String> kinds() {
            return kinds;
        }

        @Override
        public boolean activates(int agent, Needs needs, Behavior behavior, long tick) {
            return true;
        }
    }

    private static MindKind guards() {
        return new MindKind("guard", Aspect.all(Place.class), ACTIONS);
    }

    private static MindPlugin plugin() {
        return new MindPlugin(new FakeBroker(), ACTIONS);
    }

    private static World build(MindPlugin minds) {
        return new World(new WorldConfigurationBuilder()
                .with(new WorldSerializationManager())
                .with(minds)
                .build());
    }

    private static void frames(World world, int count) {
        for (int i = 0; i < count; i++) {
            world.process();
        }
    }

    private static void order(Step step) {
        World world = build(plugin());
        int agent = TestWorld.agentIn(world);
        world.process();
        world.getSystem(DecisionApplySystem.class).order(agent, List.of(step));
    }

    private static void failCall(Consumer<MindPlugin> change) {
        FakeBroker broker = new FakeBroker();
        MindPlugin minds = new MindPlugin(broker, ACTIONS);
        change.accept(minds);
        World world = build(minds);
        TestWorld.agentIn(world);
        for (int i = 0; i < 2; i++) {
            while (broker.asked().size() <= i) {
                world.process();
            }
            broker.grant(broker.last());
            broker.end(
                    broker.last(), new Outcome.Failed(FailureCode.UNREACHABLE, "refused", false));
            frames(world, 400);
        }
    }

    private static byte[] save(String... rules) throws Exception {
        MindPlugin minds = withRules(rules);
        World world = build(minds);
        TestWorld.agentIn(world);
        world.process();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        saves(world, minds).save(out);
        return out.toByteArray();
    }

    private static void load(byte[] save, String... rules) throws Exception {
        MindPlugin minds = withRules(rules);
        saves(build(minds), minds).load(new ByteArrayInputStream(save));
    }

    private static MindPlugin withRules(String... rules) {
        ReflexTable table = ReflexTable.of();
        for (String rule : rules) {
            table = table.with(new Rule(rule, 50));
        }
        return plugin().reflexes(table);
    }

    private static MindSaves saves(World world, MindPlugin minds) {
        world.getSystem(WorldSerializationManager.class)
                .setSerializer(new JsonArtemisSerializer(world));
        return new MindSaves(world, minds.clock());
    }

    private static BrokerConfig config(String... lines) {
        String providers =
                "providers: {own: {family: ollama, url: 'http://127.0.0.1:1', model: m}}";
        String yaml = lines.length > 1 ? lines[1] : providers + "\n" + lines[0];
        return BrokerConfig.parse("llm.yaml", yaml, name -> Optional.empty());
    }

    private static void askBrokerOf(String layers) {
        BrokerConfig file = config(layers);
        try (Broker broker = file.open()) {
            MindPlugin minds = new MindPlugin(broker, ACTIONS);
            if (layers.contains("talker")) {
                minds.layers(file);
            }
            World world = build(minds);
            TestWorld.agentIn(world);
            frames(world, 40);
        }
    }

    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // what a game passes by mistake
    private static <T> T missing() {
        return null;
    }
}
