/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

/** The end of a call, as seen by budgets, breakers and shares. */
enum CallResult {
    ANSWERED,
    /** The provider rejected it: a rate limit, a bad key, a bad request. */
    REFUSED,
    /** The provider failed: an error, a lost connection, a timeout. */
    FAILED,
    /** The provider was unreachable, for any model. */
    UNREACHABLE,
    STOPPED
}
