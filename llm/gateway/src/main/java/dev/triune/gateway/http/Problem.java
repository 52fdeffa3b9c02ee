/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import java.time.Duration;
import java.util.Optional;

/**
 * Why a request has no answer, in whatever form a client is told. Immutable.
 *
 * @param code the stable code
 * @param message for people; holds neither a key nor a prompt
 * @param field the field that is wrong, empty if none is
 * @param detail a finer code: of a provider's failure or of the contract for sessions; may be empty
 * @param retryAfter how long to wait before another try, if that helps
 * @param cooldownNotices what the game is told about its next request
 * @param partial whether pieces of the answer came before
 */
public record Problem(
        ErrorCode code,
        String message,
        String field,
        String detail,
        Optional<Duration> retryAfter,
        Optional<CooldownNotice> cooldownNotices,
        boolean partial) {
    private static final Duration MIN_RETRY_AFTER = Duration.ofSeconds(1);

    /** The same wait in whole milliseconds, 1 or more; rounded up, so that nobody comes too early. */
    public Optional<Long> retryAfterMillis() {
        return retryAfter.map(wait -> Math.max(1, CooldownNotice.roundUpMillis(wait)));
    }

    /** A plain problem. */
    public static Problem of(ErrorCode code, String message) {
        return new Problem(code, message, "", "", Optional.empty(), Optional.empty(), false);
    }

    /** A field of the request that is wrong. */
    public static Problem invalidField(String field, String message) {
        return new Problem(
                ErrorCode.BAD_REQUEST,
                message,
                field,
                "",
                Optional.empty(),
                Optional.empty(),
                false);
    }

    /** One that passes. */
    public static Problem retryable(ErrorCode code, String message, Duration wait) {
        Duration least = wait.isZero() ? MIN_RETRY_AFTER : wait;
        return new Problem(code, message, "", "", Optional.of(least), Optional.empty(), false);
    }

    /** The gateway is being stopped. */
    public static Problem draining() {
        return retryable(ErrorCode.DRAINING, "the gateway is being stopped", Duration.ofSeconds(5));
    }

    private Problem withDetails(String finer, Optional<CooldownNotice> told, boolean after) {
        return new Problem(code, message, field, finer, retryAfter, told, after);
    }

    /** The same after pieces of the answer came. */
    public Problem asPartial() {
        return new Problem(code, message, field, detail, retryAfter, cooldownNotices, true);
    }

    /** What an end that is no answer means. */
    public static Problem of(Outcome outcome, Optional<CooldownNotice> cooldownNotices) {
        String canonical = outcome.canonicalCode();
        return switch (outcome.kind()) {
            case ANSWERED -> throw new IllegalArgumentException("an answer is no problem");
            case REJECTED ->
                rejected((Outcome.Rejected) outcome).withDetails(canonical, cooldownNotices, false);
            case FAILED -> failed((Outcome.Failed) outcome, cooldownNotices);
            case EXPIRED ->
                of(ErrorCode.EXPIRED, "its useful time passed while it waited")
                        .withDetails(canonical, cooldownNotices, false);
            case CANCELLED ->
                of(
                                ErrorCode.CANCELLED,
                                "it was cancelled by its token, its game fell silent, or the gateway was stopped")
                        .withDetails(canonical, cooldownNotices, false);
            case SUPERSEDED ->
                of(ErrorCode.SUPERSEDED, "a more urgent request of the same agent took its place")
                        .withDetails(canonical, cooldownNotices, false);
        };
    }

    private static Problem rejected(Outcome.Rejected rejected) {
        Duration wait = rejected.retryAfter();
        String ms = CooldownNotice.roundUpMillis(wait) + " ms";
        return switch (rejected.reason()) {
            case QUEUE_FULL ->
                retryable(ErrorCode.QUEUE_FULL, "the queue is full, try again in " + ms, wait);
            case PUSHED_OUT ->
                retryable(
                        ErrorCode.QUEUE_FULL,
                        "something more urgent took its place in a full queue, try again in " + ms,
                        wait);
            case PROVIDERS_EXHAUSTED ->
                retryable(
                        ErrorCode.PROVIDERS_EXHAUSTED,
                        "all providers stayed rate limited, try again in " + ms,
                        wait);
            case AGENT_BUSY ->
                retryable(
                        ErrorCode.AGENT_BUSY,
                        "the agent has a live request that is as urgent or under way",
                        wait);
            case GAME_COOLDOWN ->
                retryable(
                        ErrorCode.RATE_LIMIT_COOLDOWN,
                        "Must wait " + CooldownNotice.roundUpMillis(wait)
                                + "ms before next request",
                        wait);
            case QUEUE_TIMEOUT ->
                retryable(
                        ErrorCode.QUEUE_TIMEOUT,
                        "the session was busy with earlier requests for too long",
                        wait);
            case TOO_LARGE ->
                of(
                        ErrorCode.PROMPT_TOO_LARGE,
                        "no key allows as many tokens at once: shorten the prompt or maxTokens");
        };
    }

    private static Problem failed(Outcome.Failed failed, Optional<CooldownNotice> cooldownNotices) {
        boolean late = failed.code() == FailureCode.PROVIDER_TIMEOUT;
        ErrorCode code = late ? ErrorCode.PROVIDER_TIMEOUT : ErrorCode.PROVIDER_ERROR;
        return of(code, failed.message())
                .withDetails(failed.code().code(), cooldownNotices, failed.partial());
    }
}
