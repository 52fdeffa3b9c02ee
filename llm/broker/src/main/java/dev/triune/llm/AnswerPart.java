/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.util.Map;

/**
 * One complete part of a streamed answer, handed out as soon as it has been received whole. Values
 * are plain Java: immutable, and free of any JSON library.
 */
public sealed interface AnswerPart {
    /**
     * A piece of text of a {@linkplain Request#text text request}. If the answer has a lone {@code
     * </think>}, the pieces before it were thoughts, which {@link Malformed} reports at the end.
     *
     * @param delta never empty; the pieces joined are the whole answer, without thoughts in {@code
     *     <think>} tags
     */
    record Text(String delta) implements AnswerPart {}

    /**
     * One action of a plan.
     *
     * @param type the value of its key {@code type}; empty if there is none
     * @param fields every other key, in the order received. Values are {@link String},
     *     {@link Long}, {@link Double}, {@link Boolean}, {@link java.util.List} or
     *     {@link Map} of these; a JSON null is left out
     */
    record Action(String type, Map<String, Object> fields) implements AnswerPart {}

    /** What the agent says aloud, key {@code speaking}; may be empty. */
    record Speech(String text) implements AnswerPart {}

    /** Whom the agent speaks to, key {@code to}; may be empty. */
    record Addressee(String name) implements AnswerPart {}

    /**
     * A piece of what the agent says aloud, while the model still writes it: only where the request
     * {@linkplain Request.Builder#speechPieces asks for pieces}. The pieces joined are the beginning
     * of the {@link Speech} that follows, or all of one that was cut off; no character is split.
     */
    record SpeechPiece(String delta) implements AnswerPart {}

    /**
     * A goal that the agent sets itself, key {@code goal}: a type such as {@code personal}, empty
     * if not given, and a description in words.
     */
    record Goal(String type, String description) implements AnswerPart {}

    /** What the model thought, key {@code thinking}; may be empty. */
    record Thought(String text) implements AnswerPart {}

    /**
     * A tool that the model asks its caller to call, after which it would go on. Part of an answer of
     * any format, if the request {@linkplain ModelOptions#tools has tools}.
     *
     * @param id the model's name for this call, which its result repeats
     * @param name the tool
     * @param arguments JSON as the model wrote it; it may be invalid
     */
    record ToolCall(String id, String name, String arguments) implements AnswerPart {}

    /** A key that no part stands for; its value is skipped. */
    record Unknown(String key) implements AnswerPart {}

    /**
     * The answer cannot be read, or not further: the last part of it. The reason is in words,
     * without the answer's text; parts handed out before stay valid.
     */
    record Malformed(String reason) implements AnswerPart {}
}
