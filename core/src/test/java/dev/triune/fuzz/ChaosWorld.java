/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.Aspect;
import com.artemis.Component;
import com.artemis.ComponentMapper;
import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import com.artemis.utils.IntBag;
import dev.triune.MindListener;
import dev.triune.MindStats;
import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionRunner;
import dev.triune.action.Field;
import dev.triune.action.Progress;
import dev.triune.action.Routine;
import dev.triune.action.Step;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Goals;
import dev.triune.component.Home;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.QueuedStep;
import dev.triune.component.Senses;
import dev.triune.component.Speech;
import dev.triune.llm.Broker;
import dev.triune.llm.Ticket;
import dev.triune.prompt.Surroundings;
import dev.triune.rule.ReflexTable.Trigger;
import dev.triune.system.DecisionApplySystem;
import dev.triune.system.LLMSchedulerSystem;
import dev.triune.system.MindPlugin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A world in which a game does everything to its agents and their plans that it can do, at random,
 * and from everywhere: between ticks, in runners, in listeners. Each tick is checked.
 */
final class ChaosWorld {
    private static final int AGENTS = 8;
    private static final List<String> TYPES = List.of("gather", "rest", "short", "long");

    private final Random random;
    private final boolean acts;
    private final CountingBroker counting;
    private final MindPlugin plugin;
    private final World world;
    private final DecisionApplySystem decisions;
    private final LLMSchedulerSystem scheduler;
    private final ComponentMapper<Mind> mMind;
    private final ComponentMapper<Needs> mNeeds;
    private final ComponentMapper<BehaviorQueue> mQueue;
    private final PlanOutcomes plans;
    private final List<Integer> agents = new ArrayList<>();

    /** Agents whose runner was started and not stopped. */
    private final BitSet running = new BitSet();

    private boolean disposed;
    private boolean calm;
    private long done;
    private long failed;
    private int born;

    /**
     * A world.
     *
     * @param acts whether our system carries out steps; else the game does
     * @param names who asked under which name
     */
    ChaosWorld(Random random, Broker broker, Map<String, Object> names, boolean acts) {
        this.random = random;
        this.acts = acts;
        this.counting = new CountingBroker(broker, names);
        boolean interrupting = random.nextBoolean();
        plugin = new MindPlugin(counting.broker(), actions())
                .aspect(Aspect.exclude(Home.class)) // stands for "far away"
                .listener(new Meddler())
                .routine(routine())
                .perception(agent -> {
                    assertThat(disposed).as("perceive was called after dispose").isFalse();
                    throwSometimes();
                    return Surroundings.NONE;
                })
                .requestInterval(Duration.ofMillis(100))
                .configure(with -> with.supersedesRunningCalls(interrupting)
                        .smartCalling(false)
                        .layer(Layer.TALKER, talker -> talker.withModel("wild"))
                        .urgencyHint((agent, rule) -> {
                            throwSometimes();
                            return 0;
                        }));
        for (String name : List.of("seek_food", "wander", "gather", "rest", "short", "long")) {
            plugin.runner(name, new Whim());
        }
        if (!acts) {
            plugin.withoutBehaviorSystem();
        }
        world = new World(new WorldConfigurationBuilder().with(plugin).build());
        decisions = world.getSystem(DecisionApplySystem.class);
        scheduler = world.getSystem(LLMSchedulerSystem.class);
        mMind = world.getMapper(Mind.class);
        mNeeds = world.getMapper(Needs.class);
        mQueue = world.getMapper(BehaviorQueue.class);
        plans = new PlanOutcomes(mQueue, acts);
        for (Layer layer : List.of(Layer.TALKER, Layer.EXECUTOR)) {
            scheduler.layer(layer, config -> config.withCooldown(Duration.ofSeconds(1)));
        }
    }

    private ActionCatalog actions() {
        return ActionCatalog.builder()
                .action(
                        "gather",
                        "collect a resource",
                        Field.oneOf("target", "wood", "berries").optional())
                .action("rest", "sit down")
                .action("short", "do something short")
                .action("long", "do something long")
                .require("gather", "luck", (agent, step) -> {
                    throwSometimes();
                    return random.nextInt(8) > 0;
                })
                .selfActions()
                .build();
    }

    private Routine routine() {
        return new Routine() {
            @Override
            public List<Step> bridge(int agent, Step step, String obstacle) {
                throwSometimes();
                return random.nextBoolean() ? List.of() : List.of(Step.of("rest"));
            }

            @Override
            public List<Step> fallback(int agent) {
                return List.of(Step.of("rest"), Step.of("short"));
            }
        };
    }

