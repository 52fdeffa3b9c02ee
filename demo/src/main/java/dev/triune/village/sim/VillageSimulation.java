/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import com.artemis.ComponentMapper;
import com.artemis.World;
import dev.triune.DecisionStats;
import dev.triune.GameClock;
import dev.triune.MindPlugin;
import dev.triune.action.BehaviorRunner;
import dev.triune.component.Layer;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.Ticker;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.tape.TapeMismatchException;
import dev.triune.rule.DecisionPolicy;
import dev.triune.rule.ReflexTable;
import dev.triune.rule.SelectionTable;
import dev.triune.rule.SequentialPolicy;
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
import dev.triune.village.talk.DiarySystem;
import dev.triune.village.talk.TalkListener;
import dev.triune.village.talk.TalkRules;
import dev.triune.village.talk.TalkStats;
import dev.triune.village.talk.TalkSystem;
import dev.triune.village.world.Village;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A whole village, put together and ticked. It knows nothing of a window, a terminal or a game
 * loop: whoever calls {@link #tick()} is the game thread.
 */
public final class VillageSimulation implements AutoCloseable {
    /** Room for a model that thinks aloud before it answers. */
    private static final int MAX_TOKENS = 2_048;

    /** How an override begins on the tape; what the player says begins with a number. */
    private static final String OVERRIDE = "override ";

    private static final String RULES = "rules";

    private final GameClock clock = new GameClock();
    private final Duration step = clock.duration(1);
    private final Ticker stopwatch = Ticker.system();
    private final @Nullable VirtualTime virtualTime;
    private final Village village;
    private final VillagerFactory settler;
    private final StuckDetector watch = new StuckDetector();
    private final WorldChecksum witness;
    private final Stories stories;
    private final Announcer herald;
    private final Histogram tickTimes = new Histogram();
    private final RunHistory history = new RunHistory();
    private final LatencyMetrics metrics;
    private final FailureLog outages;
    private final MindEventRelay happenings;
    private final SharedGatewayStatus neighbours = new SharedGatewayStatus();
    private final Player player = new Player();
    private final PromptInjectionVisitor visitor = new PromptInjectionVisitor();
    private final boolean hasVisitor;
    private final Broker broker;
    private final TapeMarks tape;
    private final MindPlugin minds;
    private final ResumableRunners resumption;
    private final VillageSaver saver;
    private final World world;
    private long slowTicks;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Needs> mNeeds;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Villager> mVillager;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Persona> mPersona;

    /** Builds the village; the caller becomes its game thread with the first {@link #tick()}. */
    public VillageSimulation(
            SimulationSettings simulationSettings, VillageListener villageListener) {
        this(simulationSettings, villageListener, SimulationObserver.NONE);
    }

    /** The same with somebody who looks on; {@link #inject} has Artemis fill in its mappers. */
    public VillageSimulation(
            SimulationSettings simulationSettings,
            VillageListener villageListener,
            SimulationObserver simulationObserver) {
        this(
                simulationSettings,
                villageListener,
                VillageBrokers.observedBy(simulationObserver),
                simulationObserver);
    }

    /** The same with a broker of the caller's. */
    VillageSimulation(
            SimulationSettings simulationSettings,
            VillageListener villageListener,
            VillageBrokers.BrokerOpener brokerOpener) {
        this(simulationSettings, villageListener, brokerOpener, SimulationObserver.NONE);
    }

    /** The same with both. */
    VillageSimulation(
            SimulationSettings simulationSettings,
            VillageListener villageListener,
            VillageBrokers.BrokerOpener brokerOpener,
            SimulationObserver simulationObserver) {
        this(brokerOpener, simulationSettings, villageListener, simulationObserver, false);
        settler.createVillagers(
                simulationSettings.villagers(), simulationSettings.mind().asksModels());
    }

    /** A village without villagers. */
    private VillageSimulation(
            VillageBrokers.BrokerOpener brokerOpener,
            SimulationSettings simulationSettings,
            VillageListener villageListener,
            SimulationObserver simulationObserver,
            boolean loaded) {
        virtualTime = simulationSettings.virtualTime() ? new VirtualTime() : null;
        Ticker ticker = virtualTime == null ? stopwatch : virtualTime;
        metrics = new LatencyMetrics(ticker);
        outages = new FailureLog(villageListener);
        broker = brokerOpener.open(simulationSettings, ticker, virtualTime, metrics, neighbours);
        tape = new TapeMarks(broker);
        tape.begin(simulationSettings, loaded);
        village = new Village(simulationSettings.villagers(), simulationSettings.seed());
        VillageRoutine villageRoutine = new VillageRoutine(village);
        ActionPreconditions rules = new ActionPreconditions(village);
        VillagerDirectory villagerDirectory = new VillagerDirectory();
        VillageFacts villageFacts = new VillageFacts();
        SplitMix64Random splitMix64Random = new SplitMix64Random(simulationSettings.seed());
        happenings = new MindEventRelay(villageListener, metrics, watch, outages, clock);
        stories = new Stories(village, villageFacts, player);
        herald = new Announcer(village, villageListener);
        hasVisitor = simulationSettings.mind().asksModels();
        VillagePerception perception = new VillagePerception(village);
        minds = new MindPlugin(broker, VillageActions.catalog(rules))
                .clock(clock)
                .perception(perception)
                .routine(villageRoutine)
                .reflexes(TalkRules.reflexes(ReflexTable.standard().with(new ThirstReflex())))
                .configure(mindConfig ->
                        mindConfig.maxTokens(MAX_TOKENS).policy(policy(simulationSettings)))
                .configure(mindConfig ->
                        simulationSettings.mind().modelsOfLayers().forEach(mindConfig::model))
                .onDecisions(happenings)
                .onReflexes(happenings)
                .onBehaviors(happenings);
        if (simulationObserver != SimulationObserver.NONE) {
            minds.onDecisions(simulationObserver).onBehaviors(simulationObserver);
        }
        Map<String, BehaviorRunner> runners =
                VillageRunners.of(village, villagerDirectory, player, splitMix64Random);
        resumption = new ResumableRunners(runners);
        resumption.runners().forEach(minds::runner);
        world = WorldFactory.of(clock, village, villageFacts, minds, villageRoutine);
        world.inject(this);
        world.inject(rules);
        stories.injectInto(world);
        world.inject(visitor);
        witness = new WorldChecksum(village, watch);
        world.inject(witness);
        world.inject(perception);
        runners.values().forEach(world::inject);
        world.inject(resumption);
        happenings.connect(world.getSystem(TalkSystem.class), world.getSystem(DiarySystem.class));
        settler = new VillagerFactory(
                world, village, villagerDirectory, villageFacts, splitMix64Random);
        saver = new VillageSaver(
                world,
                minds,
                village,
                settler,
                splitMix64Random,
                witness,
                watch,
                resumption,
                visitor,
                player);
    }

    /**
     * Loads a village that {@link #save(OutputStream)} saved; it goes on with the next {@link
     * #tick()}. Everybody is idle who waited for an answer; figures of the report begin at zero.
     *
     * @param simulationSettings those of the saved village, but for the broker: who answers may be another
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

    /** The same with a broker of the caller's. */
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
     * Saves the village between two ticks, which it does not notice. What is under way is not saved.
     */
    public void save(OutputStream out) throws IOException {
        saver.save(out);
    }

    /**
     * Lets one tick of 50 ms pass.
     *
     * @throws TapeMismatchException if a tape is replayed that has another village on it
     */
    public void tick() {
        try {
            tape.replayInputs(this::replayInput);
            runTick();
            tape.markTick(clock.tick(), this::fingerprint);
        } catch (TapeMismatchException e) {
            tape.breakOff(e);
        }
    }

    /** Whether a tape is replayed that ends here; the next thing to do is to close. */
    public boolean isOver() {
        try {
            tape.replayInputs(this::replayInput);
        } catch (TapeMismatchException e) {
            tape.breakOff(e);
        }
        return tape.isOver();
    }

    /** What became of the tape that is recorded or replayed, in words; empty if there is none. */
    public Optional<String> tapeStatus() {
        return tape.status(clock.tick());
    }

    /** Why the tape that is recorded is not whole; empty if it is, or if there is none. */
    public Optional<Exception> tapeFailure() {
        return tape.failure();
    }

    private void runTick() {
        if (virtualTime != null) {
            virtualTime.advance(step);
        }
        runVisitor();
        long before = stopwatch.nanos();
        world.setDelta(1f / clock.ticksPerSecond());
        world.process();
        long took = stopwatch.nanos() - before;
        tickTimes.add(took);
        slowTicks += took > step.toNanos() ? 1 : 0;
        resumption.endOfTick(villagers());
        witness.observe(clock.tick(), villagers());
        stories.observe(clock.tick(), villagers());
        herald.observe();
        if (history.recordTick(clock.tick(), took)) {
            List<Needs> needs =
                    Arrays.stream(villagers()).mapToObj(this::needsOf).toList();
            history.takeSample(clock.tick(), needs, village.store(), broker.stats());
        }
    }

    /** The stranger comes where there are minds to be talked round. */
    private void runVisitor() {
        if (hasVisitor) {
            visitor.due(clock.tick(), villagers()).ifPresent(visit -> {
                int agent = villagers()[visit.number()];
                deliverPlayerSpeech(agent, visit.words());
                stories.injectionAttempted(agent, clock.tick());
            });
        }
    }

    /** The ticks so far. */
    public long ticks() {
        return clock.tick();
    }

    /** How long one tick is. */
    public Duration step() {
        return step;
    }

    /** The village itself. */
    public Village village() {
        return village;
    }

    /** How long {@code world.process()} took, tick by tick. */
    public Histogram tickTimes() {
        return tickTimes;
    }

    /** How the village fared over time. */
    public RunHistory runHistory() {
        return history;
    }

    /** How many ticks took longer than a tick may. */
    public long slowTicks() {
        return slowTicks;
    }

    /** How long answers take. */
    public LatencyMetrics latencyMetrics() {
        return metrics;
    }

    /** What brought no answer. */
    public FailureLog failureLog() {
        return outages;
    }

    /** How many steps failed, by their type. */
    public Map<String, Long> failedSteps() {
        return happenings.failedSteps();
    }

    /** The games that share the gateway with this one. */
    public SharedGatewayStatus sharedGatewayStatus() {
        return neighbours;
    }

    /** What the broker has done. */
    public BrokerStats brokerStats() {
        return broker.stats();
    }

    /** What became of answers and steps. */
    public DecisionStats decisionStats() {
        return minds.decisionContext().stats();
    }

    /** Requests without an outcome, or with one that the villager has not heard of. */
    public int pendingDecisions() {
        return minds.decisionContext().pendingCount();
    }

    /** Has Artemis fill in the mappers and systems of somebody who looks on. */
    public void inject(Object onlooker) {
        world.inject(onlooker);
    }

    /**
     * The player says something to a villager, who hears it with the next tick. It is on the tape, if
     * there is one; while a tape is replayed, only who spoke on it is heard.
     */
    public void playerSays(int agent, String text) {
        if (!tape.isReplay()) {
            tape.recordInput(agent + " " + text);
            deliverPlayerSpeech(agent, text);
        }
    }

    /**
     * Has one layer of a villager think whatever the rules say, from the next tick on; null for the
     * rules' choice. It is on the tape, if there is one; while a tape is replayed, only what was
     * overridden on it is.
     */
    public void override(int agent, @Nullable Layer layer) {
        if (!tape.isReplay()) {
            tape.recordInput(OVERRIDE + agent + " " + (layer == null ? RULES : layer.name()));
            scheduler().overrideLayer(agent, layer);
        }
    }

    /** What {@link #playerSays} and {@link #override} put on the tape. */
    private void replayInput(String told) {
        boolean override = told.startsWith(OVERRIDE);
        String rest = override ? told.substring(OVERRIDE.length()) : told;
        int blank = rest.indexOf(' ');
        int agent = Integer.parseInt(rest.substring(0, blank));
        String words = rest.substring(blank + 1);
        if (override) {
            scheduler().overrideLayer(agent, words.equals(RULES) ? null : Layer.valueOf(words));
        } else {
            deliverPlayerSpeech(agent, words);
        }
    }

    /** Whether a tape is replayed: then nobody who looks on is heard. */
    public boolean isReplay() {
        return tape.isReplay();
    }

    /** Whether a tape is recorded. */
    public boolean isRecording() {
        return tape.isRecording();
    }

    private void deliverPlayerSpeech(int agent, String text) {
        world.getSystem(TalkSystem.class).playerSays(agent, text);
        scheduler().playerInteracted(agent);
    }

    /** The player, whom villagers hear and may give something. */
    public Player player() {
        return player;
    }

    /** What became of the stories so far. */
    public List<StoryResult> stories() {
        return stories.results();
    }

    /** Who decides which layer thinks. */
    public LLMSchedulerSystem scheduler() {
        return world.getSystem(LLMSchedulerSystem.class);
    }

    /** The reflexes. */
    public AutonomicSystem reflexes() {
        return world.getSystem(AutonomicSystem.class);
    }

    /** How many conversations have begun. */
    public int conversations() {
        return world.getSystem(TalkSystem.class).conversations();
    }

    /** How much was talked, and what came of it. */
    public TalkStats talk() {
        return world.getSystem(TalkSystem.class).counts();
    }

    /** Adds somebody who is told of everything that is said from now on. */
    public void onTalk(TalkListener listener) {
        world.getSystem(TalkSystem.class).onTalk(listener);
    }

    /** How often somebody without a plan began the day's work by habit. */
    public long routines() {
        return world.getSystem(RoutineSystem.class).routinesStarted();
    }

    /** The entity ids of the villagers, in order of their numbers. */
    public int[] villagers() {
        return settler.villagerIds();
    }

    /** A villager's name. */
    public String nameOf(int agent) {
        return mPersona.get(agent).name;
    }

    /** A villager's trade, in the words of the village. */
    public String tradeOf(int agent) {
        return mVillager.get(agent).trade.label();
    }

    /** How many lines a villager has said. */
    public int linesSaid(int agent) {
        return mVillager.get(agent).linesSaid;
    }

    /** How a villager fares. */
    public Needs needsOf(int agent) {
        return mNeeds.get(agent);
    }

    /** The longest time that a villager was awake without getting anywhere, in ticks. */
    public long stuckTicks(int agent) {
        return watch.longestStuckTicks(agent);
    }

    /** A checksum of everything that happened, 16 hexadecimal digits. */
    public String fingerprint() {
        return witness.fingerprint();
    }

    /**
     * Ends what is under way: the outcomes of all requests are then known.
     *
     * @throws TapeMismatchException if a tape is replayed on which the village ended otherwise
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
            case SCHEDULED -> TalkRules.selection(SelectionTable.standard());
            case SEQUENTIAL -> new SequentialPolicy();
        };
    }
}
