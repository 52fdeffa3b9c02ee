/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import dev.triune.action.Step;
import dev.triune.component.Layer;
import dev.triune.llm.Outcome;
import dev.triune.llm.Ticket;
import dev.triune.system.DecisionApplySystem;

/**
 * Watches answers take effect. This is also where a game hears what its agents say. Called on the
 * game thread, inside {@link DecisionApplySystem}; an agent named here is there.
 * What it throws comes out of {@code world.process()}.
 */
public interface DecisionListener {
    /** A step was put into the agent's queue; {@code place} counts the steps of this answer from 0. */
    default void stepQueued(int agent, Layer layer, Ticket ticket, Step step, int place) {}

    /**
     * A model is asked.
     *
     * @param urgency 1 to 10
     * @param reason why this layer, in words
     */
    default void requestSubmitted(
            int agent, Layer layer, Ticket ticket, int urgency, String reason) {}

    /** A step was queued that did not fit as it was; {@code mended} says what was changed. */
    default void stepRepaired(int agent, Layer layer, Step step, String mended) {}

    /** No answer was of use: the game's routine stands in with that many steps. */
    default void fallbackQueued(int agent, int steps) {}

    /** An answer came to its end and its agent is there. */
    default void answerEnded(int agent, Layer layer, Ticket ticket, AnswerStatus end) {}

    /** An answer held a key that nobody asked for. */
    default void unknownKey(int agent, Layer layer, String key) {}

    /** An action could not be queued. */
    default void stepRefused(int agent, Layer layer, String type, String reason) {}

    /** The agent says something aloud. */
    default void spoke(int agent, Layer layer, String text) {}

    /** What the model thought on the agent's behalf. */
    default void thought(int agent, Layer layer, String text) {}

    /** The agent sets itself a goal. */
    default void goalSet(int agent, String description) {}

    /** A request is over and its agent is there, whether or not the agent still waited for it. */
    default void requestEnded(int agent, Layer layer, Ticket ticket, Outcome outcome) {}
}
