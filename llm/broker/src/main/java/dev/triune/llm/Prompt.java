/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The messages sent to a model on behalf of one agent; as a source, a prompt that is known from the
 * start. Immutable.
 *
 * @param messages at least one
 * @param stable the number of initial messages that are equal in many prompts, for a provider's
 *     prompt cache; 0 to all
 */
public record Prompt(List<Message> messages, int stable) implements PromptSource {
    private static final int IMAGE = 4000;

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

    /** Creates a prompt without a stable part. */
    public Prompt(List<Message> messages) {
        this(messages, 0);
    }

    /** Creates a prompt of one question. */
    public static Prompt of(String question) {
        return new Prompt(List.of(Message.user(question)));
    }

    /** Creates a prompt of these messages, in order. */
    public static Prompt of(Message... messages) {
        return new Prompt(List.of(messages));
    }

    /** Copies this prompt with another number of stable initial messages, 0 to all. */
    public Prompt withStable(int count) {
        return new Prompt(messages, count);
    }

    /** Returns this prompt. */
    @Override
    public Optional<Prompt> render() {
        return Optional.of(this);
    }

    /** Returns all texts, with empty lines between them, as read by an offline mind. */
    public String text() {
        return messages.stream().map(Message::text).collect(Collectors.joining("\n\n"));
    }

    /** Returns the number of characters of all messages; an image counts as {@value #IMAGE}. */
    public int length() {
        int sum = 0;
        for (Message message : messages) {
            sum += message.text().length() + IMAGE * message.images().size();
        }
        return sum;
    }

    /** Returns a text without the prompt, which must not appear in logs. */
    @Override
    public String toString() {
        return "Prompt[" + messages.size() + " messages, " + length() + " characters]";
    }
}
