/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.time.Duration;
import java.util.Locale;

/** The way in which a request ended. Each request has exactly one outcome. Immutable. */
public sealed interface Outcome {
    /** The variants, for an exhaustive {@code switch}. */
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

    /** A reason why the broker did not accept or keep a request. */
    enum RejectReason {
        /** The provider's queue is full. */
        QUEUE_FULL,
        /** A more urgent request replaced this one in a full queue. */
        PUSHED_OUT,
        /** All providers of the chain stayed rate limited through every round. */
        PROVIDERS_EXHAUSTED,
        /**
         * The circuit breakers of all providers of the chain are open, after repeated errors, or the
         * last provider is overloaded.
         */
        PROVIDERS_UNAVAILABLE,
        /** The agent has a live request that is as urgent as this one, or in flight. */
        AGENT_BUSY,
        /** The tenant's cooldown is not over (strict sharing). */
        GAME_COOLDOWN,
        /** The tenant, under a quota, was busy with earlier requests for too long. */
        QUEUE_TIMEOUT,
        /** The request needs more tokens at once than any key allows. Waiting does not help. */
        TOO_LARGE
    }

    /** The reason why a model stopped writing, in one vocabulary for all providers. */
    enum FinishReason {
        /** The model finished, or reached a stop sequence. Unknown reasons count as this one. */
        STOP,
        /** The model needs the results of {@linkplain AnswerPart.ToolCall tools} to continue. */
        TOOL_CALLS,
        /** The model reached the token limit of request or context, perhaps while reasoning. */
        LENGTH,
        /** The provider's filter withheld the answer, or the rest of it. */
        CONTENT_FILTER,
        /** The model declined to answer. */
        REFUSAL,
        /** The provider interrupted a long answer and would continue it in another call. */
        PAUSED,
        /** The model ended regularly but wrote nothing, or only reasoning. */
        EMPTY;

        /** Whether the answer is complete: {@link #STOP} or {@link #TOOL_CALLS}. */
        public boolean isComplete() {
            return this == STOP || this == TOOL_CALLS;
        }

        /** Returns the stable name for reports and wire formats, such as {@code content_filter}. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns the variant of this outcome. */
    Kind kind();

    /** Returns the tokens of all calls, reported or estimated; none without a call. */
    Usage usage();

    /** Copies this outcome with the tokens of all calls of the request. */
    Outcome withUsage(Usage usage);

    /** Returns the stable name for reports and wire formats, such as {@code queue_timeout}. */
    default String canonicalCode() {
        return kind().name().toLowerCase(Locale.ROOT);
    }

    /** The outcome of a call that ended regularly, with or without a complete answer. */
    sealed interface Finished extends Outcome permits Answered, Incomplete {
        /** Returns the provider's name. */
        String provider();

        /** Returns the name of the model. */
        String model();

        /** Returns the reason why the model stopped. */
        FinishReason finishReason();
    }

    /** The answer is complete: see {@link FinishReason#isComplete}. */
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
     * The answer was truncated, refused, filtered or empty. Parts that were delivered, if {@code
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

        /** Returns the finish reason's code: {@code length}, {@code content_filter} and so on. */
        @Override
        public String canonicalCode() {
            return finishReason.code();
        }
    }

    /** No provider could accept the request; {@code retryAfter} is zero or more. */
    record Rejected(RejectReason reason, Duration retryAfter, Usage usage) implements Outcome {
        /** Creates a rejection without a call, or without tokens. */
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
     * @param message a human-readable text, without keys and prompts
     * @param partial whether parts were delivered, which stay valid
     * @param status the HTTP status; 0 if the provider did not answer
     * @param providerCode the provider's own name for the error; empty if there is none
     */
    record Failed(
            FailureCode code,
            String message,
            boolean partial,
            Usage usage,
            int status,
            String providerCode)
            implements Outcome {
        /** Creates a failure without an answer of the provider, and without tokens. */
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

        /**
         * Returns {@code provider_timeout} or {@code provider_error}, sufficient for most callers;
         * see {@link #code} for the exact reason.
         */
        @Override
        public String canonicalCode() {
            return code == FailureCode.PROVIDER_TIMEOUT ? "provider_timeout" : "provider_error";
        }
    }

    /** The time {@link Request#usefulFor} ran out, or is too short, while no call was in flight. */
    record Expired(Usage usage) implements Outcome {
        /** Creates an expiry without a call, or without tokens. */
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
        /** Creates a cancellation without a call, or without tokens. */
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

    /** A more urgent request of the same agent replaced this one. */
    record Superseded(Usage usage) implements Outcome {
        /** Creates the outcome of a request that was replaced without a call, or without tokens. */
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
