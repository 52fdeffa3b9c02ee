/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.http.CooldownNotice;
import dev.triune.gateway.http.ErrorCode;
import dev.triune.gateway.http.Problem;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Maps outcomes of the broker to the errors that clients receive. */
final class OutcomeProblems {
    private OutcomeProblems() {}

    /**
     * Returns the error for an outcome that is not an answer.
     *
     * @param cooldown when the game should send its next request; null if that is not known
     * @param partial whether pieces of the answer were delivered before
     */
    static Problem of(Outcome outcome, @Nullable CooldownNotice cooldown, boolean partial) {
        Problem plain = plain(outcome);
        boolean failed = outcome instanceof Outcome.Failed;
        return new Problem(
                plain.code(),
                plain.message(),
                "",
                failed ? ((Outcome.Failed) outcome).code().code() : outcome.canonicalCode(),
                plain.retryAfter(),
                cooldown,
                partial || (failed && ((Outcome.Failed) outcome).partial()));
    }

    private static Problem plain(Outcome outcome) {
        return switch (outcome.kind()) {
            case ANSWERED, INCOMPLETE ->
                throw new IllegalArgumentException("an answer is no problem");
            case REJECTED -> rejected((Outcome.Rejected) outcome);
            case FAILED -> failed((Outcome.Failed) outcome);
            case EXPIRED -> Problem.of(ErrorCode.EXPIRED, "its useful time passed while it waited");
            case CANCELLED ->
                Problem.of(
                        ErrorCode.CANCELLED,
                        "it was cancelled by its token, its game fell silent, or the gateway was stopped");
            case SUPERSEDED ->
                Problem.of(
                        ErrorCode.SUPERSEDED,
                        "a more urgent request of the same agent took its place");
        };
    }

    private static Problem rejected(Outcome.Rejected rejected) {
        Duration wait = rejected.retryAfter();
        long millis = CooldownNotice.roundUpMillis(wait);
        return switch (rejected.reason()) {
            case QUEUE_FULL ->
                Problem.retryable(
                        ErrorCode.QUEUE_FULL,
                        "the queue is full, try again in " + millis + " ms",
                        wait);
            case PUSHED_OUT ->
                Problem.retryable(
                        ErrorCode.QUEUE_FULL,
                        "something more urgent took its place in a full queue, try again in "
                                + millis + " ms",
                        wait);
            case PROVIDERS_EXHAUSTED ->
                Problem.retryable(
                        ErrorCode.PROVIDERS_EXHAUSTED,
                        "all providers stayed rate limited, try again in " + millis + " ms",
                        wait);
            case AGENT_BUSY ->
                Problem.retryable(
                        ErrorCode.AGENT_BUSY,
                        "the agent has a live request that is as urgent or under way",
                        wait);
            case GAME_COOLDOWN ->
                Problem.retryable(
                        ErrorCode.RATE_LIMIT_COOLDOWN,
                        "Must wait " + millis + "ms before next request",
                        wait);
            case QUEUE_TIMEOUT ->
                Problem.retryable(
                        ErrorCode.QUEUE_TIMEOUT,
                        "the session was busy with earlier requests for too long",
                        wait);
            case TOO_LARGE ->
                Problem.of(
                        ErrorCode.PROMPT_TOO_LARGE,
                        "no key allows as many tokens at once: shorten the prompt or maxTokens");
        };
    }

    private static Problem failed(Outcome.Failed failed) {
        boolean late = failed.code() == FailureCode.PROVIDER_TIMEOUT;
        return Problem.of(
                late ? ErrorCode.PROVIDER_TIMEOUT : ErrorCode.PROVIDER_ERROR, failed.message());
    }
}
