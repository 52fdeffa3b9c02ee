/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

import dev.triune.action.Step;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/** A step on its way through a {@link BehaviorQueue}. */
public class QueuedStep {
    private static final Pattern WHOLE = Pattern.compile("\\d{1,9}");

    /** The state of a step. */
    public enum State {
        /** Not started yet, or waiting to start again after an interruption. */
        PENDING,
        /**
         * Being carried out. A loader that leaves a step in this state has its runner go on with it: the
         * start is not counted again, and its time began with its {@link Behavior}. {@link
         * dev.triune.system.MindSaves} makes it {@link #PENDING}.
         */
        CURRENT,
        /** Completed. */
        DONE,
        /** Failed. */
        FAILED
    }

    /** The step. */
    public Step step;

    /** The state. */
    public State state = State.PENDING;

    /** The reason if the step failed, or was done without need; otherwise empty. */
    public String reason = "";

    /** The number of starts: more than one if a reflex interrupted the step. */
    public int starts;

    /**
     * What its runner has done of it, such as a number of pieces: kept when the step is interrupted
     * and starts again, and shown in prompts. The runner counts; 0 of one that does not. A step that is
     * done with less than its only number is written down as that much.
     */
    public int done;

    /** Whether the step is an answer to somebody, and therefore comes before the plan. */
    public boolean inConversation;

    /** Whether steps were already inserted before this one to make it possible. */
    public boolean bridged;

    /** Whether the step comes from a plan without a model, such as that of a habit. */
    public boolean habit;

    /** The number of the {@link Journal.Agreement} that the step fulfils; 0 for none. */
    public int agreement;

    /** The goal that the agent has reached once the step is done; empty for none. */
    public String reaches = "";

    /** The layer that queued the step; its prompt reports a failure. */
    public Layer orderedBy = Layer.EXECUTOR;

    /** For loaders. */
    @SuppressWarnings("unused")
    private QueuedStep() {
        this(Step.of(""));
    }

    /** Creates a pending step. */
    public QueuedStep(Step step) {
        this.step = Objects.requireNonNull(step, "step");
    }

    /** Whether the step is completed or failed. */
    public boolean finished() {
        return state == State.DONE || state == State.FAILED;
    }

    /**
     * Returns what has been done of the step: a copy with the smaller number if its only whole number is
     * more than {@link #done}, of a runner that counts; otherwise the step itself.
     */
    public Step achieved() {
        Step found = step;
        int numbers = 0;
        for (Map.Entry<String, String> value : step.arguments().entrySet()) {
            if (done > 0 && WHOLE.matcher(value.getValue()).matches()) {
                numbers++;
                found = Integer.parseInt(value.getValue()) > done
                        ? step.with(value.getKey(), done)
                        : step;
            }
        }
        return numbers == 1 ? found : step;
    }

    /** Whether the step is being carried out. */
    public boolean current() {
        return state == State.CURRENT;
    }

    /** For people: {@code gather wood 3 FAILED (no wood)}. */
    @Override
    public String toString() {
        return step + " " + state + (reason.isEmpty() ? "" : " (" + reason + ")");
    }
}
