/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

/** The form of answer that a request expects. */
public enum AnswerFormat {
    /** Free text: arrives as {@link AnswerPart.Text}. */
    TEXT,
    /** JSON that the caller parses: arrives as {@link AnswerPart.Text}, like free text. */
    JSON,
    /** The JSON of a plan: arrives as actions, speech, goal and thought, each when complete. */
    PLAN,
    /**
     * An embedding of each message: a list in JSON, as the provider sends it, in one piece of {@link
     * AnswerPart.Text}. No fallback, as embeddings of two models do not compare.
     */
    EMBEDDINGS
}
