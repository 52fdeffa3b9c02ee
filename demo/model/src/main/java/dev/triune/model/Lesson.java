/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.model;

import dev.triune.llm.Message;
import java.util.List;
import java.util.stream.Collectors;

/** A prompt and its answer. */
public record Lesson(List<Message> prompt, String answer) {
    /** Returns the texts of the prompt. */
    String text() {
        return prompt.stream().map(Message::text).collect(Collectors.joining("\n"));
    }

    /** Returns whether the answer does nothing, although no player spoke. */
    public boolean isIdle() {
        return answer.contains("\"action\":[]") && !text().contains("- Player to you: ");
    }
}
