/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

import dev.triune.action.Step;

/** A step on its way through a {@link BehaviorQueue}. */
public class QueuedStep {
    /** Where a step stands. */
    public enum State {
        /** Its turn has not come, or comes again after an interruption. */
        PENDING,
        /** It is being carried out. */
        CURRENT,
        /** It came to its end. */
        DONE,
        /** It could not be carried out. */
        FAILED
    }

    /** What is to be done. */
    public Step step;

    /** Where it stands. */
    public State state = State.PENDING;

    /** Why it failed; empty otherwise. */
    public String reason = "";

    /** How often it was begun: more than once if a reflex interrupted it. */
    public int starts;

    /** Whether it was ordered in answer to somebody: it comes before the plan. */
    public boolean inConversation;

    /** Whether steps were put before it already to make it possible. */
    public boolean bridged;

    /** Whether a habit ordered it, not a model. */
    public boolean habit;

    /** The layer that ordered it, which is told if it fails. */
    public Layer orderedBy = Layer.EXECUTOR;

    /** For loaders. */
    @SuppressWarnings("unused")
    private QueuedStep() {
        this(Step.of(""));
    }

    /** A pending step. */
    public QueuedStep(Step step) {
        this.step = step;
    }

    /** Whether it is over, one way or the other. */
    public boolean finished() {
        return state == State.DONE || state == State.FAILED;
    }

    /** Whether it is being carried out. */
    public boolean current() {
        return state == State.CURRENT;
    }

    /** For people: {@code gather wood 3 FAILED (no wood)}. */
    @Override
    public String toString() {
        return step + " " + state + (reason.isEmpty() ? "" : " (" + reason + ")");
    }
}
