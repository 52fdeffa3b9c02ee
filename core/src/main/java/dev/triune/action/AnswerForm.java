/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

/**
 * The form of a model's answer, which determines its keys. Instructions, schema and example of a
 * form always agree.
 */
public enum AnswerForm {
    /** A plan: {@code action}, then {@code thinking}. */
    PLAN,

    /** A plan with speech: {@code action}, {@code speaking}, then {@code thinking}. */
    SPOKEN_PLAN,

    /**
     * Talk: {@code to}, {@code action}, {@code speaking}, then {@code end}, so that the deed is
     * judged before a word of it is heard; with the actions that are marked with {@link
     * InConversation}, or all if none is.
     */
    TALK
}
