/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import com.artemis.WorldConfigurationBuilder.Priority;
import com.artemis.managers.WorldSerializationManager;
import dev.triune.GameClock;
import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionRunner.Watchdog;
import dev.triune.component.Layer;
import dev.triune.habits.Habits;
import dev.triune.habits.smalltalk.SmallTalk;
import dev.triune.llm.Broker;
import dev.triune.llm.Ticker;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.OfflineProvider.FaultMode;
import dev.triune.memory.Memories;
import dev.triune.rule.DecisionPolicy;
import dev.triune.rule.ReflexTable;
import dev.triune.rule.SelectionTable;
import dev.triune.system.LLMSchedulerSystem;
import dev.triune.system.MindPlugin;
import dev.triune.talk.ConversationConfig;
import dev.triune.talk.Conversations;
import dev.triune.village.action.ActionPreconditions;
import dev.triune.village.action.RoutineSystem;
import dev.triune.village.action.ThirstReflex;
import dev.triune.village.action.VillageRoutine;
import dev.triune.village.mind.VillageActions;
import dev.triune.village.mind.VillagePerception;
import dev.triune.village.mind.VillageTime;
import dev.triune.village.people.ApprenticeSystem;
import dev.triune.village.people.ErrandSystem;
import dev.triune.village.people.GoalSystem;
import dev.triune.village.people.NeedsSystem;
import dev.triune.village.people.Player;
import dev.triune.village.people.SeasonReviewSystem;
import dev.triune.village.people.SensesSystem;
import dev.triune.village.people.VillageClockSystem;
import dev.triune.village.people.VillageFacts;
import dev.triune.village.people.VillagerDirectory;
import dev.triune.village.people.WolfSystem;
import dev.triune.village.story.Stories;
import dev.triune.village.story.StoryDirector;
import dev.triune.village.talk.DiarySystem;
import dev.triune.village.talk.MeetingSystem;
import dev.triune.village.talk.StandAndTalkReflex;
import dev.triune.village.talk.VillageTalk;
import dev.triune.village.talk.WordsAndDeeds;
import dev.triune.village.world.Village;
import dev.triune.workbench.Workbench;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Composes the parts of a village without villagers: the broker, the minds, the Artemis world with
 * its systems in order, and the classes that observe it after each tick. Game thread only.
 */
final class VillageWorld {
    /** Enough for a model that reasons before it answers. */
    private static final int MAX_TOKENS = 2_048;

    /** How long a step may take: a villager may wait for the evening. */
    private static final Duration WAIT = Duration.ofMinutes(12);

    final SimulationSettings settings;
    final GameClock clock = new GameClock();
    final @Nullable VirtualTime virtualTime;
    final SharedGatewayStatus gatewayStatus = new SharedGatewayStatus();
    final LatencyMetrics latencyMetrics;
    final FailureLog failureLog;
    final Broker broker;
    final Transcript transcript;
    final Village village;
    final SplitMix64Random random;
    final Player player = new Player();
    final VillageTalk talk;
    final StuckDetector stuckDetector = new StuckDetector();
    final MindEventRelay eventRelay;
    final Conversations conversations;
    final MindPlugin minds;
    final PlayerInputs inputs;
    final Optional<Habits> habits;
    final ResumableRunners runners;
    final World world;
    final VillagerFactory villagers;
    final Newcomers newcomers;
    final PromptInjectionVisitor visitor;
    final Stories stories;
    final Announcer announcer;
    final WorldChecksum checksum;
    final WordsAndDeeds deeds;
    final @Nullable Workbench bench;
    volatile FaultMode modelFault = FaultMode.NONE;

    /** The latency of the offline mind that the player has chosen; null for its own. */
    volatile @Nullable Duration modelLatency;

