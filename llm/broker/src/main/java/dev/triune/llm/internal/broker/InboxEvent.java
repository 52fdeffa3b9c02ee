/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.FinishReason;
import dev.triune.llm.provider.CallFailure;

/** Something from another thread for the owner to handle. Immutable. */
sealed interface InboxEvent {
    /** A decoded part of the answer; of the type of that call's request. */
    record Part(InFlightCall<?> inFlightCall, Object value) implements InboxEvent {}

    /** A call that ended regularly. */
    record Completed(InFlightCall<?> inFlightCall, FinishReason reason) implements InboxEvent {}

    /** A call that gives no answer, or no more of it. */
    record Failed(InFlightCall<?> inFlightCall, CallFailure failure) implements InboxEvent {}

    /** A cancelled token of a request. */
    record CancelRequested(PendingRequest<?> pending) implements InboxEvent {}
}
