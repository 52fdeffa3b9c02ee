/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.util.Map;

/** A part of a streamed answer, delivered when it is complete. Immutable. */
public sealed interface AnswerPart {
    /**
     * A piece of a {@linkplain Request#text text}, never empty. The pieces together are the answer
     * without {@code <think>} blocks. If {@code </think>} comes without {@code <think>}, the pieces
     * before it were thoughts; a {@link Malformed} at the end reports this.
     */
    record Text(String delta) implements AnswerPart {}

    /**
     * An action of a plan.
     *
     * @param type the value of the key {@code type}; empty if there is none
     * @param fields all other keys, in order: {@link String}, {@link Long}, {@link Double}, {@link
     *     Boolean}, {@link java.util.List} or {@link Map} of these; nulls are omitted
     */
    record Action(String type, Map<String, Object> fields) implements AnswerPart {}

    /** The words that the agent says aloud, key {@code speaking}; may be empty. */
    record Speech(String text) implements AnswerPart {}

    /** The name of the agent's addressee, key {@code to}; may be empty. */
    record Addressee(String name) implements AnswerPart {}

    /**
     * A piece of a {@link Speech} while the model is still writing it, if the request {@linkplain
     * Request.Builder#speechPieces enables pieces}. No character is split.
     */
    record SpeechPiece(String delta) implements AnswerPart {}

    /** The agent ends the talk that it is in, key {@code end} with {@code true}. */
    record TalkEnd() implements AnswerPart {}

    /** What the agent promises to do afterwards, in words, key {@code later}; may be empty. */
    record Later(String text) implements AnswerPart {}

    /**
     * A number in a list of agreements of the agent.
     *
     * @param kept whether its plan keeps the agreement, key {@code keeps}; otherwise the agent gives
     *     it up, key {@code drops}
     */
    record AgreementNumber(int number, boolean kept) implements AnswerPart {}

    /** A goal, key {@code goal}: a type, empty if not given, and a description. */
    record Goal(String type, String description) implements AnswerPart {}

    /** The model's thought, key {@code thinking}; may be empty. */
    record Thought(String text) implements AnswerPart {}

    /**
     * A tool call requested by the model, if the request {@linkplain ModelOptions#tools has tools}.
     *
     * @param id the model's name for this call, which its result repeats
     * @param arguments JSON as the model wrote it; it may be invalid
     * @param extra a JSON object of further fields that the provider wants back with the call, such
     *     as signatures of thoughts; empty without any
     */
    record ToolCall(String id, String name, String arguments, String extra) implements AnswerPart {
        /** Creates a tool call without further fields. */
        public ToolCall(String id, String name, String arguments) {
            this(id, name, arguments, "");
        }
    }

    /**
     * Log probabilities of pieces of text, if {@link ModelOptions#extraBody} requests them: a JSON
     * object in OpenAI's form.
     */
    record Logprobs(String json) implements AnswerPart {}

    /** The next piece of the words with which the model refuses to answer, from some servers. */
    record Refusal(String delta) implements AnswerPart {}

    /** An unknown key; its value is skipped. */
    record Unknown(String key) implements AnswerPart {}

    /** The last part of an answer that cannot be read further. Earlier parts stay valid. */
    record Malformed(String reason) implements AnswerPart {}
}
