/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.tape;

import dev.triune.llm.Message;
import dev.triune.llm.Prompt;
import dev.triune.llm.PromptSource;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What came of rendering a prompt.
 *
 * @param prompt the prompt; empty if it was withdrawn, or if the source threw
 * @param thrown what the source threw, or null
 */
public record RenderedPrompt(
        Optional<Prompt> prompt, @Nullable Throwable thrown) {
    private static final int DIGEST_BYTES = 8;

    /** Renders a prompt. */
    public static RenderedPrompt of(PromptSource source) {
        try {
            return new RenderedPrompt(Objects.requireNonNull(source.render(), "prompt"), null);
        } catch (RuntimeException | Error e) {
            return new RenderedPrompt(Optional.empty(), e);
        }
    }

    /** The prompt, or what the source threw. */
    public Optional<Prompt> get() {
        if (thrown instanceof Error error) {
            throw error;
        }
        if (thrown instanceof RuntimeException exception) {
            throw exception;
        }
        return prompt;
    }

    /** What is noted of it: never the prompt. */
    public TapeEvent note(long request) {
        String what = thrown == null ? "digest" : "threw";
        String value = thrown == null
                ? prompt.map(RenderedPrompt::digest).orElse("withdrawn")
                : thrown.getClass().getName();
        return new TapeEvent(
                TapeEvent.RENDERED,
                json -> json.writeNumberProperty("request", request)
                        .writeStringProperty(what, value));
    }

    /** The first {@value #DIGEST_BYTES} bytes of the SHA-256 of all messages, in hexadecimal. */
    private static String digest(Prompt prompt) {
        MessageDigest digest = sha256();
        for (Message message : prompt.messages()) {
            byte[] text = message.text().getBytes(StandardCharsets.UTF_8);
            digest.update((byte) message.role().ordinal());
            digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, text.length));
            digest.update(text);
        }
        return HexFormat.of().formatHex(digest.digest(), 0, DIGEST_BYTES);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
    }
}
