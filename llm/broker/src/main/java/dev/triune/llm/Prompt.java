/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import dev.triune.llm.Request.PromptSource;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The messages sent to a model on behalf of one agent; as a source, a prompt that is known from the
 * start. Immutable.
 *
 * @param messages at least one
 * @param stable the number of initial messages that are equal in many prompts, for a provider's
 *     prompt cache; 0 to all
 * @param origin what the messages were written from, for a provider within this process that reads
 *     values instead of text; null if unknown. Never sent, recorded or logged, and no part of the
 *     prompt's equality. Immutable, as it is read on other threads
 */
public record Prompt(
        List<Message> messages, int stable, @Nullable Object origin) implements PromptSource {
    private static final int IMAGE = 4000;
    private static final int DIGEST_BYTES = 8;

    public Prompt {
        messages = List.copyOf(messages);
        if (messages.isEmpty()) {
            throw new IllegalArgumentException("a prompt of 0 messages (expected 1 or more)");
        }
        if (stable < 0 || stable > messages.size()) {
            throw new IllegalArgumentException("stable messages " + stable + " of "
                    + messages.size() + " (expected 0 to all of them)");
        }
    }

    /** Creates a prompt without a stable part, of unknown origin. */
    public Prompt(List<Message> messages) {
        this(messages, 0, null);
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
        return new Prompt(messages, count, origin);
    }

    /** Copies this prompt with other messages, and as many stable ones. */
    public Prompt withMessages(List<Message> others) {
        return new Prompt(others, stable, origin);
    }

    /** Copies this prompt with what it was written from. */
    public Prompt withOrigin(Object value) {
        return new Prompt(messages, stable, Objects.requireNonNull(value, "origin"));
    }

    /** Returns this prompt. */
    @Override
    public Optional<Prompt> render() {
        return Optional.of(this);
    }

    /** Returns all texts, with empty lines between them. */
    public String text() {
        return messages.stream().map(Message::text).collect(Collectors.joining("\n\n"));
    }

    /**
     * Returns the first 8 bytes of the SHA-256 of all messages, in hex: a name for the prompt in reports
     * and on tapes, which does not tell its words.
     */
    public String digest() {
        MessageDigest sha;
        try {
            sha = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
        for (Message message : messages) {
            byte[] text = message.text().getBytes(StandardCharsets.UTF_8);
            sha.update((byte) message.role().ordinal());
            sha.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, text.length));
            sha.update(text);
        }
        byte[] bytes = sha.digest();
        StringBuilder hex = new StringBuilder(2 * DIGEST_BYTES);
        for (int i = 0; i < DIGEST_BYTES; i++) { // HexFormat is not on Android
            hex.append(Character.forDigit(bytes[i] >> 4 & 15, 16));
            hex.append(Character.forDigit(bytes[i] & 15, 16));
        }
        return hex.toString();
    }

    /** Returns the number of characters of all messages; an image counts as {@value #IMAGE}. */
    public int length() {
        int sum = 0;
        for (Message message : messages) {
            sum += message.text().length() + IMAGE * message.images().size();
        }
        return sum;
    }

    /** Whether both prompts send the same. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Prompt prompt
                && stable == prompt.stable
                && messages.equals(prompt.messages);
    }

    @Override
    public int hashCode() {
        return 31 * messages.hashCode() + stable;
    }

    /** Returns a text without the prompt, which must not appear in logs. */
    @Override
    public String toString() {
        return "Prompt[" + messages.size() + " messages, " + length() + " characters]";
    }
}
