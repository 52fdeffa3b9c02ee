/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.testkit;

import com.artemis.BaseSystem;
import com.artemis.Component;
import com.artemis.World;
import dev.triune.GameClock;
import dev.triune.MindStats;
import dev.triune.action.ActionCatalog;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Needs;
import dev.triune.component.QueuedStep;
import dev.triune.internal.check.Ranges;
import dev.triune.llm.provider.OfflineProvider.FaultMode;
import dev.triune.llm.provider.OfflineProvider.OfflineModel;
import dev.triune.system.MindPlugin;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A world with minds for the tests of a game: its actions, prompts, runners and perception run as
 * in the game, with a real broker and scripted answers in place of a model. Time is virtual, there
 * is no thread and no network, and a test runs the same way each time.
 *
 * <p>A step without a runner continues until {@link #finish}, {@link #fail} or the plugin's
 * watchdog ends it, or for as long as {@link #stepsTake} says. Reflexes without a runner continue
 * until their need is met.
 *
 * <p>Set options before the first call that needs the world, because that call builds it. One
 * thread only.
 */
public final class MindTest {
    private final MindTestWorld.MindTestOptions settings;
    private @Nullable MindTestWorld testWorld;
    private int agents;

    private MindTest(ActionCatalog actions) {
        this.settings =
                new MindTestWorld.MindTestOptions(Objects.requireNonNull(actions, "actions"));
    }

    /** Begins a test of agents with a catalog of actions. */
    public static MindTest world(ActionCatalog actions) {
        return new MindTest(actions);
    }

    // ---- options

    /**
     * Sets the model's answers, in order; the last one repeats. Unless set, no agent calls a model.
     */
    public MindTest mind(String... answers) {
        return mind(OfflineModel.scripted(answers));
    }

    /** Sets rules that answer by the prompt, for example differently to different agents. */
    public MindTest mind(OfflineModel mind) {
        options().mind = Objects.requireNonNull(mind, "mind");
        return this;
    }

    /** Sets the seed of latency, pieces and faults of the answers; 0 unless set. */
    public MindTest seed(long value) {
        options().seed = value;
        return this;
    }

    /**
     * Delivers answers in one piece after a time, zero or more; unless set, they stream by the
     * seed.
     */
    public MindTest latency(Duration value) {
        options().latency = Ranges.notNegative("latency", value);
        return this;
    }

    /** Makes the model fail, for example hang or write garbage. */
    public MindTest misbehaviour(FaultMode value) {
        options().faultMode = Objects.requireNonNull(value, "misbehaviour");
        return this;
    }

    /** Makes steps without a runner end by themselves after 1 or more ticks. */
    public MindTest stepsTake(int ticks) {
        if (ticks < 1) {
            throw new IllegalArgumentException("steps of " + ticks + " ticks (expected 1 or more)");
        }
        options().stepTicks = ticks;
        return this;
    }

    /** Sets the game's clock, here and not in {@link #plugin}; 20 ticks a second unless set. */
    public MindTest clock(GameClock value) {
        options().clock = Objects.requireNonNull(value, "clock");
        return this;
    }

    /**
     * Sets up the plugin as the game does: runners, perception, configuration, routine, listeners.
     */
    public MindTest plugin(Consumer<MindPlugin> change) {
        options().changes.add(Objects.requireNonNull(change, "change"));
        return this;
    }

    /** Adds systems of the game; they run before those of the minds. */
    public MindTest systems(BaseSystem... systems) {
        options().systems.addAll(List.of(systems));
        return this;
    }

    /** Sets a function by which the game builds its own world, in place of {@link #systems}. */
    public MindTest game(Function<MindPlugin, World> value) {
        options().game = Objects.requireNonNull(value, "game");
        return this;
    }

    // ---- the world and its agents

    /** Returns the world. */
    public World world() {
        return built().world;
    }

    /** Creates an agent with all needs met, named {@code Agent 1}, {@code Agent 2} and so on. */
    public int agent() {
        agents++;
        return agent("Agent " + agents);
    }

    /** Creates an agent with all needs met and every component of a mind except a home. */
    public int agent(String name) {
        return built().agent(name);
    }

    /** Returns a component; refuses an entity that has none of that type. */
    public <C extends Component> C get(int agent, Class<C> type) {
        C component = world().getMapper(type).get(agent);
        if (component == null) {
            throw new IllegalArgumentException(
                    "entity " + agent + " has no " + type.getSimpleName() + " (add it)");
        }
        return component;
    }

    /** Returns the needs of an agent, to read and to change. */
    public Needs needs(int agent) {
        return get(agent, Needs.class);
    }

    // ---- time

    /**
     * Advances by 0 or more ticks.
     *
     * @throws IllegalStateException if perception, recall or a prompt builder threw
     */
    public void ticks(int count) {
        requireTicks(count);
        for (int i = 0; i < count; i++) {
            built().tick();
        }
    }

    /**
     * Advances until a condition holds, not at all if it already does.
     *
     * @param max the maximum number of ticks, 0 or more
     * @return the number of ticks
     * @throws AssertionError if the condition does not hold after that; the message says what the
     *     agents are doing
     * @throws IllegalStateException as {@link #ticks}
     */
    public int tickUntil(BooleanSupplier condition, int max) {
        requireTicks(max);
        int ticks = 0;
        while (!condition.getAsBoolean()) {
            if (ticks == max) {
                throw new AssertionError("it does not hold after " + max + " ticks (seed "
                        + settings.seed + ")" + built().describe());
            }
            ticks(1);
            ticks++;
        }
        return ticks;
    }

    // ---- behaviour

    /** Returns the unfinished steps of an agent, in order; the current one comes first. */
    public List<Step> queue(int agent) {
        return MindTestWorld.unfinishedSteps(get(agent, BehaviorQueue.class));
    }

    /** Returns the steps of an agent's plan with their states, the last finished ones included. */
    public List<QueuedStep> steps(int agent) {
        return get(agent, BehaviorQueue.class).wholePlan();
    }

    /** Returns the last 1,000 steps that an agent has completed, of all its plans. */
    public List<Step> done(int agent) {
        return AgentRecorder.of(built().recorder.done, agent);
    }

    /** Returns the type of an agent's step, the behaviour of its reflex, or {@code idle}. */
    public String doing(int agent) {
        return get(agent, Behavior.class).name;
    }

    /**
     * Completes an agent's step without a runner in the next tick.
     *
     * @throws IllegalStateException if the agent has no such step now
     */
    public void finish(int agent) {
        end(agent, Progress.DONE);
    }

    /** Fails an agent's step without a runner in the next tick; throws like {@link #finish}. */
    public void fail(int agent, String reason) {
        end(agent, Progress.failed(reason));
    }

    // ---- requests and answers

    /** Returns the last 1,000 prompts sent for an agent, the oldest first, each as one text. */
    public List<String> prompts(int agent) {
        return AgentRecorder.of(built().recorder.prompts, agent);
    }

    /** Returns the last prompt sent for an agent; {@link IllegalStateException} if none was. */
    public String lastPrompt(int agent) {
        return prompts(agent).stream()
                .reduce((earlier, later) -> later)
                .orElseThrow(() -> new IllegalStateException(
                        "nobody was asked for agent " + agent + " so far"));
    }

    /**
     * Returns the last 1,000 lines that an agent said, the oldest first: its models' as they wrote
     * them, and the game's own, such as barks and busy lines.
     */
    public List<String> said(int agent) {
        return AgentRecorder.of(built().recorder.said, agent);
    }

    /** Returns the refused actions, such as {@code gather: target is not in sight}. */
    public List<String> refusals(int agent) {
        return AgentRecorder.of(built().recorder.refusals, agent);
    }

    /** Returns the reasons why answers to an agent could not be parsed completely. */
    public List<String> unreadable(int agent) {
        return AgentRecorder.of(built().recorder.unreadable, agent);
    }

    /** Returns the counts of requests, answers and steps. */
    public MindStats stats() {
        return built().plugin.stats();
    }

    private static void requireTicks(int count) {
        if (count < 0) {
            throw new IllegalArgumentException(count + " ticks (expected 0 or more)");
        }
    }

    private void end(int agent, Progress how) {
        StubRunner stub = built().stub;
        if (!stub.isRunning(agent)) {
            throw new IllegalStateException("agent " + agent + " is at " + doing(agent)
                    + ", which is no step without a runner");
        }
        stub.end(agent, how);
    }

    private MindTestWorld.MindTestOptions options() {
        if (testWorld != null) {
            throw new IllegalStateException("the world is built (set options before its agents)");
        }
        return settings;
    }

    private MindTestWorld built() {
        MindTestWorld built = testWorld == null ? new MindTestWorld(settings) : testWorld;
        testWorld = built;
        return built;
    }
}
