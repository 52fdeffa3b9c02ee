/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.behavior;

import com.artemis.ComponentMapper;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import org.jspecify.annotations.Nullable;

/** The agent whose queue is being advanced; reused, so that a tick allocates nothing. */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public final class ActingAgent {
    public int id = -1;
    public Behavior behavior = new Behavior();
    public BehaviorQueue queue = new BehaviorQueue();
    public RunnerState running = new RunnerState();

    /** The state of all agents for which no runner was ever started. */
    private final RunnerState nothingStarted = new RunnerState();

    private ComponentMapper<Mind> mMind;
    private ComponentMapper<RunnerState> mRunning;

    /**
     * Switches to an agent. Called only if there is something to do, because writing references
     * costs the garbage collector.
     */
    public void bindTo(
            int agent, Behavior itsBehavior, BehaviorQueue itsQueue, RunnerState itsRunning) {
        id = agent;
        behavior = itsBehavior;
        queue = itsQueue;
        running = itsRunning;
    }

    /** Returns the state of an agent's runner, a new one if there was none. */
    public RunnerState createRunning(int agent) {
        return mRunning.create(agent);
    }

    /** Returns the state of an agent's runner; only to be read. */
    public RunnerState runningOf(int agent) {
        RunnerState running = mRunning.get(agent);
        return running == null ? nothingStarted : running;
    }

    /** Returns the agent's mind; null in a world without thinking. */
    @Nullable
    Mind mind() {
        return mMind.get(id);
    }

    /** Notes a problem with a plan, for the executor's next prompt. */
    public void addTrouble(String words) {
        addTrouble(Layer.EXECUTOR, words);
    }

    /** Notes a problem, for the next prompt of the layer that ordered the step. */
    void addTrouble(Layer layer, String words) {
        Mind mind = mind();
        if (mind != null) {
            mind.addTrouble(layer, words);
        }
    }
}
