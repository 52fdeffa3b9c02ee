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
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The messages sent to a model on behalf of one agent; as a source, a prompt that is known from the
 * start. Immutable; a prompt that is {@linkplain #later written later} is written by whoever reads it
 * first.
 */
public final class Prompt implements PromptSource {
    private static final int IMAGE = 4000;
    private static final int DIGEST_BYTES = 8;

    /** What writes the text, and the text once it is written. Copies share it. */
    private static final class Draft {
        private final Supplier<Prompt> writer;
        private volatile @Nullable Prompt written;

        Draft(Supplier<Prompt> writer) {
            this.writer = writer;
        }

        /** Writes the text. No lock: two threads that read it first at the same time both write it. */
        Prompt write() {
            Prompt text = written;
            if (text == null) {
                text = Objects.requireNonNull(writer.get(), "a prompt's text");
                if (text.hasImages()) {
                    throw new IllegalStateException(
                            "an image in a prompt that is written later (write it at once)");
                }
                written = text;
            }
            return text;
        }
    }

    private final List<Message> messages;
    private final int stable;
    private final @Nullable Object origin;
    private final @Nullable Draft draft;

    /**
     * Creates a prompt.
     *
     * @param messages at least one
     * @param stable the number of initial messages that are equal in many prompts, for a provider's
     *     prompt cache; 0 to all
     * @param origin what the messages were written from, see {@link #origin()}
     */
    public Prompt(List<Message> messages, int stable, @Nullable Object origin) {
        this.messages = List.copyOf(messages);
        this.stable = stable;
        this.origin = origin;
        this.draft = null;
        if (messages.isEmpty()) {
            throw new IllegalArgumentException("a prompt of 0 messages (expected 1 or more)");
        }
        if (stable < 0 || stable > messages.size()) {
            throw new IllegalArgumentException("stable messages " + stable + " of "
                    + messages.size() + " (expected 0 to all of them)");
        }
    }

    private Prompt(Draft draft, @Nullable Object origin) {
        this.messages = List.of();
        this.stable = 0;
        this.origin = origin;
        this.draft = draft;
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

    /**
     * Creates a prompt of unknown origin whose text is written when it is first read: for a call over
     * HTTP, on the thread that sends it instead of the owner's.
     *
     * <p>Until then, the broker estimates its length by those of earlier prompts to the model. A prompt
     * cache, a budget of the request and a tape read it at once.
     *
     * @param writer writes the text, without images; on any thread, perhaps twice, so that it must read
     *     immutable values only. What it throws ends the call
     */
    public static Prompt later(Supplier<Prompt> writer) {
        return new Prompt(new Draft(Objects.requireNonNull(writer, "writer")), null);
    }

    /** Copies this prompt with another number of stable initial messages, 0 to all. */
    public Prompt withStable(int count) {
        return new Prompt(messages(), count, origin);
    }

    /**
     * Copies this prompt with other messages, and as many stable ones. If it is written later, so are
     * they.
     *
     * @param change returns them for those of this prompt; as the writer of {@link #later}
     */
    public Prompt withMessages(UnaryOperator<List<Message>> change) {
        return draft == null
                ? new Prompt(change.apply(messages), stable, origin)
                : new Prompt(new Draft(() -> draft.write().withMessages(change)), origin);
    }

    /** Copies this prompt with what it was written from; not null. */
    public Prompt withOrigin(Object value) {
        Objects.requireNonNull(value, "origin");
        return draft == null ? new Prompt(messages, stable, value) : new Prompt(draft, value);
    }

    /** Returns the messages, one or more. Immutable. */
    public List<Message> messages() {
        return draft == null ? messages : draft.write().messages;
    }

    /**
     * Returns the number of initial messages that are equal in many prompts, for a provider's prompt
     * cache; 0 to all.
     */
    public int stable() {
        return draft == null ? stable : draft.write().stable;
    }

    /**
     * Returns what the messages were written from, for a provider within this process that reads values
     * instead of text; null if unknown. Never sent, recorded or logged, and no part of the prompt's
     * equality. Immutable, as it is read on other threads.
     */
    public @Nullable Object origin() {
        return origin;
    }

    /** Whether the text is written, so that reading it costs nothing. */
    public boolean isWritten() {
        return draft == null || draft.written != null;
    }

    /** Whether a message has an image. Does not write the text, which then has none. */
    public boolean hasImages() {
        return messages.stream().anyMatch(message -> !message.images().isEmpty());
    }

    /** Returns this prompt. */
    @Override
    public Optional<Prompt> render() {
        return Optional.of(this);
    }

    /** Returns all texts, with empty lines between them. */
    public String text() {
        return messages().stream().map(Message::text).collect(Collectors.joining("\n\n"));
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
        for (Message message : messages()) {
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
        for (Message message : messages()) {
            sum += message.text().length() + IMAGE * message.images().size();
        }
        return sum;
    }

    /** Whether both prompts send the same. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Prompt prompt
                && stable() == prompt.stable()
                && messages().equals(prompt.messages());
    }

    @Override
    public int hashCode() {
        return 31 * messages().hashCode() + stable();
    }

    /** Returns a text without the prompt, which must not appear in logs. */
    @Override
    public String toString() {
        return isWritten()
                ? "Prompt[" + messages().size() + " messages, " + length() + " characters]"
                : "Prompt[not yet written]";
    }
}
