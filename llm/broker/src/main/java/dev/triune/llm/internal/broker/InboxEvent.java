/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.provider.CallFailure;

sealed interface InboxEvent {
    record Part(InFlightCall<?> inFlightCall, Object value) implements InboxEvent {}

    record Completed(InFlightCall<?> inFlightCall, FinishReason reason) implements InboxEvent {}

    record Failed(InFlightCall<?> inFlightCall, CallFailure failure) implements InboxEvent {}

    record CancelRequested(PendingRequest<?> pending) implements InboxEvent {}
}
