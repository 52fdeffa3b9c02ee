/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.provider.CallFailure;

/** The end of a call, as seen by budgets, breakers and shares. */
enum CallResult {
    ANSWERED,
    /** The provider rejected it: a rate limit, a bad key, a bad request. */
    REFUSED,
    /** The provider did not receive it, because the connection was closed. */
    UNRECEIVED,
    /** The provider failed: an error, a lost connection, a timeout. */
    FAILED,
    /** The provider was unreachable, for any model. */
    UNREACHABLE,
    STOPPED;

    static CallResult of(CallFailure failure) {
        if (failure instanceof CallFailure.NotAccepted notAccepted && !notAccepted.answered()) {
            return UNRECEIVED;
        }
        if (!(failure instanceof CallFailure.Failed failed)) {
            return REFUSED;
        }
        return switch (failed.code()) {
            case PROVIDER_ERROR, PROVIDER_TIMEOUT, CUT_OFF -> FAILED;
            case UNREACHABLE -> UNREACHABLE;
            case AUTHENTICATION,
                    MODEL_UNAVAILABLE,
                    QUOTA_EXHAUSTED,
                    BAD_REQUEST,
                    UNREADABLE_ANSWER,
                    PROMPT_FAILED -> REFUSED;
        };
    }
}
