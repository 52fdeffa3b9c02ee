/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

/** How a call ended, as far as budgets, breakers and shares care. */
enum CallResult {
    ANSWERED,
    /** The provider would not serve it: a rate limit, a bad key, a bad request. */
    REFUSED,
    /** The provider could not serve it: an error of its own, a lost connection, silence. */
    FAILED,
    /** The provider could not be reached at all, whatever the model. */
    UNREACHABLE,
    STOPPED
}
