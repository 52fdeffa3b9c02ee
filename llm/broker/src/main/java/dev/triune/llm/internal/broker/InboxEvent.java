/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.Usage;
import dev.triune.llm.provider.CallFailure;

/** Something that came from another thread for the owner to take in. Immutable. */
sealed interface InboxEvent {
    /** Something of a call. */
    sealed interface CallEvent extends InboxEvent {
        /** The call it belongs to. */
        InFlightCall<?> inFlightCall();
    }

    /** A decoded part of the answer; of the type of that flight's request. */
    record Part(InFlightCall<?> inFlightCall, Object value) implements CallEvent {}

    /** The answer is whole. */
    record Completed(InFlightCall<?> inFlightCall, Usage usage) implements CallEvent {}

    /** There is no answer, or no more of it. */
    record Failed(InFlightCall<?> inFlightCall, CallFailure failure) implements CallEvent {}

    /** A token that the request bears was cancelled. */
    record CancelRequested(PendingRequest<?> pending) implements InboxEvent {}
}