    MindStats stats() {
        return plugin.stats();
    }

    /** Agents that were born so far. */
    int born() {
        return born;
    }

    /** One tick, with what the game does before it, and the checks. */
    void tick() {
        while (agents.size() < AGENTS) {
            agents.add(birth());
        }
        if (random.nextInt(4) == 0) {
            disturb();
        }
        if (!acts) {
            agents.forEach(this::carryOut);
        }
        world.process();
        agents.removeIf(agent -> !world.getEntityManager().isActive(agent));
        check();
    }

    /** The level is over. */
    void dispose() {
        calm = true;
        world.dispose();
        disposed = true;
        assertThat(running.isEmpty()).as("every runner was stopped").isTrue();
        checkAnswers();
    }

    /** After the broker's next turn of work. */
    void checkEnd() {
        assertThat(counting.open()).as("requests of a world that is gone").isZero();
        checkAnswers();
    }

    private void check() {
        MindStats stats = plugin.stats();
        long left = 0;
        IntBag all = world.getAspectSubscriptionManager()
                .get(Aspect.all(BehaviorQueue.class))
                .getEntities();
        for (int i = 0; i < all.size(); i++) {
            BehaviorQueue queue = mQueue.get(all.get(i));
            assertThat(queue.steps.size() + queue.ahead().size())
                    .isLessThanOrEqualTo(BehaviorQueue.LIMIT + 8);
            left += unfinished(queue.steps) + unfinished(queue.ahead());
        }
        assertThat(stats.steps().done() + stats.steps().failed() + stats.steps().dropped() + left)
                .as("steps: %s, left %s", stats, left)
                .isEqualTo(stats.steps().queued());
        plans.check();
        if (acts) {
            assertThat(stats.steps().done()).isEqualTo(done);
            assertThat(stats.steps().failed()).isEqualTo(failed);
        }
        if (stats.requests().pendingUpdates() == 0) {
            checkAnswers();
        }
        assertThat(stats.repairs().refusals().size()).isLessThanOrEqualTo(257);
    }

    private void checkAnswers() {
        assertThat(plugin.stats().answers().total()).isEqualTo(counting.answered());
        if (!disposed) {
            assertThat(plugin.stats().requests().pending()).isEqualTo(counting.open());
        }
    }

    private static long unfinished(List<QueuedStep> steps) {
        return steps.stream().filter(step -> !step.finished()).count();
    }

    // ---- what the game does

    private int birth() {
        born++;
        int agent = world.create();
        for (Class<? extends Component> type :
                List.of(Mind.class, Needs.class, Senses.class, Goals.class)) {
            world.getMapper(type).create(agent);
        }
        return agent;
    }

    private void disturb() {
        int agent = agents.get(random.nextInt(agents.size()));
        Needs needs = mNeeds.get(agent);
        switch (random.nextInt(20)) {
            case 0 -> {
                if (random.nextInt(4) == 0) {
                    world.delete(agent);
                    agents.remove((Integer) agent);
                }
            }
            case 1 -> needs.health = random.nextInt(5) == 0 ? 0 : 1;
            case 2 -> needs.hunger = random.nextInt(3) == 0 ? 0.05f : 1;
            case 3 -> needs.danger = random.nextInt(4) == 0;
            case 4, 5, 6 ->
                world.getMapper(Senses.class)
                        .get(agent)
                        .hear(new Speech("Ann", "Hello!", plugin.clock().tick()));
            case 7 -> world.getMapper(Home.class).set(agent, random.nextInt(3) == 0);
            case 8 -> {
                needs.health = 1;
                needs.danger = false;
                world.getMapper(Home.class).remove(agent);
            }
            case 9 -> toggle(Mind.class, agent);
            case 10 -> toggle(BehaviorQueue.class, agent);
            case 11 -> {
                if (mQueue.has(agent)) { // replaced within a tick
                    mQueue.remove(agent);
                    mQueue.create(agent);
                }
            }
            case 12 ->
                scheduler.layer(Layer.TALKER, talker -> talker.withEnabled(random.nextInt(4) > 0));
            default -> meddle(agent);
        }
    }

    private void toggle(Class<? extends Component> type, int agent) {
        ComponentMapper<? extends Component> mapper = world.getMapper(type);
        mapper.set(agent, !mapper.has(agent) || random.nextInt(6) > 0);
    }

