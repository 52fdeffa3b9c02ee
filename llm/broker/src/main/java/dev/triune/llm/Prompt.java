/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What a model is asked: messages in order. Immutable. One prompt speaks for one agent.
 *
 * @param messages at least one
 */
public record Prompt(List<Message> messages) {
    /** Copies the list; refuses an empty one. */
    public Prompt {
        messages = List.copyOf(messages);
        if (messages.isEmpty()) {
            throw new IllegalArgumentException("a prompt needs at least one message");
        }
    }

    /** A prompt of one question. */
    public static Prompt of(String question) {
        return new Prompt(List.of(Message.user(question)));
    }

    /** A prompt of these messages, in order. */
    public static Prompt of(Message... messages) {
        return new Prompt(List.of(messages));
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
