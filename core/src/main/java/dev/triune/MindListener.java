/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import dev.triune.action.Step;
import dev.triune.action.Step.RefusedStep;
import dev.triune.component.Layer;
import dev.triune.component.QueuedStep;
import dev.triune.llm.Outcome;
import dev.triune.llm.Ticket;
import dev.triune.rule.Reflex;
import dev.triune.rule.ReflexRule;
import dev.triune.rule.ReflexTable.Trigger;
import dev.triune.system.BehaviorSystem;
import java.util.List;

/**
 * Receives the events of minds; every method does nothing unless overridden. Called on the game
 * thread, so it must be quick. The agent is an entity id, valid during the call. The first
 * exception of a listener is logged, later ones are dropped; it affects nobody else.
 */
public interface MindListener {
    // ---- requests and answers

    /** A request was submitted, with its urgency, 1 to 10, and its reason in words. */
    default void requestSubmitted(
            int agent, Layer layer, Ticket ticket, int urgency, String reason) {}

    /**
     * A request ended, whether or not the agent was still waiting for it: follows once after every
     * {@link #requestSubmitted}, at the latest when the agent leaves.
     */
    default void requestEnded(int agent, Layer layer, Ticket ticket, Outcome outcome) {}

    /**
     * All parts of an answer were received; follows {@link #spoke}, {@link #stepQueued} and so on.
     */
    default void answerEnded(int agent, Layer layer, Ticket ticket, AnswerStatus end) {}

    /** The agent says something aloud that its model wrote. */
    default void spoke(int agent, Layer layer, String text) {}

    /**
     * The agent says something aloud that no model wrote for it now: a bark, a busy line or other
     * words of the game, or a line of talk that rules settle.
     */
    default void spokeWithoutModel(int agent, String text) {}

    /**
     * The agent says a piece of a line, never empty, while its model writes it, if {@link
     * MindConfig#streamSpeech} is set. {@link #spoke} follows with the whole line, unless it is cut
     * off.
     */
    default void speaking(int agent, Layer layer, Ticket ticket, String piece) {}

    /**
     * The agent names its addressee, usually before {@link #spoke}: somebody near, or {@code all}.
     * If no names are known, the model's text is passed unchanged. If this is not called, the
     * addressee is the last speaker.
     */
    default void addressed(int agent, Layer layer, String to) {}

    /**
     * The agent promises to do something after this answer, in words, usually before {@link #spoke}.
     */
    default void promised(int agent, Layer layer, Ticket ticket, String later) {}

    /** The agent ends the talk that it is in, with what it says in this answer, if anything. */
    default void endedTalk(int agent, Layer layer) {}

    /**
     * What an answer said was dropped before anybody heard it, because an action that it ordered
     * cannot be carried out; {@link #stepRefused} came before. The model is asked once more, unless
     * {@code last} is set.
     */
    default void wordsDropped(int agent, Layer layer, Ticket ticket, boolean last) {}

    /** The model wrote down a thought of the agent. */
    default void thought(int agent, Layer layer, String text) {}

    /** The agent sets itself a goal. */
    default void goalSet(int agent, String description) {}

    /** An answer contained a key that is not in its schema. */
    default void unknownKey(int agent, Layer layer, String key) {}

    /**
     * A step was put into the agent's queue; {@code place} counts the steps of the answer from 0.
     */
    default void stepQueued(int agent, Layer layer, Ticket ticket, Step step, int place) {}

    /** A step was changed to fit before it was queued; {@code correction} names the change. */
    default void stepRepaired(int agent, Layer layer, Step step, String correction) {}

    /** An action of an answer could not be queued. */
    default void stepRefused(int agent, Layer layer, RefusedStep step) {}

    /**
     * A {@link PlanSource} ordered a plan, none to keep the current one; {@link #stepQueued} is not
     * called. The origin describes the plan, for example as a habit.
     */
    default void planOrdered(int agent, String origin, List<Step> steps) {}

    /** No answer was usable, so steps of the game's routine were queued instead. */
    default void fallbackQueued(int agent, int steps) {}

    // ---- reflexes

    /** A reflex begins, a {@link Reflex} or a {@link ReflexRule}, and interrupts a behaviour. */
    default void reflexStarted(int agent, Trigger reflex, String interrupted) {}

    /** The behaviour of a reflex ends because its cause is gone. */
    default void reflexEnded(int agent, String behavior) {}

    /** The runner of a reflex completed its behaviour. */
    default void reflexDone(int agent, String behavior) {}

    /**
     * The runner of a reflex failed. The plan goes on; while the cause persists the reflex is tried
     * again after {@link BehaviorSystem#REFLEX_RETRY}, doubled with each failure in a row up to 64
     * times.
     */
    default void reflexFailed(int agent, String behavior, String reason) {}

    // ---- steps

    /** A step starts, or starts again after an interruption. */
    default void stepStarted(int agent, Step step) {}

    /** A step was completed. */
    default void stepDone(int agent, Step step) {}

    /** A step failed. The next one begins, unless the listener cancels the plan. */
    default void stepFailed(int agent, Step step, String reason) {}

    /** The game removed a running step from the queue, which ends it uncompleted. */
    default void stepRemoved(int agent, Step step) {}

    /** Steps of the game's routine were queued before a step that was not possible yet. */
    default void stepBridged(int agent, Step step, int steps) {}

    /**
     * The rest of a queue was dropped, because the answer that it came from broke off, or because the
     * agent is dead. A plan that the game, or the agent's model, replaces or cancels is
     * dropped without this event.
     */
    default void planDropped(int agent, int steps, String reason) {}

    /** The next plan, made ahead, was dropped because it no longer fits the world. */
    default void nextPlanDropped(int agent, int steps, String reason) {}

    /** The next plan, made ahead, starts: the agent goes on without a pause. */
    default void nextPlanStarted(int agent, int steps) {}

    /**
     * The last step of a queue ended: it was completed, or failed. Not called if the agent dies, or if
     * the plan is replaced or cancelled while no step ends. To learn how a plan ended, keep its {@link
     * QueuedStep}s: one that is neither finished nor in the queue was given up.
     */
    default void queueDone(int agent) {}

    /** The result of an answer in the game. Each answered request has exactly one status. */
    enum AnswerStatus {
        /** At least one part took effect, and nothing had to be changed. */
        APPLIED,
        /** Parts took effect, but some had to be changed or left out. */
        REPAIRED,
        /** Nothing in the answer was usable. */
        REJECTED,
        /** Meanwhile the agent asked again, or the game gave an order or cancelled the plan. */
        SUPERSEDED,
        /** The answer came too late. */
        EXPIRED,
        /** The agent is gone or dead. */
        ORPHANED
    }
}
