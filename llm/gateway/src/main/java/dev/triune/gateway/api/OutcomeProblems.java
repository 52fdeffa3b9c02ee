/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.http.CooldownNotice;
import dev.triune.gateway.http.ErrorCode;
import dev.triune.gateway.http.Problem;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Maps outcomes of the broker to the errors that clients receive. */
final class OutcomeProblems {
    /** Statuses that blame the request, rather than its sender or time. */
    private static final Set<Integer> PASSED_ON = Set.of(400, 401, 403, 404, 413, 415, 422);

    private OutcomeProblems() {}

    /**
     * Returns the error for an outcome that is not an answer.
     *
     * @param cooldown when the game should send its next request; null if unknown
     * @param partial whether pieces of the answer were delivered before
     * @param ownKey whether the key is the client's own
     */
    static Problem of(
            Outcome outcome, @Nullable CooldownNotice cooldown, boolean partial, boolean ownKey) {
        Problem plain = plain(outcome);
        Outcome.Failed failed = outcome instanceof Outcome.Failed it ? it : null;
        int status = failed == null ? 0 : permanentStatus(failed, ownKey);
        return new Problem(
                plain.code(),
                plain.message(),
                "",
                failed == null ? outcome.canonicalCode() : failed.code().code(),
                plain.retryAfter(),
                cooldown == null ? null : cooldown.atMost(soonest(plain)),
                partial || (failed != null && failed.partial()),
                status == 0 ? plain.status() : status,
                failed == null ? "" : failed.providerCode());
    }

    /** Returns when the first provider recovers, so that both waits agree; in milliseconds. */
    private static long soonest(Problem plain) {
        return plain.code() == ErrorCode.PROVIDERS_EXHAUSTED
                ? plain.retryAfterMillis().orElse(Long.MAX_VALUE)
                : Long.MAX_VALUE;
    }

    /**
     * Returns the provider's status for a permanent failure of the request or its model; 0 if the
     * failure is the gateway's or temporary.
     */
    private static int permanentStatus(Outcome.Failed failed, boolean ownKey) {
        int providerStatus = failed.status();
        return switch (failed.code()) {
            case BAD_REQUEST -> statusOr(providerStatus, 400);
            case MODEL_UNAVAILABLE -> statusOr(providerStatus, 404);
            case QUOTA_EXHAUSTED -> providerStatus == 402 ? providerStatus : 429;
            case AUTHENTICATION -> ownKey ? statusOr(providerStatus, 401) : 0;
            default -> 0;
        };
    }

    private static int statusOr(int providerStatus, int unknown) {
        return providerStatus == 0
                ? unknown
                : PASSED_ON.contains(providerStatus) ? providerStatus : 0;
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
            case PROVIDERS_UNAVAILABLE ->
                Problem.retryable(
                        ErrorCode.PROVIDERS_UNAVAILABLE,
                        "all providers are overloaded or failed repeatedly, try again in " + millis
                                + " ms",
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
        boolean timedOut = failed.code() == FailureCode.PROVIDER_TIMEOUT;
        return Problem.of(
                timedOut ? ErrorCode.PROVIDER_TIMEOUT : ErrorCode.PROVIDER_ERROR, failed.message());
    }
}
