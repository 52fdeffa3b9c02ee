/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.behavior;

import com.artemis.ComponentMapper;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import org.jspecify.annotations.Nullable;

/** The agent for whom something begins or ends; reused, so that a tick allocates nothing. */
public final class ActingAgent {
    public int id = -1;
    public Behavior behavior = new Behavior();
    public BehaviorQueue queue = new BehaviorQueue();
    public RunnerState running = new RunnerState();

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Mind> mMind;

    /** Turns to an agent, only if there is something to do: each reference costs the collector. */
    public void turnTo(
            int agent, Behavior itsBehavior, BehaviorQueue itsQueue, RunnerState itsRunning) {
        id = agent;
        behavior = itsBehavior;
        queue = itsQueue;
        running = itsRunning;
    }

    /** Its mind; null where a world acts without thinking. */
    @Nullable
    Mind mind() {
        return mMind.get(id);
    }

    /** Notes what went wrong with a plan, for the next prompt of the executor. */
    public void addTrouble(String words) {
        addTrouble(Layer.EXECUTOR, words);
    }

    /** Notes what went wrong, for the next prompt of the layer that ordered it. */
    void addTrouble(Layer layer, String words) {
        Mind mind = mind();
        if (mind != null) {
            mind.addTrouble(layer, words);
        }
    }
}
