/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.util.Locale;

/** The reason why a model stopped writing, in one vocabulary for all providers. */
public enum FinishReason {
    /** The model finished, or reached a stop sequence. Unknown reasons count as this one. */
    STOP,
    /** The model needs the results of {@linkplain AnswerPart.ToolCall tools} to continue. */
    TOOL_CALLS,
    /** The model reached the token limit of request or context, perhaps while reasoning. */
    LENGTH,
    /** The provider's filter withheld the answer, or the rest of it. */
    CONTENT_FILTER,
    /** The model declined to answer. */
    REFUSAL,
    /** The provider interrupted a long answer and would continue it in another call. */
    PAUSED,
    /** The model ended regularly but wrote nothing, or only reasoning. */
    EMPTY;

    /** Whether the answer is complete: {@link #STOP} or {@link #TOOL_CALLS}. */
    public boolean isComplete() {
        return this == STOP || this == TOOL_CALLS;
    }

    /** Returns the stable name for reports and wire formats, for example {@code content_filter}. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
