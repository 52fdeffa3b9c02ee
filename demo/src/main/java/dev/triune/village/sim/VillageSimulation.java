/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import com.artemis.ComponentMapper;
import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.MindPlugin;
import dev.triune.apply.DecisionApplySystem;
import dev.triune.apply.Ledger;
import dev.triune.autonomic.AutonomicSystem;
import dev.triune.behavior.BehaviorRunner;
import dev.triune.clock.GameClock;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerStats;
import dev.triune.llm.time.Ticker;
import dev.triune.llm.time.Timers;
import dev.triune.llm.time.VirtualTime;
import dev.triune.schedule.LLMSchedulerSystem;
import dev.triune.village.mind.VillageActions;
import dev.triune.village.mind.VillagePerception;
import dev.triune.village.people.DaySystem;
import dev.triune.village.people.NeedsSystem;
import dev.triune.village.people.People;
import dev.triune.village.people.SensesSystem;
import dev.triune.village.people.TalkSystem;
import dev.triune.village.people.Villager;
import dev.triune.village.places.Village;
import dev.triune.village.reflex.RoutineSystem;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A whole village, put together and ticked. It knows nothing of a window, a terminal or a game
 * loop: whoever calls {@link #tick()} is the game thread.
 */
public final class VillageSimulation implements AutoCloseable {
    /** Room for a model that thinks aloud before it answers. */
    private static final int MAX_TOKENS = 2_048;

    private final GameClock clock = new GameClock();
    private final Duration step = clock.duration(1);
    private final Ticker stopwatch = Ticker.system();
    private final @Nullable VirtualTime virtualTime;
    private final @Nullable ThreadTimers threadTimers;
    private final Village village;
    private final Settler settler;
    private final StuckWatch watch = new StuckWatch();
    private final Witness witness;
    private final Histogram tickTimes = new Histogram();
    private final Metrics metrics;
    private final Outages outages;
    private final Broker broker;
    private final MindPlugin minds;
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
        virtualTime = settings.virtualTime() ? new VirtualTime() : null;
        threadTimers = settings.virtualTime() ? null : new ThreadTimers();
        Ticker ticker = virtualTime == null ? stopwatch : virtualTime;
        metrics = new Metrics(ticker);
        outages = new Outages(narrator);
        broker = Brokers.of(settings, ticker, timers(), metrics);
        village = new Village(settings.villagers());
        People people = new People();
        RandomGenerator random = new SplittableRandom(settings.seed());
        Happenings happenings = new Happenings(narrator, metrics, watch, outages, clock);
        VillagePerception perception = new VillagePerception(village);
        minds = new MindPlugin(broker, VillageActions.catalog())
                .clock(clock)
                .perceive(perception)
                .thinking(thinking -> thinking.maxTokens(MAX_TOKENS))
                .onDecisions(happenings)
                .onReflexes(happenings)
                .onBehaviors(happenings);
        Map<String, BehaviorRunner> runners = Runners.of(village, people, random);
        runners.forEach(minds::run);
        world = build();
        world.inject(this);
        witness = new Witness(village, watch);
        world.inject(witness);
        world.inject(perception);
        runners.values().forEach(world::inject);
        happenings.speakThrough(world.getSystem(TalkSystem.class));
        settler = new Settler(world, village, people, random);
        settler.settle(settings.villagers(), settings.minds() != Settings.Minds.NONE);
    }

    /** Lets one tick of 50 ms pass. */
    public void tick() {
        if (virtualTime != null) {
            virtualTime.advance(step);
        }
        long before = stopwatch.nanos();
        world.setDelta(1f / clock.ticksPerSecond());
        world.process();
        long took = stopwatch.nanos() - before;
        tickTimes.add(took);
        ticksOver += took > step.toNanos() ? 1 : 0;
        witness.observe(clock.tick(), villagers());
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

    /** What the broker has done. */
    public BrokerStats brokerStats() {
        return broker.stats();
    }

    /** What became of answers and steps. */
    public Ledger ledger() {
        return minds.decisions().ledger();
    }

    /** Requests without an outcome. */
    public int underWay() {
        return minds.decisions().underWay();
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

    /** Ends what is under way: the outcomes of all requests are then known. */
    @Override
    public void close() {
        broker.close();
        world.getSystem(DecisionApplySystem.class).settle();
        if (threadTimers != null) {
            threadTimers.close();
        }
    }

    private Timers timers() {
        if (virtualTime != null) {
            return virtualTime;
        }
        return Objects.requireNonNull(threadTimers);
    }

    private World build() {
        return new World(new WorldConfigurationBuilder()
                .with(
                        WorldConfigurationBuilder.Priority.HIGH,
                        new DaySystem(clock, village),
                        new NeedsSystem(village),
                        new SensesSystem(village),
                        new TalkSystem(village))
                .with(minds)
                .with(
                        WorldConfigurationBuilder.Priority.LOW,
                        new RoutineSystem(village, minds.decisions().ledger()))
                .build());
    }
}
