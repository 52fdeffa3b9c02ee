/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import com.artemis.ComponentMapper;
import com.artemis.World;
import dev.triune.GameClock;
import dev.triune.MindPlugin;
import dev.triune.MindStats;
import dev.triune.action.ActionRunner;
import dev.triune.action.Step;
import dev.triune.component.Layer;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.habit.Habits;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.Ticker;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.FaultMode;
import dev.triune.llm.tape.TapeMismatchException;
import dev.triune.rule.DecisionPolicy;
import dev.triune.rule.ReflexTable;
import dev.triune.rule.SelectionTable;
import dev.triune.system.AutonomicSystem;
import dev.triune.system.DecisionApplySystem;
import dev.triune.system.LLMSchedulerSystem;
import dev.triune.village.action.ActionPreconditions;
import dev.triune.village.action.RoutineSystem;
import dev.triune.village.action.ThirstReflex;
import dev.triune.village.action.VillageRoutine;
import dev.triune.village.mind.VillageActions;
import dev.triune.village.mind.VillagePerception;
import dev.triune.village.people.Player;
import dev.triune.village.people.VillageFacts;
import dev.triune.village.people.Villager;
import dev.triune.village.people.VillagerDirectory;
import dev.triune.village.story.Stories;
import dev.triune.village.story.StoryResult;
import dev.triune.village.talk.StandAndTalkReflex;
import dev.triune.village.talk.TalkStats;
import dev.triune.village.talk.VillageTalk;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Village;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A complete village that can be ticked, independent of any window, terminal or game loop. The
 * thread that calls {@link #tick()} is the game thread.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public final class VillageSimulation implements AutoCloseable {
    /** Enough for a model that reasons before it answers. */
    private static final int MAX_TOKENS = 2_048;

    private final GameClock clock = new GameClock();
    private final Duration step = clock.duration(1);
    private final Ticker stopwatch = Ticker.system();
    private final @Nullable VirtualTime virtualTime;
    private final Village village;
    private final VillagerFactory villagerFactory;
    private final StuckDetector stuckDetector = new StuckDetector();
    private final WorldChecksum checksum;
    private final Stories stories;
    private final Announcer announcer;
    private final Newcomers newcomers;
    private final Histogram tickTimes = new Histogram();
    private final RunHistory history = new RunHistory();
    private final LatencyMetrics latencyMetrics;
    private final FailureLog failureLog;
    private final MindEventRelay eventRelay;
    private final SharedGatewayStatus gatewayStatus = new SharedGatewayStatus();
    private volatile FaultMode modelFault = FaultMode.NONE;
    private final Player player = new Player();
    private final PlayerInputs inputs;
    private final SimulationObserver observer;
    private final PromptInjectionVisitor injectionVisitor;
    private final boolean hasVisitor;
    private final Broker broker;
    private final TapeMarks tape;
    private final VillageTalk talk;
    private final MindPlugin minds;
    private final Optional<Habits> habits;
    private final ResumableRunners resumableRunners;
    private final VillageSaver saver;
    private final World world;
    private long slowTicks;

    private ComponentMapper<Needs> mNeeds;
    private ComponentMapper<Villager> mVillager;
    private ComponentMapper<Persona> mPersona;

    /** Builds the village; the caller becomes its game thread with the first {@link #tick()}. */
    public VillageSimulation(
            SimulationSettings simulationSettings, VillageListener villageListener) {
        this(simulationSettings, villageListener, SimulationObserver.NONE);
    }

    /**
     * Builds a village with an observer; {@link #inject} fills in the observer's Artemis mappers.
     */
    public VillageSimulation(
            SimulationSettings simulationSettings,
            VillageListener villageListener,
            SimulationObserver simulationObserver) {
        this(simulationSettings, villageListener, VillageBrokers::of, simulationObserver);
    }

    /** Builds a village with a broker of the caller's. */
    VillageSimulation(
            SimulationSettings simulationSettings,
            VillageListener villageListener,
            VillageBrokers.BrokerOpener brokerOpener) {
        this(simulationSettings, villageListener, brokerOpener, SimulationObserver.NONE);
    }

    /** Builds a village with a broker of the caller's and an observer. */
    VillageSimulation(
            SimulationSettings simulationSettings,
            VillageListener villageListener,
            VillageBrokers.BrokerOpener brokerOpener,
            SimulationObserver simulationObserver) {
        this(brokerOpener, simulationSettings, villageListener, simulationObserver, false);
        villagerFactory.createVillagers(
                simulationSettings.villagers(), simulationSettings.mind().asksModels());
    }

    /** Builds a village without villagers. */
    private VillageSimulation(
            VillageBrokers.BrokerOpener brokerOpener,
            SimulationSettings simulationSettings,
            VillageListener villageListener,
            SimulationObserver simulationObserver,
            boolean loaded) {
        observer = simulationObserver;
        virtualTime = simulationSettings.virtualTime() ? new VirtualTime() : null;
        Ticker ticker = virtualTime == null ? stopwatch : virtualTime;
        latencyMetrics = new LatencyMetrics(ticker);
        failureLog = new FailureLog(villageListener);
        broker = brokerOpener.open(
                simulationSettings,
                ticker,
                virtualTime,
                latencyMetrics,
                gatewayStatus,
                this::modelFault);
        tape = new TapeMarks(broker);
        tape.begin(simulationSettings, loaded);
        inputs = new PlayerInputs(tape, this::deliverPlayerSpeech, this::scheduler);
        village = new Village(simulationSettings.villagers(), simulationSettings.seed());
        VillageRoutine villageRoutine = new VillageRoutine(village);
        ActionPreconditions rules = new ActionPreconditions(village);
        VillagerDirectory villagerDirectory = new VillagerDirectory();
        VillageFacts villageFacts = new VillageFacts();
        SplitMix64Random splitMix64Random = new SplitMix64Random(simulationSettings.seed());
        talk = new VillageTalk(village, villagerDirectory, villageFacts);
        eventRelay = new MindEventRelay(
                villageListener, latencyMetrics, stuckDetector, failureLog, clock);
        stories = new Stories(
                village,
                villageFacts,
                player,
                simulationSettings.seed(),
                villageListener::eventAnnounced);
        announcer = new Announcer(village, villageListener);
        injectionVisitor = new PromptInjectionVisitor(simulationSettings.seed());
        hasVisitor = simulationSettings.mind().asksModels();
        VillagePerception perception = new VillagePerception(village);
        minds = new MindPlugin(broker, VillageActions.catalog(rules))
                .clock(clock)
                .perception(perception)
                .routine(villageRoutine)
                .reflexes(ReflexTable.standard()
                        .with(new ThirstReflex())
                        .with(new StandAndTalkReflex()))
                .conversations(talk.config().listener(eventRelay).listener(simulationObserver))
                .configure(mindConfig -> mindConfig
                        .maxTokens(MAX_TOKENS)
                        .speechInPlans(true)
                        .prompt(Layer.TALKER, VillageActions.talker(rules))
                        .policy(policy(simulationSettings)))
                .listener(eventRelay);
        simulationSettings.mind().configure(minds);
        habits = simulationSettings
                .habits()
                .open(simulationSettings.seed(), talk.smallTalk(), inputs::isWatched);
        habits.ifPresent(minds::habits);
        if (simulationObserver != SimulationObserver.NONE) {
            minds.listener(simulationObserver);
        }
        Map<String, ActionRunner<Step>> runners =
                VillageRunners.of(village, villagerDirectory, player, splitMix64Random);
        resumableRunners = new ResumableRunners(runners);
        resumableRunners.runners().forEach(minds::runner);
        world = WorldFactory.of(clock, village, talk, minds, villageRoutine);
        talk.injectFrom(world);
        world.inject(this);
        world.inject(rules);
        stories.injectInto(world);
        world.inject(injectionVisitor);
        checksum = new WorldChecksum(village, stuckDetector);
        world.inject(checksum);
        world.inject(perception);
        runners.values().forEach(world::inject);
        world.inject(resumableRunners);
        eventRelay.connect(world);
        villagerFactory = new VillagerFactory(
                world, village, villagerDirectory, villageFacts, splitMix64Random);
        newcomers = new Newcomers(world, village, villagerFactory, simulationSettings.seed());
        saver = new VillageSaver(
                world,
                minds,
                village,
                villagerFactory,
                splitMix64Random,
                checksum,
                stuckDetector,
                resumableRunners,
                injectionVisitor,
                player,
                talk.stats(),
                stories);
    }

    /**
     * Loads a village that {@link #save(OutputStream)} saved; it continues with the next
     * {@link #tick()}. Villagers that waited for an answer are idle; the figures of the report
     * start at zero.
     *
     * @param simulationSettings the settings of the saved village; the source of answers may differ
     * @throws dev.triune.InvalidSaveException if it cannot be loaded
     * @throws IllegalArgumentException if the settings are for another number of villagers
     */
    public static VillageSimulation load(
            InputStream in, SimulationSettings simulationSettings, VillageListener villageListener)
            throws IOException {
        return load(
                in,
                simulationSettings,
                villageListener,
                VillageBrokers::of,
                SimulationObserver.NONE);
    }

    /** Loads a village with a broker of the caller's and an observer. */
    static VillageSimulation load(
            InputStream in,
            SimulationSettings simulationSettings,
            VillageListener villageListener,
            VillageBrokers.BrokerOpener brokerOpener,
            SimulationObserver simulationObserver)
            throws IOException {
        VillageSimulation village = new VillageSimulation(
                brokerOpener, simulationSettings, villageListener, simulationObserver, true);
        try {
            village.saver.load(
                    in,
                    simulationSettings.villagers(),
                    simulationSettings.mind().asksModels());
            village.tape.loaded(village.ticks(), village.fingerprint());
            return village;
        } catch (RuntimeException | IOException e) {
            village.close();
            throw e;
        }
    }

    /**
     * Saves the village between two ticks, without effect on it. Pending requests are not saved.
     */
    public void save(OutputStream out) throws IOException {
        saver.save(out);
    }

    /**
     * Advances the village by one tick of 50 ms.
     *
     * @throws TapeMismatchException if a replayed tape contains another village
     */
    public void tick() {
        try {
            tape.replayInputs(inputs::apply);
            runTick();
            tape.markTick(clock.tick(), this::fingerprint);
        } catch (TapeMismatchException e) {
            tape.breakOff(e);
        }
    }

    /** Returns whether a replayed tape ends here; the caller then closes the village. */
    public boolean isOver() {
        try {
            tape.replayInputs(inputs::apply);
        } catch (TapeMismatchException e) {
            tape.breakOff(e);
        }
        return tape.isOver();
    }

    /** Describes the result of recording or replaying a tape; empty without one. */
    public Optional<String> tapeStatus() {
        return tape.status(clock.tick());
    }

    /** Returns why a recording is incomplete; empty if it is complete or there is none. */
    public Optional<Exception> tapeFailure() {
        return tape.failure();
    }

    private void runTick() {
        if (virtualTime != null) {
            virtualTime.advance(step);
        }
        newcomers.observe(clock.tick(), hasVisitor);
        runVisitor();
        long before = stopwatch.nanos();
        world.setDelta(1f / clock.ticksPerSecond());
        world.process();
        long elapsedNanos = stopwatch.nanos() - before;
        tickTimes.add(elapsedNanos);
        slowTicks += elapsedNanos > step.toNanos() ? 1 : 0;
        resumableRunners.endOfTick(villagers());
        checksum.observe(clock.tick(), villagers());
        stories.observe(clock.tick(), villagers());
        announcer.observe();
        if (history.recordTick(clock.tick(), elapsedNanos)) {
            List<Needs> needs =
                    Arrays.stream(villagers()).mapToObj(this::needsOf).toList();
            history.takeSample(clock.tick(), needs, village.store(), broker.stats());
        }
        if (clock.tick() % Calendar.TICKS_PER_DAY == 0) {
            history.endDay(clock.tick(), villagers().length, broker.stats(), minds.stats());
        }
    }

    /** Lets the stranger visit, in villages whose minds could be persuaded. */
    private void runVisitor() {
        if (hasVisitor) {
            injectionVisitor.due(clock.tick(), villagers()).ifPresent(visit -> {
                int agent = villagers()[visit.number()];
                deliverPlayerSpeech(visit.words(), agent);
                stories.injectionAttempted(agent, clock.tick());
            });
        }
    }

    /** Returns the current tick. */
    public long ticks() {
        return clock.tick();
    }

    /** Returns the length of a tick. */
    public Duration step() {
        return step;
    }

    /** Returns the map, its stocks and its buildings. */
    public Village village() {
        return village;
    }

    /** Returns the durations of {@code world.process()}. */
    public Histogram tickTimes() {
        return tickTimes;
    }

    /** Returns the history of the run. */
    public RunHistory runHistory() {
        return history;
    }

    /** Returns the number of ticks that took longer than 50 ms. */
    public long slowTicks() {
        return slowTicks;
    }

    /** Returns the latency of answers. */
    public LatencyMetrics latencyMetrics() {
        return latencyMetrics;
    }

    /** Returns the failed requests. */
    public FailureLog failureLog() {
        return failureLog;
    }

    /** Returns the number of failed steps by type. */
    public Map<String, Long> failedSteps() {
        return eventRelay.failedSteps();
    }

    /** Returns the status of a gateway that other games may share. */
    public SharedGatewayStatus sharedGatewayStatus() {
        return gatewayStatus;
    }

    /** Returns the broker's statistics. */
    public BrokerStats brokerStats() {
        return broker.stats();
    }

    /** Returns the statistics of answers and steps. */
    public MindStats decisionStats() {
        return minds.stats();
    }

    /** Returns the habits of the villagers; empty if they have none. */
    public Optional<Habits> habits() {
        return habits;
    }

    /** Returns the number of requests whose outcome has not been applied. */
    public int pendingDecisions() {
        return minds.stats().pendingRequests();
    }

    /** Fills in the Artemis mappers and systems of an observer. */
    public void inject(Object object) {
        world.inject(object);
    }

    /**
     * Lets the player speak to a villager, whose answer goes first. Recorded on the tape; ignored
     * during a replay, which uses the recorded speech.
     */
    public void playerSays(int agent, String text) {
        inputs.say(agent, text);
    }

    /**
     * Overrides the selected layer of a villager from the next tick on; null removes the override.
     * It is recorded on a tape; during a replay the call is ignored, and recorded overrides are
     * used.
     */
    public void override(int agent, @Nullable Layer layer) {
        inputs.override(agent, layer);
    }

    /**
     * Sets the villagers that a player watches, whose plans always come from a model. The call has
     * no effect in simulated time, where a village does not depend on viewers. It is recorded on a
     * tape; during a replay the call is ignored, and recorded calls are used.
     *
     * @param agents entity ids
     */
    public void watch(BitSet agents) {
        if (virtualTime == null) {
            inputs.watch(agents);
        }
    }

    /**
     * Sets a fault of the model, or ends it with {@link FaultMode#NONE}. A tape records its
     * effects; without a model the call has no effect.
     */
    public void breakModel(FaultMode fault) {
        modelFault = fault;
    }

    /** Returns the current fault of the model. */
    public FaultMode modelFault() {
        return modelFault;
    }

    /** Returns whether there is a model whose faults can be set. */
    public boolean canBreakModel() {
        return hasVisitor && !isReplay();
    }

    /** Returns whether a tape is replayed, which ignores all other inputs. */
    public boolean isReplay() {
        return tape.isReplay();
    }

    /** Returns whether a tape is recorded. */
    public boolean isRecording() {
        return tape.isRecording();
    }

    private void deliverPlayerSpeech(String text, int agent) {
        observer.playerSpoke(agent, text);
        minds.conversations().say(Player.NAME, agent, text);
    }

    /** Returns the player. */
    public Player player() {
        return player;
    }

    /** Returns the results of the stories so far. */
    public List<StoryResult> stories() {
        return stories.results();
    }

    /** Returns the system that selects layers. */
    public LLMSchedulerSystem scheduler() {
        return world.getSystem(LLMSchedulerSystem.class);
    }

    /** Returns the system that runs reflexes. */
    public AutonomicSystem reflexes() {
        return world.getSystem(AutonomicSystem.class);
    }

    /** Returns the number of conversations begun. */
    public int conversations() {
        return (int) talk.stats().conversations();
    }

    /** Returns the statistics of conversations. */
    public TalkStats talk() {
        return talk.stats();
    }

    /** Returns the number of times a villager without a plan began its routine. */
    public long routines() {
        return world.getSystem(RoutineSystem.class).routinesStarted();
    }

    /**
     * Returns the share of time, 0 to 1, in which villagers had a plan, acted on a reflex or slept.
     */
    public double busyShare() {
        return world.getSystem(RoutineSystem.class).busyShare();
    }

    /** Returns the entity ids of the villagers, in order of their numbers. */
    public int[] villagers() {
        return villagerFactory.villagerIds();
    }

    /** Returns a villager's name. */
    public String nameOf(int agent) {
        return mPersona.get(agent).name;
    }

    /** Returns the label of a villager's trade. */
    public String tradeOf(int agent) {
        return mVillager.get(agent).trade.label();
    }

    /** Returns the number of lines a villager has said. */
    public int linesSaid(int agent) {
        return mVillager.get(agent).linesSaid;
    }

    /** Returns a villager's needs. */
    public Needs needsOf(int agent) {
        return mNeeds.get(agent);
    }

    /** Returns the longest time that a villager was stuck, in ticks. */
    public long stuckTicks(int agent) {
        return stuckDetector.longestStuckTicks(agent);
    }

    /** Returns a checksum of everything that happened, 16 hexadecimal digits. */
    public String fingerprint() {
        return checksum.fingerprint();
    }

    /**
     * Closes the broker and applies the outcomes of all pending requests.
     *
     * @throws TapeMismatchException if the village ended differently on a replayed tape
     */
    @Override
    public void close() {
        try {
            tape.end(clock.tick(), fingerprint());
        } finally {
            broker.close();
            world.getSystem(DecisionApplySystem.class).applyAll();
        }
    }

    private static DecisionPolicy policy(SimulationSettings simulationSettings) {
        return switch (simulationSettings.decisions()) {
            case SCHEDULED -> SelectionTable.standard();
            case SEQUENTIAL -> DecisionPolicy.sequential();
        };
    }
}
