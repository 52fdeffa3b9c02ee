/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits.callbacks;

import com.artemis.Aspect;
import com.artemis.BaseSystem;
import com.artemis.Component;
import com.artemis.ComponentMapper;
import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import com.artemis.io.JsonArtemisSerializer;
import com.artemis.managers.WorldSerializationManager;
import com.artemis.utils.IntBag;
import dev.triune.Feed;
import dev.triune.GameClock;
import dev.triune.MindConfig;
import dev.triune.MindKind;
import dev.triune.MindListener;
import dev.triune.PlanSource;
import dev.triune.TurnSource;
import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionCatalog.Precondition;
import dev.triune.action.ActionRunner;
import dev.triune.action.Progress;
import dev.triune.action.Routine;
import dev.triune.action.Step;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Conversation;
import dev.triune.component.Goals;
import dev.triune.component.Home;
import dev.triune.component.Layer;
import dev.triune.component.Memory;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.OwnModel;
import dev.triune.component.Persona;
import dev.triune.component.QueuedStep;
import dev.triune.component.Senses;
import dev.triune.habits.Habits;
import dev.triune.habits.smalltalk.SmallTalk;
import dev.triune.habits.smalltalk.SmallTalkRules;
import dev.triune.internal.inject.GameObjects;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.OfflineProvider;
import dev.triune.llm.provider.OfflineProvider.OfflineModel;
import dev.triune.memory.Memories;
import dev.triune.memory.MemoryConfig;
import dev.triune.memory.Relevance;
import dev.triune.prompt.AgentSnapshot;
import dev.triune.prompt.MemoryRetriever;
import dev.triune.prompt.Perception;
import dev.triune.prompt.PromptBuilder;
import dev.triune.prompt.PromptBuilder.GameTime;
import dev.triune.prompt.PromptBuilder.PromptPart;
import dev.triune.prompt.Surroundings;
import dev.triune.rule.DecisionPolicy;
import dev.triune.rule.ReflexRule;
import dev.triune.rule.ReflexTable;
import dev.triune.rule.SelectionRule;
import dev.triune.rule.SelectionRule.AgentView;
import dev.triune.rule.SelectionRule.UrgencyHint;
import dev.triune.rule.SelectionTable;
import dev.triune.rule.StandardSelectionRule;
import dev.triune.system.DecisionApplySystem;
import dev.triune.system.LLMSchedulerSystem;
import dev.triune.system.MindModule;
import dev.triune.system.MindModule.MindContext;
import dev.triune.system.MindPlugin;
import dev.triune.system.MindSaves;
import dev.triune.system.SavedState;
import dev.triune.system.SavedState.SaveUpgrade;
import dev.triune.talk.ConversationConfig;
import dev.triune.talk.ConversationConfig.BusyLine;
import dev.triune.talk.ConversationConfig.Earshot;
import dev.triune.talk.ConversationConfig.EffectRules;
import dev.triune.talk.ConversationConfig.Fillers;
import dev.triune.talk.ConversationConfig.Overhearing;
import dev.triune.talk.ConversationListener;
import dev.triune.talk.Conversations;
import dev.triune.talk.SettlementRules;
import dev.triune.talk.SpeechGate;
import dev.triune.talk.Transcript;
import dev.triune.talk.TurnOrder;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A world of four agents with all modules, in which a test hears of every callback of the game. It
 * plays a script in game time, so that it is the same however many ticks a frame has.
 */
final class Stage {
    /** Hears of a callback before it does its work; the agent is -1 if it has none. */
    interface Hook {
        void called(String callback, int agent);
    }

    /** Who is there besides the agents, and what settles their small talk. */
    enum Company {
        PLAYERS,
        NOBODY,
        NOBODY_AND_OWN_RULES
    }

    static final List<Class<? extends Component>> COMPONENTS = List.of(
            Mind.class,
            Needs.class,
            Behavior.class,
            BehaviorQueue.class,
            Conversation.class,
            Senses.class,
            Memory.class,
            Goals.class,
            Persona.class);

