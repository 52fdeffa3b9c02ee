/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The messages that a model is asked, of one agent. Immutable.
 *
 * @param messages at least one
 * @param stable how many first messages are equal in many prompts, for a provider's prompt cache; 0
 *     to all
 */
public record Prompt(List<Message> messages, int stable) {
    public Prompt {
        messages = List.copyOf(messages);
        if (messages.isEmpty()) {
            throw new IllegalArgumentException("a prompt needs at least one message");
        }
        if (stable < 0 || stable > messages.size()) {
            throw new IllegalArgumentException("stable messages " + stable + " of "
                    + messages.size() + " (expected 0 to all of them)");
        }
    }

    /** A prompt without a stable part. */
    public Prompt(List<Message> messages) {
        this(messages, 0);
    }

    /** A prompt of one question. */
    public static Prompt of(String question) {
        return new Prompt(List.of(Message.user(question)));
    }

    /** A prompt of these messages, in order. */
    public static Prompt of(Message... messages) {
        return new Prompt(List.of(messages));
    }

    /** Copies this prompt with so many stable messages at its start, 0 to all. */
    public Prompt withStable(int count) {
        return new Prompt(messages, count);
    }

    /** The texts of all messages, with an empty line between them: what rules read that answer it. */
    public String text() {
        return messages.stream().map(Message::text).collect(Collectors.joining("\n\n"));
    }

    /** The number of characters of all messages. */
    public int length() {
        int sum = 0;
        for (Message message : messages) {
            sum += message.text().length();
        }
        return sum;
    }

    /** Hides the text: a prompt belongs in no log. */
    @Override
    public String toString() {
        return "Prompt[" + messages.size() + " messages, " + length() + " characters]";
    }
}
