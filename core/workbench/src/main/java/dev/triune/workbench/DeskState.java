/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.workbench;

import java.util.List;
import java.util.Map;

/**
 * What the page shows, at one moment. Immutable.
 *
 * @param revision changes with everything else
 * @param patienceMs how long a prompt waits for a person at most, in milliseconds of game time
 * @param agents the agents of the world, up to {@value Desk#MAX_AGENTS}
 * @param waiting the prompts that wait, the oldest first
 * @param past what was made of the last answers, the newest first
 */
record DeskState(
        long revision,
        long patienceMs,
        List<AgentView> agents,
        List<WaitingView> waiting,
        List<PastView> past) {
    /** An agent; {@code taken} if a person answers for it. */
    record AgentView(int agent, String name, boolean taken) {}

    /**
     * A prompt that waits for a person, exactly as a model would get it.
     *
     * @param number the number by which it is answered
     * @param layer the layer that thinks, for example {@code talker}
     * @param reason why it thinks now
     * @param urgency 1 to 10
     * @param waitedMs how long it has waited, in milliseconds of real time
     * @param messages the messages of the prompt
     * @param schema the schema of the answer; empty if there is none
     * @param names what the agent could name in it
     */
    record WaitingView(
            long number,
            int agent,
            String name,
            String layer,
            String reason,
            int urgency,
            long waitedMs,
            List<MessageView> messages,
            Map<String, Object> schema,
            List<String> names) {}

    /** A message of a prompt. */
    record MessageView(String role, String text) {}

    /**
     * A prompt that no longer waits, and what became of it.
     *
     * @param answer the person's answer; empty if there was none
     * @param end the status of the answer, or why there was none
     * @param notes what the reader made of it, in order
     */
    record PastView(
            long number,
            String name,
            String layer,
            String answer,
            String end,
            List<NoteView> notes) {}

    /**
     * What the reader made of a part of an answer: {@code queued}, {@code repaired}, {@code refused},
     * {@code said} and so on.
     */
    record NoteView(String kind, String text) {}
}
