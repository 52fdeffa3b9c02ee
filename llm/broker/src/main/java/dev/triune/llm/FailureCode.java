/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

/** Why a call failed. Codes are stable; they go into reports and logs. */
public enum FailureCode {
    /** The provider does not accept the key. */
    AUTHENTICATION("authentication", true),
    /** The account has no quota left; waiting does not help. */
    QUOTA_EXHAUSTED("quota_exhausted", true),
    /** The provider does not know the model, has retired it, or withholds it from this key. */
    MODEL_UNAVAILABLE("model_unavailable", true),
    /** The provider does not accept the request, or a class to write it is missing. Final. */
    BAD_REQUEST("bad_request", false),
    /** The provider answered with an error of its own. */
    PROVIDER_ERROR("provider_error", true),
    /** The call took longer than its timeout. */
    PROVIDER_TIMEOUT("provider_timeout", true),
    /** The provider cannot be reached, or the connection broke before an answer. */
    UNREACHABLE("unreachable", true),
    /** The stream ended before the answer did. */
    CUT_OFF("cut_off", true),
    /** The answer does not follow the provider's protocol, or a decoder failed on it. */
    UNREADABLE_ANSWER("unreadable_answer", true),
    /** The {@link PromptSource} threw an exception; no provider was called. Final. */
    PROMPT_FAILED("prompt_failed", false);

    private final String code;
    private final boolean allowsFallback;

    FailureCode(String code, boolean worthAnotherProvider) {
        this.code = code;
        this.allowsFallback = worthAnotherProvider;
    }

    /** The stable name. */
    public String code() {
        return code;
    }

    /** Whether another provider may do better; false for errors that are final. */
    public boolean allowsFallback() {
        return allowsFallback;
    }
}
