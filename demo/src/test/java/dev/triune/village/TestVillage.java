/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village;

import com.artemis.Aspect;
import com.artemis.Component;
import com.artemis.EntityEdit;
import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.GameClock;
import dev.triune.MindKind;
import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionRunner;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Conversation;
import dev.triune.component.Home;
import dev.triune.component.Memory;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.component.QueuedStep;
import dev.triune.component.Senses;
import dev.triune.internal.inject.ActionRunnerAdapter;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.VirtualTime;
import dev.triune.memory.Memories;
import dev.triune.prompt.MemoryRetriever;
import dev.triune.rule.ReflexTable;
import dev.triune.system.MindPlugin;
import dev.triune.talk.ConversationListener;
import dev.triune.talk.ConversationListener.ConversationEffect;
import dev.triune.talk.Conversations;
import dev.triune.village.action.ActionPreconditions;
import dev.triune.village.action.ThirstReflex;
import dev.triune.village.action.VillageRoutine;
import dev.triune.village.mind.VillageActions;
import dev.triune.village.people.Body;
import dev.triune.village.people.Errand;
import dev.triune.village.people.ErrandSystem;
import dev.triune.village.people.GoalSystem;
import dev.triune.village.people.Player;
import dev.triune.village.people.Position;
import dev.triune.village.people.SensesSystem;
import dev.triune.village.people.VillageClockSystem;
import dev.triune.village.people.VillageFacts;
import dev.triune.village.people.Villager;
import dev.triune.village.people.VillagerDirectory;
import dev.triune.village.talk.Diary;
import dev.triune.village.talk.DiarySystem;
import dev.triune.village.talk.MeetingSystem;
import dev.triune.village.talk.Talking;
import dev.triune.village.talk.VillageTalk;
import dev.triune.village.world.Point;
import dev.triune.village.world.Stock;
import dev.triune.village.world.Village;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * A small world for tests: time, senses, talk, reflexes and steps are real; needs stay as the test
 * sets them, and only the test makes plans.
 */
public final class TestVillage {
    private final GameClock clock = new GameClock();
    private final Village village = new Village(8);
    private final VillageFacts lore = new VillageFacts();
    private final VillagerDirectory people = new VillagerDirectory();
    private final Player player = new Player();
    private final ActionPreconditions rules = new ActionPreconditions();
    private final VillageRoutine habits = new VillageRoutine();
    private final VillageTalk talk = new VillageTalk();
    private final List<ConversationEffect> effects = new ArrayList<>();
    private final MindKind villagers = new MindKind(
                    "villager", Aspect.all(Villager.class), VillageActions.catalog(rules))
            .routine(habits);
    private final Map<String, ActionRunner<Step>> runners = new HashMap<>();
    private final Conversations conversations;
    private final MindPlugin minds;
    private final World world;
    private int settled;

    public TestVillage() {
        ReflexTable reflexes = ReflexTable.standard().with(new ThirstReflex());
        Set<String> types = new LinkedHashSet<>(VillageActions.catalog(rules).names());
        reflexes.triggers().forEach(trigger -> types.add(trigger.behavior()));
        types.forEach(type -> villagers.runner(type, new LaterRunner(runners, type)));
        conversations = new Conversations(talk.config().listener(new ConversationListener() {
            @Override
            public void effect(ConversationEffect effect) {
                effects.add(effect);
            }
        }));
        minds = new MindPlugin(silentBroker(), VillageActions.catalog(rules))
                .clock(clock)
                .kind(villagers)
                .reflexes(reflexes)
                .with(conversations)
                .with(new Memories());
        world = new World(new WorldConfigurationBuilder()
                .with(
                        WorldConfigurationBuilder.Priority.HIGH,
                        new VillageClockSystem(),
                        new SensesSystem(),
                        new MeetingSystem(),
                        new DiarySystem(),
                        new GoalSystem(),
                        new ErrandSystem())
                .with(minds)
                .build()
                .register(clock)
                .register(village)
                .register(people)
                .register(lore)
                .register(player)
                .register(talk)
                .register(habits)
                .register(RandomGenerator.class.getName(), new SplittableRandom(3)));
        world.inject(rules);
        talk.injectFrom(world);
    }

