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
        /** {@link Outcome.Incomplete}. */
        INCOMPLETE,
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

    /** The tokens of all its calls, reported or estimated; {@link Usage#NONE} without a call. */
    Usage usage();

    /** Copies this outcome with the tokens of all its calls. */
    Outcome withUsage(Usage usage);

    /** The stable name for reports and wire formats, such as {@code queue_timeout}. */
    default String canonicalCode() {
        return kind().name().toLowerCase(Locale.ROOT);
    }

    /** A call that its provider ended regularly: with an answer, or with less than one. */
    sealed interface Finished extends Outcome permits Answered, Incomplete {
        /** The provider's name. */
        String provider();

        /** The model asked. */
        String model();

        /** Why the model stopped. */
        FinishReason finishReason();
    }

    /** The model gave its answer, for a {@linkplain FinishReason#isComplete complete} reason. */
    record Answered(String provider, String model, FinishReason finishReason, Usage usage)
            implements Finished {
        public Answered {
            if (!finishReason.isComplete()) {
                throw new IllegalArgumentException(
                        "answered with finish reason " + finishReason + " (expected Incomplete)");
            }
        }

        public Answered(String provider, String model, Usage usage) {
            this(provider, model, FinishReason.STOP, usage);
        }

        @Override
        public Kind kind() {
            return Kind.ANSWERED;
        }

        @Override
        public Outcome withUsage(Usage other) {
            return new Answered(provider, model, finishReason, other);
        }

        @Override
        public String canonicalCode() {
            return "";
        }
    }

    /**
     * The answer was cut off, refused, filtered or empty. Parts that were delivered, if {@code
     * partial}, stay valid. Never cached.
     */
    record Incomplete(
            String provider, String model, FinishReason finishReason, boolean partial, Usage usage)
            implements Finished {
        public Incomplete {
            if (finishReason.isComplete()) {
                throw new IllegalArgumentException(
                        "incomplete with finish reason " + finishReason + " (expected Answered)");
            }
        }

        @Override
        public Kind kind() {
            return Kind.INCOMPLETE;
        }

        @Override
        public Outcome withUsage(Usage other) {
            return new Incomplete(provider, model, finishReason, partial, other);
        }

        /** The finish reason's: {@code length}, {@code content_filter} and so on. */
        @Override
        public String canonicalCode() {
            return finishReason.code();
        }
    }

    /** No provider could take the request; {@code retryAfter} is zero or more. */
    record Rejected(RejectReason reason, Duration retryAfter, Usage usage) implements Outcome {
        /** A rejection without a call, or without tokens. */
        public Rejected(RejectReason reason, Duration retryAfter) {
            this(reason, retryAfter, Usage.NONE);
        }

        @Override
        public Kind kind() {
            return Kind.REJECTED;
        }

        @Override
        public Outcome withUsage(Usage other) {
            return new Rejected(reason, retryAfter, other);
        }

        @Override
        public String canonicalCode() {
            return reason.name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A call failed and no other provider could help.
     *
     * @param message for people, without keys and prompts
     * @param partial whether parts were delivered, which stay valid
     * @param status the HTTP status; 0 without an answer
     * @param providerCode the provider's name for the error; empty without one
     */
    record Failed(
            FailureCode code,
            String message,
            boolean partial,
            Usage usage,
            int status,
            String providerCode)
            implements Outcome {
        /** A failure without an answer of the provider, and without tokens. */
        public Failed(FailureCode code, String message, boolean partial) {
            this(code, message, partial, Usage.NONE, 0, "");
        }

        @Override
        public Kind kind() {
            return Kind.FAILED;
        }

        @Override
        public Outcome withUsage(Usage other) {
            return new Failed(code, message, partial, other, status, providerCode);
        }

        /** One of two, as callers tell apart; {@link #code} is finer. */
        @Override
        public String canonicalCode() {
            return code == FailureCode.PROVIDER_TIMEOUT ? "provider_timeout" : "provider_error";
        }
    }

    /** The latest useful time passed while no call was under way. */
    record Expired(Usage usage) implements Outcome {
        /** An expiry without a call, or without tokens. */
        public Expired() {
            this(Usage.NONE);
        }

        @Override
        public Kind kind() {
            return Kind.EXPIRED;
        }

        @Override
        public Outcome withUsage(Usage other) {
            return new Expired(other);
        }
    }

    /** The caller cancelled, withdrew its prompt or closed the broker, perhaps before any call. */
    record Cancelled(boolean beforeStart, Usage usage) implements Outcome {
        /** A cancellation without a call, or without tokens. */
        public Cancelled(boolean beforeStart) {
            this(beforeStart, Usage.NONE);
        }

        @Override
        public Kind kind() {
            return Kind.CANCELLED;
        }

        @Override
        public Outcome withUsage(Usage other) {
            return new Cancelled(beforeStart, other);
        }

        @Override
        public String canonicalCode() {
            return beforeStart ? "cancelled_before_start" : "cancelled_after_start";
        }
    }

    /** A more urgent request of the same agent took its place. */
    record Superseded(Usage usage) implements Outcome {
        /** A request that was replaced without a call, or without tokens. */
        public Superseded() {
            this(Usage.NONE);
        }

        @Override
        public Kind kind() {
            return Kind.SUPERSEDED;
        }

        @Override
        public Outcome withUsage(Usage other) {
            return new Superseded(other);
        }
    }
}