    /** Something that a game may do to a plan from anywhere, also from a runner or a listener. */
    private void meddle(int agent) {
        if (calm
                || !mQueue.has(agent)
                || !mMind.has(agent)
                || !mNeeds.get(agent).alive()) {
            return;
        }
        BehaviorQueue queue = mQueue.get(agent);
        switch (random.nextInt(14)) {
            case 0 -> decisions.order(agent, steps());
            case 1, 2 -> decisions.enqueue(agent, steps());
            case 3 -> decisions.cancelPlan(agent);
            case 4 -> scheduler.playerInteracted(agent);
            case 5 -> queue.steps.clear();
            case 6 -> queue.nextPlan().clear();
            case 7 -> {
                if (queue.steps.size() + queue.ahead().size() < BehaviorQueue.LIMIT) {
                    queue.steps.add(new QueuedStep(steps().get(0)));
                }
            }
            case 8 -> {
                if (!queue.steps.isEmpty()) {
                    queue.steps.remove(random.nextInt(queue.steps.size()));
                }
            }
            case 9 -> {
                if (!queue.steps.isEmpty()) {
                    queue.steps.set(
                            random.nextInt(queue.steps.size()), new QueuedStep(steps().get(0)));
                }
            }
            case 10 -> scheduler.resetCooldowns(agent);
            case 11 -> scheduler.defer(agent, Duration.ofMillis(random.nextInt(2_000)));
            case 12 -> world.getMapper(Behavior.class).get(agent).end(false, 0);
            case 13 -> {
                QueuedStep next = queue.next();
                decisions.tookPart(agent, next == null ? steps().get(0) : next.step);
            }
            default -> {}
        }
    }

    private List<Step> steps() {
        List<Step> steps = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            steps.add(Step.of(TYPES.get(random.nextInt(TYPES.size()))));
        }
        return steps;
    }

    private void throwSometimes() {
        if (!calm && random.nextInt(100) == 0) {
            throw new IllegalStateException("a mistake of the game");
        }
    }

    /** The game's own way of carrying out steps, by what it reads in the queue. */
    private void carryOut(int agent) {
        QueuedStep next = mQueue.has(agent) ? mQueue.get(agent).next() : null;
        if (next != null && random.nextInt(10) == 0) {
            next.state = next.current()
                    ? random.nextInt(4) == 0 ? QueuedStep.State.FAILED : QueuedStep.State.DONE
                    : QueuedStep.State.CURRENT;
        }
    }

    /** A runner that does as it likes. */
    private final class Whim implements ActionRunner<Step> {
        @Override
        public Progress start(int agent, Step step) {
            assertThat(running.get(agent)).as("started twice").isFalse();
            running.set(agent);
            throwSometimes();
            return Progress.RUNNING;
        }

        @Override
        public Progress tick(int agent, Step step) {
            assertThat(running.get(agent)).as("not started").isTrue();
            assertThat(mNeeds.get(agent).alive()).as("alive").isTrue();
            if (random.nextInt(120) == 0) {
                meddle(agent);
                throwSometimes();
            }
            int length = step.type().equals("long") ? 60 : 12;
            if (random.nextInt(length) > 0) {
                return Progress.RUNNING;
            }
            return random.nextInt(4) == 0 ? Progress.failed("no luck") : Progress.DONE;
        }

        @Override
        public void stop(int agent, Step step) {
            assertThat(running.get(agent)).as("not started").isTrue();
            running.clear(agent);
            throwSometimes();
        }
    }

    /** A listener that interferes. */
    private final class Meddler implements MindListener {
        @Override
        public void spoke(int agent, Layer layer, String text) {
            assertThat(mNeeds.get(agent).alive()).as("the dead are silent").isTrue();
            meddleSometimes(agent);
        }

        @Override
        public void stepQueued(int agent, Layer layer, Ticket ticket, Step step, int place) {
            plans.queued(agent, step);
            meddleSometimes(agent);
        }

        @Override
        public void stepStarted(int agent, Step step) {
            meddleSometimes(agent);
        }

        @Override
        public void stepDone(int agent, Step step) {
            done++;
            plans.done(agent, step);
            meddleSometimes(agent);
        }

        @Override
        public void stepFailed(int agent, Step step, String reason) {
            failed++;
            plans.failed(agent, step);
            meddleSometimes(agent);
        }

        @Override
        public void planDropped(int agent, int steps, String reason) {
            meddleSometimes(agent);
        }

        @Override
        public void nextPlanStarted(int agent, int steps) {
            meddleSometimes(agent);
        }

        @Override
        public void queueDone(int agent) {
            meddleSometimes(agent);
        }

        @Override
        public void reflexStarted(int agent, Trigger reflex, String interrupted) {
            meddleSometimes(agent);
        }

        private void meddleSometimes(int agent) {
            if (random.nextInt(60) == 0) {
                meddle(agent);
                throwSometimes();
            }
        }
    }
}