    private static final List<String> NAMES = List.of("Ann", "Bob", "Cid", "Dan");
    private static final int NOBODY = -1;
    private static final int MAX_ENTITIES = 1_000;
    private static final String[] ANSWERS = {
        "{\"thinking\":\"a fine day\",\"mood\":\"good\",\"goal\":{\"type\":\"personal\","
                + "\"description\":\"find a cat\"},\"speaking\":\"Hello to you all, my friends. How"
                + " is life?\",\"to\":\"Bob\",\"action\":[{\"type\":\"gathr\"},{\"type\":\"fly\"},"
                + "{\"type\":\"sing\"}]}",
        "{\"to\":\"all\",\"action\":[{\"type\":\"dig\"},{\"type\":\"carry\"},{\"type\":\"gather\"}],"
                + "\"speaking\":\"The harvest was good this year. The barn is full.\"}",
        "{\"speaking\":\"I have not seen him.\",\"action\":[{\"type\":\"gather\"},"
                + "{\"type\":\"dig\"}]}",
        "{\"to\":\"all\",\"action\":[],\"later\":\"bring wood for the fire\",\"speaking\":\"The road is"
                + " long. The night is cold, and the fire is low.\",\"end\":false}",
        "{\"speaking\":\"I must go now, my friend. Farewell.\",\"end\":true}",
        "{\"thinking\":\"nothing to do\"}",
        "{\"plan\":1}",
        "garbage",
        "{\"action\":[{\"type\":\"sleep_until_queue_complete\"},{\"type\":\"gather\"},"
                + "{\"type\":\"gather\"}]}",
        "{\"action\":[{\"type\":\"cancel_plan\"},{\"type\":\"carry\"}]}",
    };

    final MindPlugin plugin;
    final World world;
    final GameClock clock;
    final Conversations talk;
    final Broker broker;
    final List<Integer> agents = new ArrayList<>();
    private final Map<Integer, String> names = new HashMap<>();

    /** All callbacks that were called, by name. */
    final Set<String> reached = Collections.synchronizedSet(new HashSet<>());

    /** What should never happen, in words. */
    final List<String> violations = new ArrayList<>();

    /** The events of the world, in words, with their ticks. */
    final List<String> events = new ArrayList<>();

    final boolean acts;
    private final SplittableRandom random;
    private final VirtualTime time = new VirtualTime();
    private final Map<Integer, String> running = new HashMap<>();
    private final Set<Long> open = new HashSet<>();
    private final Set<Integer> stepped = new HashSet<>();
    private final Set<Integer> asked = new HashSet<>();
    private final Company company;
    private @Nullable Hook hook;
    private boolean disposed;

    /** Whether calls fail from now on. */
    boolean down;

    private long lastTicket = Long.MAX_VALUE;
    private int works;
    private int checks;

    /**
     * Builds the world.
     *
     * @param acts whether it has a {@link dev.triune.system.BehaviorSystem}
     * @param company who is there besides the agents, and what settles their small talk
     */
    Stage(long seed, boolean acts, int ticksPerFrame, Company company) {
        this(seed, acts, ticksPerFrame, company, NAMES);
    }

    /** Builds a world without agents, to load some. */
    static Stage empty(long seed, boolean acts, int ticksPerFrame, Company company) {
        return new Stage(seed, acts, ticksPerFrame, company, List.of());
    }

