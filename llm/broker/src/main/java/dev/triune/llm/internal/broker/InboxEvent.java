/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.FinishReason;
import dev.triune.llm.provider.CallFailure;

/** Something from another thread for the owner to handle. Immutable. */
sealed interface InboxEvent {
    /** Calls the handler's method for this variant. */
    void handle(Handler handler);

    /** One method for each variant. */
    interface Handler {
        /** Handles a decoded part of the answer; of the type of that call's request. */
        void part(InFlightCall<?> inFlightCall, Object value);

        /** Handles a call that ended regularly. */
        void completed(InFlightCall<?> inFlightCall, FinishReason reason);

        /** Handles a call that gives no answer, or no more of it. */
        void failed(InFlightCall<?> inFlightCall, CallFailure failure);

        /** Handles a cancelled token of a request. */
        void cancelRequested(PendingRequest<?> pending);
    }

    record Part(InFlightCall<?> inFlightCall, Object value) implements InboxEvent {
        @Override
        public void handle(Handler handler) {
            handler.part(inFlightCall, value);
        }
    }

    record Completed(InFlightCall<?> inFlightCall, FinishReason reason) implements InboxEvent {
        @Override
        public void handle(Handler handler) {
            handler.completed(inFlightCall, reason);
        }
    }

    record Failed(InFlightCall<?> inFlightCall, CallFailure failure) implements InboxEvent {
        @Override
        public void handle(Handler handler) {
            handler.failed(inFlightCall, failure);
        }
    }

    record CancelRequested(PendingRequest<?> pending) implements InboxEvent {
        @Override
        public void handle(Handler handler) {
            handler.cancelRequested(pending);
        }
    }
}
