/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

/** The form of the answer that a request expects. */
public enum AnswerFormat {
    /** Free text: arrives as {@link AnswerPart.Text}. */
    TEXT,
    /** JSON that the caller parses: arrives as {@link AnswerPart.Text}, like free text. */
    JSON,
    /** The JSON of a plan: arrives as actions, speech, goal and thought, each when complete. */
    PLAN,
    /**
     * An embedding of each message: a JSON list, as the provider sends it, in one {@link
     * AnswerPart.Text}. There is no fallback, as embeddings of different models are not comparable.
     */
    EMBEDDINGS
}