    private Stage(
            long seed, boolean acts, int ticksPerFrame, Company company, List<String> people) {
        this.random = new SplittableRandom(seed);
        this.acts = acts;
        this.company = company;
        clock = GameClock.byDelta();
        OfflineModel model = (prompt, chance) -> {
            if (down) {
                throw new IllegalStateException("the model is down");
            }
            return ANSWERS[chance.nextInt(ANSWERS.length)];
        };
        broker = new BrokerBuilder()
                .provider(
                        ProviderSettings.of("offline", "scripted")
                                .withModels(ProviderSettings.ANY_MODEL)
                                .withPermits(3),
                        OfflineProvider.builder(model)
                                .clock(time, time)
                                .seed(seed)
                                .build())
                .ticker(time)
                .seed(seed)
                .build();
        talk = new Conversations(conversations());
        plugin = plugin();
        world = new World(new WorldConfigurationBuilder()
                .with(new WorldSerializationManager(), new HookedState())
                .with(plugin)
                .build());
        world.getSystem(WorldSerializationManager.class)
                .setSerializer(new JsonArtemisSerializer(world));
        world.setDelta(ticksPerFrame / 20f);
        for (String name : people) {
            agents.add(create(name));
        }
        restore();
    }

    // ---- hearing

    /** Sets what hears of each callback from now on; null for nothing. */
    void hook(@Nullable Hook value) {
        hook = value;
    }

    private void called(String callback, int agent) {
        reached.add(callback);
        if (hook != null) {
            hook.called(callback, agent);
        }
    }

    private void called(String callback, Object @Nullable [] arguments) {
        called(callback, agentOf(arguments));
    }

    private static int agentOf(Object @Nullable [] arguments) {
        Object first = arguments == null || arguments.length == 0 ? null : arguments[0];
        if (first instanceof Integer agent) {
            return agent;
        }
        if (first instanceof AgentView view) {
            return view.agent();
        }
        if (first instanceof Transcript conversation && !conversation.agents.isEmpty()) {
            return conversation.agents.get(0);
        }
        return first instanceof IntBag bag && !bag.isEmpty() ? bag.get(0) : NOBODY;
    }