    VillageWorld(
            SimulationSettings settings,
            VillageListener listener,
            List<SimulationObserver> observers,
            Function<VillageBrokers.Connection, Broker> brokerOpener,
            Function<Broker, Transcript> transcriptOf,
            @Nullable Workbench workbench) {
        this.settings = settings;
        long seed = settings.seed();
        virtualTime = settings.virtualTime() ? new VirtualTime() : null;
        Ticker ticker = virtualTime == null ? Ticker.system() : virtualTime;
        latencyMetrics = new LatencyMetrics(ticker);
        failureLog = new FailureLog(listener);
        broker = brokerOpener.apply(new VillageBrokers.Connection(
                settings,
                ticker,
                virtualTime,
                latencyMetrics,
                gatewayStatus,
                () -> modelFault,
                () -> modelLatency,
                UnaryOperator.identity(),
                workbench));
        transcript = transcriptOf.apply(broker);
        // a tape may say whom a person was the mind of
        bench = transcript.isReplay() ? new Workbench() : workbench;

        village = new Village(settings.villagers(), seed);
        random = new SplitMix64Random(seed);
        VillagerDirectory people = new VillagerDirectory();
        VillageFacts facts = new VillageFacts();
        ActionPreconditions rules = new ActionPreconditions();
        VillagePerception perception = new VillagePerception();
        VillageRoutine routine = new VillageRoutine();
        talk = new VillageTalk();
        eventRelay = new MindEventRelay(this, listener);

        ConversationConfig talkConfig = talk.config().listener(eventRelay);
        observers.forEach(talkConfig::listener);
        conversations = new Conversations(talkConfig);
        stories = new Stories(seed, listener::eventAnnounced);
        ActionCatalog catalog = VillageActions.catalog(rules);
        minds = minds(catalog, rules, perception).routine(routine);
        observers.forEach(minds::listener);
        inputs = new PlayerInputs(this, List.copyOf(observers));
        habits = settings.habits().open(seed, inputs::isWatched);
        habits.ifPresent(known -> minds.with(known).with(new SmallTalk(talk.smallTalk())));
        runners = new ResumableRunners();
        VillageRunners.addTo(minds, catalog, runners);
        world = world(people, facts, routine);

        villagers = new VillagerFactory(world, village, people, facts, random);
        newcomers = new Newcomers(world, village, villagers, seed);
        visitor = new PromptInjectionVisitor(seed);
        announcer = new Announcer(village, listener);
        checksum = new WorldChecksum(village, stuckDetector);
        deeds = new WordsAndDeeds(listener::promiseChanged);
        talk.injectFrom(world);
        stories.injectInto(world);
        world.inject(eventRelay);
        world.inject(rules);
        world.inject(perception);
        runners.injectFrom(world);
        world.inject(visitor);
        world.inject(checksum);
        world.inject(deeds);
    }

    private MindPlugin minds(
            ActionCatalog catalog, ActionPreconditions rules, VillagePerception perception) {
        DecisionPolicy policy = switch (settings.decisions()) {
            case SCHEDULED -> SelectionTable.standard();
            case SEQUENTIAL -> DecisionPolicy.sequential();
        };
        MindPlugin plugin = new MindPlugin(broker, catalog)
                .clock(clock)
                .perception(perception)
                .reflexes(ReflexTable.standard()
                        .with(new ThirstReflex())
                        .with(new StandAndTalkReflex()))
                .with(conversations)
                .with(new Memories())
                .with(new StoryDirector(stories))
                .watchdog(new Watchdog(
                        Watchdog.DEFAULT.stalled(), WAIT, Watchdog.DEFAULT.maxStarts()))
                .configure(mindConfig -> mindConfig
                        .maxTokens(MAX_TOKENS)
                        .speechInPlans(true)
                        .acquainted(true)
                        .gameTime(new VillageTime())
                        .layer(
                                Layer.TALKER,
                                talker -> talker.withPrompt(VillageActions.talker(rules)))
                        .policy(policy))
                .listener(eventRelay);
        settings.mind().configure(plugin);
        if (bench != null) {
            plugin.with(bench);
        }
        return plugin;
    }

    private World world(VillagerDirectory people, VillageFacts facts, VillageRoutine routine) {
        return new World(new WorldConfigurationBuilder()
                .with(new WorldSerializationManager())
                .with(
                        Priority.HIGH,
                        new VillageClockSystem(),
                        new NeedsSystem(),
                        new ApprenticeSystem(),
                        new SeasonReviewSystem(),
                        new WolfSystem(),
                        new SensesSystem(),
                        new MeetingSystem(),
                        new DiarySystem(),
                        new GoalSystem(),
                        new ErrandSystem())
                .with(minds)
                .with(Priority.LOW, new RoutineSystem())
                .build()
                .register(clock)
                .register(village)
                .register(people)
                .register(facts)
                .register(player)
                .register(talk)
                .register(routine)
                .register(RandomGenerator.class.getName(), random));
    }

    /** Returns the system that selects layers. */
    LLMSchedulerSystem scheduler() {
        return world.getSystem(LLMSchedulerSystem.class);
    }
}