    /** A broker whose provider never answers. */
    private static Broker silentBroker() {
        return new BrokerBuilder()
                .provider(ProviderSettings.of("silent", "none"), (call, sink) -> () -> {})
                .ticker(new VirtualTime())
                .seed(1)
                .build();
    }

    public Village village() {
        return village;
    }

    public VillagerDirectory villagerDirectory() {
        return people;
    }

    public Player player() {
        return player;
    }

    public World world() {
        return world;
    }

    public long tick() {
        return clock.tick();
    }

    /** Returns what villagers recall with. */
    public MemoryRetriever recall() {
        return Objects.requireNonNull(villagers.config().memoryRetriever());
    }

    public Conversations talking() {
        return conversations;
    }

    public VillageTalk talk() {
        return talk;
    }

    /** The effects of all conversations so far. */
    public List<ConversationEffect> effects() {
        return effects;
    }

    /** Registers a runner for steps or a reflex of the given name. */
    public TestVillage run(String name, ActionRunner<Step> runner) {
        world.inject(runner);
        runners.put(name, runner);
        return this;
    }

    /** Registers a runner for the steps of an action. */
    public <A> TestVillage run(Class<A> action, ActionRunner<A> runner) {
        ActionCatalog catalog = VillageActions.catalog(rules);
        world.inject(runner);
        runners.put(catalog.nameOf(action), new ActionRunnerAdapter<>(catalog, action, runner));
        return this;
    }

    /** The runner that a test registers once the world is built; without one, nothing happens. */
    private record LaterRunner(Map<String, ActionRunner<Step>> runners, String type)
            implements ActionRunner<Step> {
        private static final ActionRunner<Step> IDLE = (agent, step) -> Progress.RUNNING;

        private ActionRunner<Step> runner() {
            return runners.getOrDefault(type, IDLE);
        }

        @Override
        public Progress start(int agent, Step step) {
            return runner().start(agent, step);
        }

        @Override
        public Progress tick(int agent, Step step) {
            return runner().tick(agent, step);
        }

        @Override
        public double progress(int agent, Step step) {
            return runner().progress(agent, step);
        }

        @Override
        public void stop(int agent, Step step) {
            runner().stop(agent, step);
        }
    }

    /** Creates a healthy villager who stands and lives at the given point. */
    public int settle(String name, Point at) {
        int agent = world.create();
        EntityEdit edit = world.edit(agent);
        edit.create(Mind.class);
        edit.create(Needs.class);
        edit.create(Behavior.class);
        edit.create(BehaviorQueue.class);
        edit.create(Senses.class);
        edit.create(Conversation.class);
        edit.create(Talking.class);
        edit.create(Diary.class);
        edit.create(Errand.class);
        edit.create(Body.class);
        edit.create(Memory.class);
        edit.create(Villager.class).number = settled++;
        edit.create(Persona.class).name = name;
        Home home = edit.create(Home.class);
        home.x = at.x();
        home.y = at.y();
        Position position = edit.create(Position.class);
        position.x = at.x();
        position.y = at.y();
        people.add(name, agent);
        return agent;
    }

    public <T extends Component> T of(int agent, Class<T> component) {
        return world.getMapper(component).get(agent);
    }

    public Stock carries(int agent) {
        return of(agent, Villager.class).carries;
    }

    public void pass(int ticks) {
        for (int i = 0; i < ticks; i++) {
            world.process();
        }
    }

    /** Appends a step to the plan of a villager. */
    public QueuedStep order(int agent, Step step) {
        QueuedStep queued = new QueuedStep(step);
        of(agent, BehaviorQueue.class).steps.add(queued);
        return queued;
    }

    /** Runs a step to its end, for at most three simulated minutes. */
    public QueuedStep carryOut(int agent, Step step) {
        QueuedStep queued = order(agent, step);
        for (int i = 0; i < 3_600 && !queued.finished(); i++) {
            pass(1);
        }
        return queued;
    }
}
