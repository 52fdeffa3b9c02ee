/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.util.Map;

/** A part of a streamed answer, handed out once it is whole, in plain immutable values. */
public sealed interface AnswerPart {
    /**
     * A piece of a {@linkplain Request#text text}, never empty; joined they are the answer without
     * {@code <think>} blocks. Of a lone {@code </think>}, the pieces before were thoughts, as
     * {@link Malformed} reports at the end.
     */
    record Text(String delta) implements AnswerPart {}

    /**
     * An action of a plan.
     *
     * @param type the value of its key {@code type}; empty without one
     * @param fields every other key, in order: {@link String}, {@link Long}, {@link Double}, {@link
     *     Boolean}, {@link java.util.List} or {@link Map} of these; nulls are left out
     */
    record Action(String type, Map<String, Object> fields) implements AnswerPart {}

    /** What the agent says aloud, key {@code speaking}; may be empty. */
    record Speech(String text) implements AnswerPart {}

    /** Whom the agent speaks to, key {@code to}; may be empty. */
    record Addressee(String name) implements AnswerPart {}

    /**
     * A piece of a {@link Speech} while the model still writes it, if the request {@linkplain
     * Request.Builder#speechPieces asks for pieces}. No character is split.
     */
    record SpeechPiece(String delta) implements AnswerPart {}

    /** A goal, key {@code goal}: a type, empty if not given, and a description. */
    record Goal(String type, String description) implements AnswerPart {}

    /** What the model thought, key {@code thinking}; may be empty. */
    record Thought(String text) implements AnswerPart {}

    /**
     * A tool that the model asks its caller to call, if the request {@linkplain ModelOptions#tools
     * has tools}.
     *
     * @param id the model's name for this call, which its result repeats
     * @param arguments JSON as the model wrote it; it may be invalid
     */
    record ToolCall(String id, String name, String arguments) implements AnswerPart {}

    /** A key that no part stands for; its value is skipped. */
    record Unknown(String key) implements AnswerPart {}

    /** The answer cannot be read further: its last part. Earlier parts stay valid. */
    record Malformed(String reason) implements AnswerPart {}
}
