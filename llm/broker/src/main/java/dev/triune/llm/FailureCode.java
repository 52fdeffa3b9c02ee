/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import dev.triune.llm.Request.PromptSource;
import java.util.Locale;

/** The reason why a call failed. Codes are stable; they appear in reports and logs. */
public enum FailureCode {
    /** The provider rejects the key. */
    AUTHENTICATION(true),
    /** The account has no quota left; waiting does not help. */
    QUOTA_EXHAUSTED(true),
    /** The provider does not know the model, has retired it, or withholds it from this key. */
    MODEL_UNAVAILABLE(true),
    /** The provider rejects the request, or a class to write it is missing. Final. */
    BAD_REQUEST(false),
    /** The provider responded with an error. */
    PROVIDER_ERROR(true),
    /** The call took longer than its timeout. */
    PROVIDER_TIMEOUT(true),
    /** The provider cannot be reached, or the connection broke before an answer. */
    UNREACHABLE(true),
    /** The stream ended before the answer did. */
    CUT_OFF(true),
    /** The answer does not follow the provider's protocol, or a decoder failed on it. */
    UNREADABLE_ANSWER(true),
    /**
     * The {@link PromptSource}, or the writer of {@link Prompt#later}, threw an exception; nothing was
     * sent.
     */
    PROMPT_FAILED(false);

    private final boolean allowsFallback;

    FailureCode(boolean worthAnotherProvider) {
        this.allowsFallback = worthAnotherProvider;
    }

    /** Returns the stable name. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether another provider may succeed; false for final errors. */
    public boolean allowsFallback() {
        return allowsFallback;
    }
}
