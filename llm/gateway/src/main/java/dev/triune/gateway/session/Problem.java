/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.session;

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
 * @param cooldown what the game is told about its next request
 * @param partial whether pieces of the answer came before
 */
public record Problem(
        ErrorCode code,
        String message,
        String field,
        String detail,
        Optional<Duration> retryAfter,
        Optional<Cooldown> cooldown,
        boolean partial) {
    private static final Duration SOON = Duration.ofSeconds(1);

    /** The same wait in whole milliseconds, 1 or more; rounded up, so that nobody comes too early. */
    public Optional<Long> retryAfterMillis() {
        return retryAfter.map(wait -> Math.max(1, Cooldown.millis(wait)));
    }

    /** A plain problem. */
    public static Problem of(ErrorCode code, String message) {
        return new Problem(code, message, "", "", Optional.empty(), Optional.empty(), false);
    }

    /** A field of the request that is wrong. */
    public static Problem ofField(String field, String message) {
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
    public static Problem passing(ErrorCode code, String message, Duration wait) {
        Duration least = wait.isZero() ? SOON : wait;
        return new Problem(code, message, "", "", Optional.of(least), Optional.empty(), false);
    }

    /** The gateway is being stopped. */
    public static Problem draining() {
        return passing(ErrorCode.DRAINING, "the gateway is being stopped", Duration.ofSeconds(5));
    }

    private Problem with(String finer, Optional<Cooldown> told, boolean after) {
        return new Problem(code, message, field, finer, retryAfter, told, after);
    }

    /** The same after pieces of the answer came. */
    Problem afterPieces() {
        return new Problem(code, message, field, detail, retryAfter, cooldown, true);
    }

    /** What an end that is no answer means. */
    static Problem of(Outcome outcome, Optional<Cooldown> cooldown) {
        String canonical = outcome.canonicalCode();
        return switch (outcome.kind()) {
            case ANSWERED -> throw new IllegalArgumentException("an answer is no problem");
            case REJECTED -> rejected((Outcome.Rejected) outcome).with(canonical, cooldown, false);
            case FAILED -> failed((Outcome.Failed) outcome, cooldown);
            case EXPIRED ->
                of(ErrorCode.EXPIRED, "its useful time passed while it waited")
                        .with(canonical, cooldown, false);
            case CANCELLED ->
                of(
                                ErrorCode.CANCELLED,
                                "it was cancelled by its token, its game fell silent, or the gateway was stopped")
                        .with(canonical, cooldown, false);
            case SUPERSEDED ->
                of(ErrorCode.SUPERSEDED, "a more urgent request of the same agent took its place")
                        .with(canonical, cooldown, false);
        };
    }

    private static Problem rejected(Outcome.Rejected rejected) {
        Duration wait = rejected.retryAfter();
        String ms = Cooldown.millis(wait) + " ms";
        return switch (rejected.reason()) {
            case QUEUE_FULL ->
                passing(ErrorCode.QUEUE_FULL, "the queue is full, try again in " + ms, wait);
            case PUSHED_OUT ->
                passing(
                        ErrorCode.QUEUE_FULL,
                        "something more urgent took its place in a full queue, try again in " + ms,
                        wait);
            case PROVIDERS_EXHAUSTED ->
                passing(
                        ErrorCode.PROVIDERS_EXHAUSTED,
                        "all providers stayed rate limited, try again in " + ms,
                        wait);
            case AGENT_BUSY ->
                passing(
                        ErrorCode.AGENT_BUSY,
                        "the agent has a live request that is as urgent or under way",
                        wait);
            case GAME_COOLDOWN ->
                passing(
                        ErrorCode.RATE_LIMIT_COOLDOWN,
                        "Must wait " + Cooldown.millis(wait) + "ms before next request",
                        wait);
            case QUEUE_TIMEOUT ->
                passing(
                        ErrorCode.QUEUE_TIMEOUT,
                        "the session was busy with earlier requests for too long",
                        wait);
            case TOO_LARGE ->
                of(
                        ErrorCode.PROMPT_TOO_LARGE,
                        "no key allows as many tokens at once: shorten the prompt or maxTokens");
        };
    }

    private static Problem failed(Outcome.Failed failed, Optional<Cooldown> cooldown) {
        boolean late = failed.code() == FailureCode.PROVIDER_TIMEOUT;
        ErrorCode code = late ? ErrorCode.PROVIDER_TIMEOUT : ErrorCode.PROVIDER_ERROR;
        return of(code, failed.message()).with(failed.code().code(), cooldown, failed.partial());
    }
}
