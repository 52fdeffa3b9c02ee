/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import java.util.Objects;

/**
 * What a player's report of a line needs, for whoever looks at reports; see {@link
 * Conversations#report}. Holds words of a model, and perhaps a prompt with words of players: send it
 * only where the player has agreed to. Immutable.
 *
 * @param line the line, with its speaker, tick, origin and model
 * @param prompt the prompt that the line answers, if the speaker is {@linkplain
 *     dev.triune.system.LLMSchedulerSystem#record recorded} and it was its last one; empty otherwise,
 *     and then {@link Utterance#promptDigest} finds it on a tape
 */
public record SpeechReport(Utterance line, String prompt) {
    /** Creates a report. */
    public SpeechReport {
        Objects.requireNonNull(line, "line");
        Objects.requireNonNull(prompt, "prompt");
    }

    /** Returns the report as text, one fact a line. */
    @Override
    public String toString() {
        return "line: " + line + "\ntick: " + line.tick() + "\norigin: " + line.origin()
                + "\nmodel: " + line.model() + "\nprompt digest: " + line.promptDigest()
                + (prompt.isEmpty() ? "" : "\nprompt:\n" + prompt);
    }
}
