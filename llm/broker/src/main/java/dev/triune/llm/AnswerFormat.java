/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

/** What form of answer a request expects. */
public enum AnswerFormat {
    /** Free text: arrives as {@link AnswerPart.Text}. */
    TEXT,
    /** JSON, for whoever asked to read: arrives as {@link AnswerPart.Text}, as free text does. */
    JSON,
    /** The JSON of a plan: arrives as actions, speech, goal and thought, each once it is whole. */
    PLAN
}
