/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import com.artemis.ComponentMapper;
import com.artemis.World;
import dev.triune.MindPlugin;
import dev.triune.apply.DecisionApplySystem;
import dev.triune.apply.Ledger;
import dev.triune.autonomic.AutonomicSystem;
import dev.triune.autonomic.Reflexes;
import dev.triune.behavior.BehaviorRunner;
import dev.triune.clock.GameClock;
import dev.triune.component.Layer;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.run.ThreadTimers;
import dev.triune.llm.tape.TapeMismatch;
import dev.triune.llm.time.Ticker;
import dev.triune.llm.time.Timers;
import dev.triune.llm.time.VirtualTime;
import dev.triune.schedule.DecisionPolicy;
import dev.triune.schedule.LLMSchedulerSystem;
import dev.triune.schedule.SelectionTable;
import dev.triune.schedule.SequentialDecisions;
import dev.triune.village.action.HouseRules;
import dev.triune.village.mind.VillageActions;
import dev.triune.village.mind.VillagePerception;
import dev.triune.village.people.Lore;
import dev.triune.village.people.People;
import dev.triune.village.people.Player;
import dev.triune.village.people.Villager;
import dev.triune.village.places.Village;
import dev.triune.village.reflex.Habits;
import dev.triune.village.reflex.RoutineSystem;
import dev.triune.village.reflex.Thirst;
import dev.triune.village.story.Stories;
import dev.triune.village.story.Telling;
import dev.triune.village.talk.DiarySystem;
import dev.triune.village.talk.TalkCounts;
import dev.triune.village.talk.TalkListener;
import dev.triune.village.talk.TalkRules;
import dev.triune.village.talk.TalkSystem;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
    private final @Nullable ThreadTimers threadTimers;
    private final Village village;
    private final Settler settler;
    private final StuckWatch watch = new StuckWatch();
    private final Witness witness;
    private final Stories stories;
    private final Herald herald;
    private final Histogram tickTimes = new Histogram();
    private final History history = new History();
    private final Metrics metrics;
    private final Outages outages;
    private final Happenings happenings;
    private final Neighbours neighbours = new Neighbours();
    private final Player player = new Player();
    private final Visitor visitor = new Visitor();
    private final boolean visited;
    private final Broker broker;
    private final TapeMarks tape;
    private final MindPlugin minds;
    private final Resumption resumption;
    private final VillageSaver saver;
    private final World world;
    private long ticksOver;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Needs> mNeeds;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Villager> mVillager;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Persona> mPersona;

    /** Builds the village; the caller becomes its game thread with the first {@link #tick()}. */
    public VillageSimulation(Settings settings, Narrator narrator) {
        this(settings, narrator, Onlooker.NOBODY);
    }

    /** The same with somebody who looks on; {@link #inject} has Artemis fill in its mappers. */
    public VillageSimulation(Settings settings, Narrator narrator, Onlooker onlooker) {
        this(settings, narrator, Brokers.heardBy(onlooker), onlooker);
    }

    /** The same with a broker of the caller's. */
    VillageSimulation(Settings settings, Narrator narrator, Brokers.Opening opening) {
        this(settings, narrator, opening, Onlooker.NOBODY);
    }

    /** The same with both. */
    VillageSimulation(
            Settings settings, Narrator narrator, Brokers.Opening opening, Onlooker onlooker) {
        this(opening, settings, narrator, onlooker, false);
        settler.settle(settings.villagers(), settings.asksModels());
    }

    /** A village without villagers. */
    private VillageSimulation(
            Brokers.Opening opening,
            Settings settings,
            Narrator narrator,
            Onlooker onlooker,
            boolean loaded) {
        virtualTime = settings.virtualTime() ? new VirtualTime() : null;
        threadTimers = settings.virtualTime() ? null : new ThreadTimers();
        Ticker ticker = virtualTime == null ? stopwatch : virtualTime;
        metrics = new Metrics(ticker);
        outages = new Outages(narrator);
        broker = opening.open(settings, ticker, timers(), metrics, neighbours);
        tape = new TapeMarks(broker);
        tape.begin(settings, loaded);
        village = new Village(settings.villagers(), settings.seed());
        Habits habits = new Habits(village);
        HouseRules rules = new HouseRules(village);
        People people = new People();
        Lore lore = new Lore();
        Dice dice = new Dice(settings.seed());
        happenings = new Happenings(narrator, metrics, watch, outages, clock);
        stories = new Stories(village, lore, player);
        herald = new Herald(village, narrator);
        visited = settings.asksModels();
        VillagePerception perception = new VillagePerception(village);
        minds = new MindPlugin(broker, VillageActions.catalog(rules))
                .clock(clock)
                .perceive(perception)
                .routine(habits)
                .reflexes(TalkRules.reflexes(Reflexes.standard().with(new Thirst())))
                .thinking(thinking -> thinking.maxTokens(MAX_TOKENS).policy(policy(settings)))
                .thinking(thinking -> settings.modelsOfLayers().forEach(thinking::model))
                .onDecisions(happenings)
                .onReflexes(happenings)
                .onBehaviors(happenings);
        if (onlooker != Onlooker.NOBODY) {
            minds.onDecisions(onlooker).onBehaviors(onlooker);
        }
        Map<String, BehaviorRunner> runners = Runners.of(village, people, player, dice);
        resumption = new Resumption(runners);
        resumption.runners().forEach(minds::run);
        world = Worlds.of(clock, village, lore, minds, habits);
        world.inject(this);
        world.inject(rules);
        stories.join(world);
        world.inject(visitor);
        witness = new Witness(village, watch);
        world.inject(witness);
        world.inject(perception);
        runners.values().forEach(world::inject);
        world.inject(resumption);
        happenings.speakThrough(
                world.getSystem(TalkSystem.class), world.getSystem(DiarySystem.class));
        settler = new Settler(world, village, people, lore, dice);
        saver = new VillageSaver(
                world, minds, village, settler, dice, witness, watch, resumption, visitor, player);
    }

    /**
     * Loads a village that {@link #save(OutputStream)} saved; it goes on with the next {@link
     * #tick()}. Everybody is idle who waited for an answer; figures of the report begin at zero.
     *
     * @param settings those of the saved village, but for the broker: who answers may be another
     * @throws dev.triune.save.SaveRefused if it cannot be loaded
     * @throws IllegalArgumentException if the settings are for another number of villagers
     */
    public static VillageSimulation load(InputStream in, Settings settings, Narrator narrator)
            throws IOException {
        return load(in, settings, narrator, Brokers::of, Onlooker.NOBODY);
    }

    /** The same with a broker of the caller's. */
    static VillageSimulation load(
            InputStream in,
            Settings settings,
            Narrator narrator,
            Brokers.Opening opening,
            Onlooker onlooker)
            throws IOException {
        VillageSimulation village =
                new VillageSimulation(opening, settings, narrator, onlooker, true);
        try {
            village.saver.load(in, settings.villagers(), settings.asksModels());
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
     * @throws TapeMismatch if a tape is replayed that has another village on it
     */
    public void tick() {
        try {
            tape.hear(this::hear);
            pass();
            tape.ticked(clock.tick(), this::fingerprint);
        } catch (TapeMismatch e) {
            tape.breakOff(e);
        }
    }

    /** Whether a tape is replayed that ends here; the next thing to do is to close. */
    public boolean isOver() {
        try {
            tape.hear(this::hear);
        } catch (TapeMismatch e) {
            tape.breakOff(e);
        }
        return tape.isOver();
    }

    /** What became of the tape that is recorded or replayed, in words; empty if there is none. */
    public Optional<String> fateOfTape() {
        return tape.fate(clock.tick());
    }

    /** Why the tape that is recorded is not whole; empty if it is, or if there is none. */
    public Optional<Exception> tapeFailure() {
        return tape.failure();
    }

    private void pass() {
        if (virtualTime != null) {
            virtualTime.advance(step);
        }
        receiveVisitor();
        long before = stopwatch.nanos();
        world.setDelta(1f / clock.ticksPerSecond());
        world.process();
        long took = stopwatch.nanos() - before;
        tickTimes.add(took);
        ticksOver += took > step.toNanos() ? 1 : 0;
        resumption.over(villagers());
        witness.observe(clock.tick(), villagers());
        stories.observe(clock.tick(), villagers());
        herald.observe();
        if (history.ticked(clock.tick(), took)) {
            List<Needs> needs =
                    Arrays.stream(villagers()).mapToObj(this::needsOf).toList();
            history.take(clock.tick(), needs, village.store(), broker.stats());
        }
    }

    /** The stranger comes where there are minds to be talked round. */
    private void receiveVisitor() {
        if (visited) {
            visitor.due(clock.tick(), villagers()).ifPresent(visit -> {
                int agent = villagers()[visit.number()];
                playerIsHeard(agent, visit.words());
                stories.tempted(agent, clock.tick());
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
    public History history() {
        return history;
    }

    /** How many ticks took longer than a tick may. */
    public long ticksOver() {
        return ticksOver;
    }

    /** How long answers take. */
    public Metrics metrics() {
        return metrics;
    }

    /** What brought no answer. */
    public Outages outages() {
        return outages;
    }

    /** How many steps failed, by their type. */
    public Map<String, Long> failedSteps() {
        return happenings.failedSteps();
    }

    /** The games that share the gateway with this one. */
    public Neighbours neighbours() {
        return neighbours;
    }

    /** What the broker has done. */
    public BrokerStats brokerStats() {
        return broker.stats();
    }

    /** What became of answers and steps. */
    public Ledger ledger() {
        return minds.decisions().ledger();
    }

    /** Requests without an outcome, or with one that the villager has not heard of. */
    public int underWay() {
        return minds.decisions().underWay();
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
            tape.told(agent + " " + text);
            playerIsHeard(agent, text);
        }
    }

    /**
     * Has one layer of a villager think whatever the rules say, from the next tick on; null for the
     * rules' choice. It is on the tape, if there is one; while a tape is replayed, only what was
     * overridden on it is.
     */
    public void override(int agent, @Nullable Layer layer) {
        if (!tape.isReplay()) {
            tape.told(OVERRIDE + agent + " " + (layer == null ? RULES : layer.name()));
            scheduler().overrideLayer(agent, layer);
        }
    }

    /** What {@link #playerSays} and {@link #override} put on the tape. */
    private void hear(String told) {
        boolean override = told.startsWith(OVERRIDE);
        String rest = override ? told.substring(OVERRIDE.length()) : told;
        int blank = rest.indexOf(' ');
        int agent = Integer.parseInt(rest.substring(0, blank));
        String words = rest.substring(blank + 1);
        if (override) {
            scheduler().overrideLayer(agent, words.equals(RULES) ? null : Layer.valueOf(words));
        } else {
            playerIsHeard(agent, words);
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

    private void playerIsHeard(int agent, String text) {
        world.getSystem(TalkSystem.class).playerSays(agent, text);
        scheduler().playerInteracted(agent);
    }

    /** The player, whom villagers hear and may give something. */
    public Player player() {
        return player;
    }

    /** What became of the stories so far. */
    public List<Telling> stories() {
        return stories.tellings();
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
    public TalkCounts talk() {
        return world.getSystem(TalkSystem.class).counts();
    }

    /** Adds somebody who is told of everything that is said from now on. */
    public void onTalk(TalkListener listener) {
        world.getSystem(TalkSystem.class).onTalk(listener);
    }

    /** How often somebody without a plan began the day's work by habit. */
    public long routines() {
        return world.getSystem(RoutineSystem.class).begun();
    }

    /** The entity ids of the villagers, in order of their numbers. */
    public int[] villagers() {
        return settler.settled();
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
        return watch.longest(agent);
    }

    /** A checksum of everything that happened, 16 hexadecimal digits. */
    public String fingerprint() {
        return witness.fingerprint();
    }

    /**
     * Ends what is under way: the outcomes of all requests are then known.
     *
     * @throws TapeMismatch if a tape is replayed on which the village ended otherwise
     */
    @Override
    public void close() {
        try {
            tape.end(clock.tick(), fingerprint());
        } finally {
            broker.close();
            world.getSystem(DecisionApplySystem.class).settle();
            if (threadTimers != null) {
                threadTimers.close();
            }
        }
    }

    private static DecisionPolicy policy(Settings settings) {
        return switch (settings.decisions()) {
            case SCHEDULED -> TalkRules.selection(SelectionTable.standard());
            case SEQUENTIAL -> new SequentialDecisions();
        };
    }

    private Timers timers() {
        if (virtualTime != null) {
            return virtualTime;
        }
        return Objects.requireNonNull(threadTimers);
    }
}
