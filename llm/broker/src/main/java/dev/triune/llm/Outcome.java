/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.time.Duration;
import java.util.Locale;

/** How a request ended. Each request has exactly one. Immutable. */
public sealed interface Outcome {
    /** The variants, for a {@code switch} that covers them all. */
    enum Kind {
        /** {@link Outcome.Answered}. */
        ANSWERED,
        /** {@link Outcome.Rejected}. */
        REJECTED,
        /** {@link Outcome.Failed}. */
        FAILED,
        /** {@link Outcome.Expired}. */
        EXPIRED,
        /** {@link Outcome.Cancelled}. */
        CANCELLED,
        /** {@link Outcome.Superseded}. */
        SUPERSEDED
    }

    /** Why the broker would not take or keep a request. */
    enum RejectReason {
        /** The provider's queue is full. */
        QUEUE_FULL,
        /** A more urgent request took its place in a full queue. */
        PUSHED_OUT,
        /** All providers of the chain stayed rate limited through every round. */
        PROVIDERS_EXHAUSTED,
        /** The agent has a live request that is as urgent, or in flight. */
        AGENT_BUSY,
        /** The game must let its cooldown pass first (strict sharing). */
        GAME_COOLDOWN,
        /** The session was busy with earlier requests for too long (session mode). */
        QUEUE_TIMEOUT,
        /** No key allows as many tokens at once. Waiting does not help. */
        TOO_LARGE
    }

    /** Which variant this is. */
    Kind kind();

    /**
     * The stable name of this end, for reports and wire formats: empty for an answer, else for
     * example {@code queue_timeout}, {@code cancelled_before_start}, {@code cancelled_after_start},
     * {@code provider_timeout} or {@code provider_error}.
     */
    default String canonicalCode() {
        return kind().name().toLowerCase(Locale.ROOT);
    }

    /**
     * The provider answered in full.
     *
     * @param provider its name
     * @param model the model asked
     * @param usage tokens as reported, or {@link Usage#NONE}
     */
    record Answered(String provider, String model, Usage usage) implements Outcome {
        @Override
        public Kind kind() {
            return Kind.ANSWERED;
        }

        @Override
        public String canonicalCode() {
            return "";
        }
    }

    /**
     * No provider could take the request.
     *
     * @param reason why
     * @param retryAfter how long to wait before another try, zero or more
     */
    record Rejected(RejectReason reason, Duration retryAfter) implements Outcome {
        @Override
        public Kind kind() {
            return Kind.REJECTED;
        }

        @Override
        public String canonicalCode() {
            return reason.name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A call failed and no other provider could help.
     *
     * @param code why
     * @param message for people; holds neither a key nor the prompt
     * @param partial whether parts of the answer had been delivered; they stay valid
     */
    record Failed(FailureCode code, String message, boolean partial) implements Outcome {
        @Override
        public Kind kind() {
            return Kind.FAILED;
        }

        /** One of two, as callers tell apart; {@link #code} is finer. */
        @Override
        public String canonicalCode() {
            return code == FailureCode.PROVIDER_TIMEOUT ? "provider_timeout" : "provider_error";
        }
    }

    /** The latest useful time passed in the queue; no provider was called. */
    record Expired() implements Outcome {
        @Override
        public Kind kind() {
            return Kind.EXPIRED;
        }
    }

    /**
     * The caller cancelled, withdrew its prompt, or closed the broker.
     *
     * @param beforeStart true if no provider was called, so nothing was spent
     */
    record Cancelled(boolean beforeStart) implements Outcome {
        @Override
        public Kind kind() {
            return Kind.CANCELLED;
        }

        @Override
        public String canonicalCode() {
            return beforeStart ? "cancelled_before_start" : "cancelled_after_start";
        }
    }

    /** A more urgent request of the same agent took its place in the queue. */
    record Superseded() implements Outcome {
        @Override
        public Kind kind() {
            return Kind.SUPERSEDED;
        }
    }
}
