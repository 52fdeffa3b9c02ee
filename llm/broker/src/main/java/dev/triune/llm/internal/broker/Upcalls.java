/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.provider.CallFailure;

/**
 * What parts of the broker report to parts that are built after them; all other calls go to parts
 * that are built before. Owner only.
 */
interface Upcalls {
    /** Places a parked request again: its agent is no longer deferred, or its tenant is free. */
    void resume(PendingRequest<?> pending);

    /** Releases what a request holds, as its outcome is decided. */
    void release(PendingRequest<?> pending);

    /** Handles the failure of a call that took too long and is finished. */
    void timedOut(InFlightCall<?> call, CallFailure failure);
}