    /** Returns an object that tells the hook of each call before it works. */
    private <T> T heard(Class<T> type, T inner) {
        Object proxy = Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    if (method.getDeclaringClass() == Object.class) {
                        return switch (method.getName()) {
                            case "hashCode" -> System.identityHashCode(self);
                            case "equals" -> arguments[0] == self;
                            default -> type.getSimpleName();
                        };
                    }
                    called(
                            method.getDeclaringClass().getSimpleName() + "." + method.getName(),
                            arguments);
                    try {
                        return method.invoke(inner, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        return type.cast(proxy);
    }

    // ---- the game

    private MindPlugin plugin() {
        ActionCatalog actions = ActionCatalog.builder()
                .action("gather", "collect")
                .action("sing", "sing")
                .action("dig", "dig")
                .action("carry", "carry")
                .action("idle", "idle")
                .require("dig", "a spade", condition())
                .selfActions()
                .build();
        MindKind guards = new MindKind("guards", Aspect.all(Home.class), actions)
                .routine(heard(Routine.class, new Detours()))
                .configure(this::configure)
                .configure(config -> config.memoryRetriever(heard(
                        MemoryRetriever.class,
                        (agent, cue) ->
                                List.of(MemoryRetriever.RetrievedMemory.of("I saw a wolf")))));
        MindPlugin minds = new MindPlugin(broker, actions)
                .clock(clock)
                .feed(new Driver(), heard(Feed.class, agent -> {}))
                .listener(new Recorder())
                .listener(heard(MindListener.class, new MindListener() {}))
                .reflexes(ReflexTable.standard().with(heard(ReflexRule.class, new Alarm())))
                .routine(heard(Routine.class, new Detours()))
                .configure(this::configure)
                .requestInterval(Duration.ofMillis(50))
                .agentsPerTick(2)
                .kind(guards)
                .with(talk)
                .with(new Memories(new MemoryConfig()
                        .reflection(0.5)
                        .relevance(heard(
                                Relevance.class,
                                () -> heard(
                                        Relevance.Index.class,
                                        Relevance.lexical().index())))
                        .lore("Wolves bite.", agent -> heard("MemoryConfig.lore", agent), 0.5)))
                .with(Habits.learning()
                        .completions(1)
                        .pause(Duration.ofSeconds(1))
                        .exploration(0.4, 0.1)
                        .watched(agent -> !heard("Habits.watched", agent))
                        .individual(agent -> heard("Habits.individual", agent))
                        .date(tick -> heard("Habits.date", NOBODY) ? "in tick " + tick : ""))
                .with(new Sources());
        if (company == Company.NOBODY_AND_OWN_RULES) {
            talk.settleBy(heard(SettlementRules.class, new OwnRules()));
        } else {
            minds.with(new SmallTalk(heard(SmallTalkRules.class, new Gossip()))
                    .interval(Duration.ofSeconds(1)));
        }
        for (String type :
                List.of("gather", "sing", "dig", "idle", "hide", "wander", "seek_food")) {
            minds.runner(type, runner(type));
            guards.runner(type, runner(type));
        }
        minds.runner("carry", carrying());
        guards.runner("carry", carrying());
        if (!acts) {
            minds.withoutBehaviorSystem();
        }
        return minds;
    }

    @SuppressWarnings("unchecked") // a proxy does not know for which action it is
    private Precondition<Step> condition() {
        return heard(Precondition.class, (agent, step) -> checks++ % 2 == 0);
    }

    private boolean heard(String callback, int agent) {
        called(callback, agent);
        return true;
    }

    private void configure(MindConfig config) {
        SelectionRule duty = heard(SelectionRule.class, new Duty());
        DecisionPolicy table = SelectionTable.standard().with(duty, StandardSelectionRule.IDLE);
        config.smartCalling(false)
                .speechInPlans(true)
                .thinkAhead(true)
                .perception(heard(Perception.class, new Eyes()))
                .gameTime(heard(GameTime.class, (tick, now) -> "in tick " + tick))
                .urgencyHint(heard(UrgencyHint.class, (agent, rule) -> agent % 2))
                .policy(heard(DecisionPolicy.class, table))
                .gameTime(heard(GameTime.class, (tick, now) -> "in tick " + tick))
                .keys(name -> {
                    called("MindConfig.keys", NOBODY);
                    return Optional.empty();
                })
                .layer(
                        Layer.EXECUTOR,
                        layer -> layer.withCooldown(Duration.ofSeconds(1))
                                .withPrompt(heard(PromptBuilder.class, layer.prompt())))
                .layer(Layer.TALKER, layer -> layer.withCooldown(Duration.ofSeconds(1)));
    }

    private ConversationConfig conversations() {
        return new ConversationConfig()
                .pause(Duration.ofSeconds(2))
                .turns(4)
                .listener(heard(ConversationListener.class, new Talks()))
                .busy(heard(BusyLine.class, (agent, player) -> "Not now!"))
                .fillers(Duration.ZERO, heard(Fillers.class, agent -> List.of("Hm.", "Well.")))
                .gate(heard(SpeechGate.class, line -> SpeechGate.Verdict.pass()))
                .earshot(heard(Earshot.class, (one, other) -> true))
                .overhearing(heard(Overhearing.class, (bystander, speaker, line) -> true))
                .turnOrder(heard(
                        TurnOrder.class,
                        (conversation, ready) -> ready.isEmpty() ? NOBODY : ready.get(0)))
                .effects(heard(
                        EffectRules.class,
                        conversation ->
                                List.of(new ConversationListener.ConversationEffect.LikingChange(
                                        "Ann", "Bob", 0.1f, 0.2f))));
    }

    @SuppressWarnings("unchecked")
    private ActionRunner<Step> runner(String type) {
        return paired(heard(ActionRunner.class, new ActionRunner<Step>() {
            @Override
            public Progress tick(int agent, Step step) {
                works++;
                return works % 5 == 0
                        ? Progress.failed("no luck")
                        : works % 3 == 0 ? Progress.DONE : Progress.RUNNING;
            }

            @Override
            public double progress(int agent, Step step) {
                return works;
            }
        }));
    }

    private ActionRunner<Step> carrying() {
        return paired(ActionRunner.ofOrders(
                (agent, step) -> {
                    called("ActionRunner.ofOrders.order", agent);
                    return agent;
                },
                (agent, order) -> called("ActionRunner.ofOrders.give", agent),
                order -> {
                    called("ActionRunner.ofOrders.progress", order);
                    return ++works % 4 == 0 ? Progress.DONE : Progress.RUNNING;
                },
                (agent, order) -> called("ActionRunner.ofOrders.withdraw", agent)));
    }

    /** Notes every call of a runner that does not keep the promises of {@link ActionRunner}. */
    private ActionRunner<Step> paired(ActionRunner<Step> inner) {
        return new ActionRunner<>() {
            @Override
            public Progress start(int agent, Step step) {
                String before = running.put(agent, step.type());
                if (before != null || disposed) {
                    violations.add("tick " + clock.tick() + ": " + step.type() + " started while "
                            + before + " ran, disposed " + disposed);
                }
                return inner.start(agent, step);
            }

            @Override
            public Progress tick(int agent, Step step) {
                if (!step.type().equals(running.get(agent)) || disposed) {
                    violations.add("tick " + clock.tick() + ": " + step.type() + " ticked while "
                            + running.get(agent) + " ran, disposed " + disposed);
                }
                return inner.tick(agent, step);
            }

            @Override
            public double progress(int agent, Step step) {
                return inner.progress(agent, step);
            }

            @Override
            public void stop(int agent, Step step) {
                String before = running.remove(agent);
                if (!step.type().equals(before)) {
                    violations.add("tick " + clock.tick() + ": " + step.type() + " stopped while "
                            + before + " ran");
                }
                inner.stop(agent, step);
            }
        };
    }

    // ---- the script

    /** Processes one frame; what leaves it is thrown on. */
    void frame() {
        world.process();
    }

    void dispose() {
        lastTicket = broker.stats().requests().submitted();
        disposed = true;
        world.dispose();
    }

    boolean isDisposed() {
        return disposed;
    }

    /** Lets the game do what it does between frames, in certain ticks. */
    void play() {
        int ofFrame = Math.max(1, Math.round(world.getDelta() * 20));
        long tick = clock.tick() / ofFrame * ofFrame; // an Error takes ticks from its frame
        if (tick % 48 == 0) {
            restore();
        }
        if (tick % 100 == 8 && isWhole(agents.get(0)) && isWhole(last())) {
            talk.begin(agents.get(0), last());
        }
        if (tick % 100 == 60 && company == Company.PLAYERS) {
            for (int agent : List.copyOf(agents)) {
                if (!disposed && world.getEntityManager().isActive(agent)) {
                    talk.say("Robin", agent, "Hello, how is life?");
                }
            }
        }
        if (disposed) {
            return; // by what the game's code did in one of these calls
        }
        if (tick % 100 == 40) {
            List.copyOf(agents).forEach(talk::end);
        }
        if (tick % 200 == 120 || tick % 200 == 160) { // reflexes, and then plans again
            each(Needs.class, needs -> needs.hunger = tick % 200 == 120 ? 0.05f : 1);
        }
        if (tick % 200 == 180 || tick % 200 == 188) { // a death and a miracle
            Needs needs = world.getMapper(Needs.class).get(agents.get(1));
            if (needs != null) {
                needs.health = tick % 200 == 180 ? 0 : 1;
            }
        }
        if (tick % 52 == 0) {
            removeSteps();
        }
        BehaviorQueue ofBob = world.getMapper(BehaviorQueue.class).get(agents.get(1));
        if (tick % 40 == 12 && ofBob != null && !ofBob.hasNextPlan()) { // may be impossible then
            ofBob.nextPlan().add(new QueuedStep(Step.of("dig")));
        }
        if (tick % 28 == 0) {
            each(Memory.class, memory -> {
                memory.remember("I saw wolf " + tick, "seen", 0.6f, tick);
                if (memory.episodes.size() > 3) {
                    memory.episodes.remove(0);
                }
            });
        }
        if (tick % 44 == 0 && tick % 48 != 0) { // else some are not scheduled yet
            inspect();
        }
        if (!acts && tick % 4 == 0) {
            each(BehaviorQueue.class, queue -> {
                QueuedStep next = queue.next();
                if (next != null) {
                    next.state = QueuedStep.State.DONE;
                }
            });
        }
        if (random.nextInt(40) == 0) {
            order(agents.get(random.nextInt(agents.size())));
        }
    }

    private int last() {
        return agents.get(agents.size() - 1);
    }

    private <C extends Component> void each(Class<C> type, Consumer<C> change) {
        for (int agent : List.copyOf(agents)) {
            C component = world.getMapper(type).get(agent);
            if (component != null) {
                change.accept(component);
            }
        }
    }

    /** Gives each agent what it has lost, and a successor to each that was deleted. */
    void restore() {
        for (int i = 0; i < agents.size(); i++) {
            String name = names.get(agents.get(i));
            if (!world.getEntityManager().isActive(agents.get(i))) {
                running.remove(agents.get(i));
                agents.set(i, create(name));
            }
            for (Class<? extends Component> type : COMPONENTS) {
                world.getMapper(type).create(agents.get(i));
            }
            Mind mind = world.getMapper(Mind.class).get(agents.get(i));
            mind.usesModel = true;
            if (name.equals("Dan") && clock.tick() < 300) { // its key is not known
                mind.ownModel = new OwnModel("http://localhost:1/v1", "m");
                mind.ownModel.keyName = "dan";
            } else {
                mind.ownModel = null;
            }
            world.getMapper(Needs.class).get(agents.get(i)).health = 1;
            world.getMapper(Persona.class).get(agents.get(i)).name = name;
        }
        for (int one : agents) {
            Senses senses = world.getMapper(Senses.class).get(one);
            senses.nearby.setSize(0);
            agents.stream().filter(other -> other != one).forEach(senses.nearby::add);
        }
    }

    /** Deletes an agent that has no successor. */
    void deleteForGood(int agent) {
        world.delete(agent);
        agents.remove(Integer.valueOf(agent));
    }

    private int create(String name) {
        int agent = world.create();
        names.put(agent, name);
        world.getMapper(Persona.class).create(agent).name = name;
        if (name.equals("Bob")) {
            world.getMapper(Home.class).create(agent);
        }
        return agent;
    }

    private void removeSteps() {
        for (int agent : List.copyOf(agents)) {
            BehaviorQueue queue = world.getMapper(BehaviorQueue.class).get(agent);
            if (queue != null && !queue.steps.isEmpty()) {
                queue.steps.clear();
                return;
            }
        }
    }

    private boolean isWhole(int agent) {
        return world.getEntityManager().isActive(agent)
                && COMPONENTS.stream().allMatch(type -> world.getMapper(type).has(agent));
    }

    private void order(int agent) {
        if (isWhole(agent) && clock.tick() > 0) {
            world.getSystem(DecisionApplySystem.class)
                    .order(agent, List.of(Step.of("gather"), Step.of("dig"), Step.of("idle")));
        }
    }

    private void inspect() {
        plugin.stats();
        for (int agent : List.copyOf(agents)) {
            if (isWhole(agent) && clock.tick() > 0) {
                world.getSystem(LLMSchedulerSystem.class).inspect(agent);
            }
        }
    }

    /** Saves the agents into nothing. */
    byte[] save() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            new MindSaves(world, clock).save(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /** Returns the name of an agent. */
    String nameOf(int agent) {
        return String.valueOf(names.get(agent));
    }

    /** Loads a save into this world, which has no agents. */
    void load(byte[] save) throws IOException {
        new MindSaves(world, clock).load(new ByteArrayInputStream(save));
        adopt();
    }

    /** Finds the agents that were loaded, in the order of their names. */
    void adopt() {
        agents.clear();
        ComponentMapper<Persona> personas = world.getMapper(Persona.class);
        for (String name : NAMES) {
            for (int entity = 0; entity < MAX_ENTITIES; entity++) {
                Persona persona = GameObjects.find(personas, entity);
                if (persona != null && name.equals(persona.name)) {
                    names.put(entity, name);
                    agents.add(entity);
                }
            }
        }
    }

    // ---- life

    /** Forgets which agents have done anything. */
    void watch() {
        stepped.clear();
        asked.clear();
    }

    /** Returns what the agents have not done since {@link #watch}, in words; empty if nothing. */
    String missing() {
        StringBuilder missing = new StringBuilder();
        for (int agent : List.copyOf(agents)) {
            String name = names.get(agent);
            missing.append(stepped.contains(agent) ? "" : name + " begins no step. ");
            missing.append(asked.contains(agent) ? "" : name + " asks no model. ");
        }
        return missing.toString();
    }

    /** Returns the runners that were started and not stopped. */
    Map<Integer, String> running() {
        return running;
    }

    /** Returns the tickets of requests that have no end. */
    Set<Long> open() {
        return open;
    }

    /** Lets the broker finish what it has begun. */
    void settle() {
        for (int i = 0; i < 100; i++) {
            time.advance(Duration.ofSeconds(1));
            broker.doWork();
        }
    }

    private void event(String words) {
        events.add(clock.tick() + " " + words);
    }

    // ---- the game's objects

    /** Lets the time of the broker pass with the ticks, also with those inside of a frame. */
    private final class Driver implements Feed {
        @Override
        public void begin(long tick) {
            time.advance(clock.duration(1));
        }

        @Override
        public void update(int agent) {
            if (clock.tick() % 10 == 0) {
                event("feed for " + agent);
            }
        }
    }

    private final class HookedState extends BaseSystem implements SavedState {
        @Override
        protected void processSystem() {}

        @Override
        public String stateName() {
            called("SavedState.stateName", NOBODY);
            return "hooks";
        }

        @Override
        public String writeState() {
            called("SavedState.writeState", NOBODY);
            return "saved";
        }

        @Override
        public void readState(String text) {
            called("SavedState.readState", NOBODY);
        }

        @Override
        public void addSavedEntities(IntBag entities) {
            called("SavedState.addSavedEntities", NOBODY);
        }

        @Override
        public void upgrade(SaveUpgrade save) {
            called("SavedState.upgrade", NOBODY);
        }
    }

    private final class Sources implements MindModule {
        @Override
        public void install(MindContext minds) {
            minds.scheduler().plans(heard(PlanSource.class, (agent, rule, calls) -> false));
            minds.scheduler().turns(heard(TurnSource.class, agent -> false));
            minds.prompts(heard(PromptPart.class, new PromptPart() {
                @Override
                public void describe(int agent, AgentSnapshot.Builder snapshot) {}
            }));
        }
    }

    private static final class Detours implements Routine {
        @Override
        public List<Step> bridge(int agent, Step step, String obstacle) {
            return step.type().equals("dig") && agent % 2 == 0
                    ? List.of(Step.of("gather"))
                    : List.of();
        }

        @Override
        public List<Step> fallback(int agent) {
            return List.of(Step.of("idle"), Step.of("sing"));
        }
    }

    private static final class Alarm implements ReflexRule {
        @Override
        public String name() {
            return "alarmed";
        }

        @Override
        public String behavior() {
            return "hide";
        }

        @Override
        public int priority() {
            return 60;
        }

        @Override
        public boolean activates(int agent, Needs needs, Behavior behavior, long tick) {
            return tick % 60 == 5;
        }

        @Override
        public boolean staysActive(int agent, Needs needs, Behavior behavior, long tick) {
            return tick % 60 < 12;
        }
    }

    private static final class Duty implements SelectionRule {
        @Override
        public Layer layer() {
            return Layer.EXECUTOR;
        }

        @Override
        public int urgency() {
            return 6;
        }

        @Override
        public String reason() {
            return "on duty";
        }

        @Override
        public boolean matches(AgentView agent) {
            return agent.queue().next() == null && agent.tick() % 90 < 45;
        }
    }

    private static final class Eyes implements Perception {
        @Override
        public Surroundings perceive(int agent) {
            return Surroundings.NONE;
        }
    }

    private static final class Gossip implements SmallTalkRules {
        @Override
        public boolean hasNews(int one, int other) {
            return (one + other) % 2 == 0;
        }

        @Override
        public String tell(int agent, int other) {
            return "A wolf was here.";
        }
    }

    private static final class OwnRules implements SettlementRules {
        private int lines;
        private int looks;

        @Override
        public boolean isWatched(int agent) {
            return false;
        }

        @Override
        public boolean hasNews(int one, int other) {
            return looks++ % 9 == 0;
        }

        @Override
        public boolean explores(int one, int other, long since) {
            return since % 7 == 1;
        }

        @Override
        public String news(int agent, int other) {
            return "A wolf was here.";
        }

        @Override
        public @Nullable String line(int agent, boolean opening) {
            return lines++ % 2 == 0 ? "Nice weather, <partner>." : null;
        }

        @Override
        public void learn(int agent, boolean opening, String line) {}

        @Override
        public long interval() {
            return 20;
        }
    }

    private final class Talks implements ConversationListener {
        @Override
        public void spoke(int agent, dev.triune.talk.Utterance line) {
            event(agent + " says " + line);
        }

        @Override
        public void began(Transcript conversation) {
            event("talk of " + conversation.agents);
        }

        @Override
        public void ended(IntBag members, String reason) {
            event("end of talk: " + reason);
        }
    }

    /** Keeps the books of requests and steps. */
    private final class Recorder implements MindListener {
        @Override
        public void requestSubmitted(
                int agent, Layer layer, dev.triune.llm.Ticket ticket, int urgency, String reason) {
            event(agent + " asks as " + layer + " " + urgency + " " + reason);
            asked.add(agent);
            boolean late = ticket.number() > lastTicket; // listeners may hear of one later
            if (!open.add(ticket.number()) || late) {
                violations.add("tick " + clock.tick() + ": request " + ticket
                        + " submitted twice, or for a world that is gone");
            }
        }

        @Override
        public void requestEnded(
                int agent,
                Layer layer,
                dev.triune.llm.Ticket ticket,
                dev.triune.llm.Outcome outcome) {
            event(agent + " got " + outcome.kind());
            if (!open.remove(ticket.number())) {
                violations.add("tick " + clock.tick() + ": request " + ticket + " ended twice");
            }
        }

        @Override
        public void stepStarted(int agent, Step step) {
            event(agent + " starts " + step);
            stepped.add(agent);
        }

        @Override
        public void stepQueued(
                int agent, Layer layer, dev.triune.llm.Ticket ticket, Step step, int place) {
            event(agent + " plans " + step);
            if (!acts) {
                stepped.add(agent);
            }
        }

        @Override
        public void planOrdered(int agent, String origin, List<Step> steps) {
            event(agent + " follows " + origin);
            if (!acts) {
                stepped.add(agent);
            }
        }

        @Override
        public void stepDone(int agent, Step step) {
            event(agent + " did " + step);
        }

        @Override
        public void stepFailed(int agent, Step step, String reason) {
            event(agent + " failed at " + step + ": " + reason);
        }

        @Override
        public void reflexStarted(
                int agent, dev.triune.rule.ReflexTable.Trigger reflex, String interrupted) {
            event(agent + " reacts: " + reflex.behavior());
        }

        @Override
        public void reflexEnded(int agent, String behavior) {
            event(agent + " calms down from " + behavior);
        }
    }
}
