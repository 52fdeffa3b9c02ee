/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.util.Locale;

/** Why a model stopped writing, in one vocabulary for all providers. */
public enum FinishReason {
    /** It was done, or reached a stop sequence. Unknown reasons count as this one. */
    STOP,
    /** It asks for the result of {@linkplain AnswerPart.ToolCall tools} before it goes on. */
    TOOL_CALLS,
    /** It reached the token limit of the request or of its context, perhaps while reasoning. */
    LENGTH,
    /** The provider's filter withheld the answer, or the rest of it. */
    CONTENT_FILTER,
    /** The model declined to answer. */
    REFUSAL,
    /** The provider interrupted a long answer and would continue it in another call. */
    PAUSED,
    /** It ended regularly but wrote nothing, or nothing but reasoning. */
    EMPTY;

    /** Whether the model gave the answer that it intended to give. */
    public boolean isComplete() {
        return this == STOP || this == TOOL_CALLS;
    }

    /** The stable name for reports and wire formats, for example {@code content_filter}. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
