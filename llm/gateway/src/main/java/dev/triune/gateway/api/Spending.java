/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import dev.triune.gateway.http.ErrorCode;
import dev.triune.gateway.http.Problem;
import dev.triune.llm.Message;
import dev.triune.llm.ModelOptions.Tool;
import dev.triune.llm.PriceCatalog.TokenPrices;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request;
import dev.triune.llm.Request.AnswerFormat;
import dev.triune.llm.Usage;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The arithmetic of budgets: how long the answers of calls may be, so that prompt and answer
 * together cost at most what is left. Pure functions.
 */
final class Spending {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private static final int AROUND_PROMPT = 700;
    private static final int AROUND_MESSAGE = 32;
    private static final int PER_IMAGE = 5_000;
    private static final int BYTES_PER_CHARACTER = 4;

    private Spending() {}

    /**
     * A limit that applies to a call. Immutable.
     *
     * @param name as in messages: "the budget of the day of the game's key"
     * @param left what was not used yet
     * @param free the part of it that a call may reserve: not reserved by others, and in hand
     * @param prices the prices in USD; null if the limit counts tokens
     * @param slice the part that this gateway has in hand; null if the limit is not shared
     */
    record Limit(
            String name,
            BigDecimal left,
            BigDecimal free,
            @Nullable TokenPrices prices,
            SharedSpending.@Nullable Slice slice) {
        /** Returns the price of a call. */
        BigDecimal cost(Usage used) {
            return prices == null ? BigDecimal.valueOf(used.total()) : prices.cost(used);
        }

        /** Returns what a prompt costs at most: as fresh input, or written to a cache. */
        BigDecimal ofPrompt(long tokens) {
            BigDecimal count = BigDecimal.valueOf(tokens);
            return prices == null
                    ? count
                    : count.multiply(prices.input().max(prices.cacheWrite()).max(prices.cached()))
                            .movePointLeft(6);
        }

        BigDecimal ofAnswer(long tokens) {
            BigDecimal count = BigDecimal.valueOf(tokens);
            return prices == null ? count : count.multiply(prices.output()).movePointLeft(6);
        }
    }

    /**
     * The calls of a request, which are admitted together. Immutable.
     *
     * @param count the number of calls, each with the same prompt
     * @param promptTokens the maximum number of tokens of the prompt
     * @param maxTokens the maximum number of tokens of an answer; 0 if only the prompt is charged
     */
    record Calls(int count, long promptTokens, int maxTokens) {}

    /**
     * The length of answers that limits allow. Immutable.
     *
     * @param maxTokens the maximum number of tokens of each answer
     * @param refusal why none of the calls may be sent; null if all may
     */
    record Allowed(int maxTokens, @Nullable Problem refusal) {}

    /** Returns calls of a request, before it is known where they go; prompts may be a little longer. */
    static Calls expected(Request<?> request, int count) {
        Prompt prompt = request.prompt().render().orElse(Prompt.of(Message.user(" ")));
        long tokens = 0;
        for (Message message : prompt.messages()) {
            tokens += AROUND_MESSAGE
                    + message.text().getBytes(StandardCharsets.UTF_8).length
                    + (long) PER_IMAGE * message.images().size();
        }
        for (Tool tool : request.options().tools()) {
            tokens += AROUND_MESSAGE
                    + tool.description().length()
                    + (long) BYTES_PER_CHARACTER * tool.parameters().size();
        }
        boolean answered = request.format() != AnswerFormat.EMBEDDINGS;
        return new Calls(count, tokens + AROUND_PROMPT, answered ? request.maxTokens() : 0);
    }

    /** Returns the first limit that is used up, whatever the calls in flight will use. */
    static @Nullable Problem usedUp(List<Limit> limits) {
        return limits.stream()
                .filter(limit -> limit.left().signum() <= 0)
                .findFirst()
                .map(Spending::usedUp)
                .orElse(null);
    }

    private static Problem usedUp(Limit limit) {
        return Problem.of(
                ErrorCode.QUOTA_EXHAUSTED,
                limit.name() + " is used up (the operator can raise it)");
    }

    /** Returns how long each answer may be within all limits. */
    static Allowed allowed(List<Limit> limits, Calls calls) {
        int allowed = calls.maxTokens();
        for (Limit limit : limits) {
            int within = within(limit, limit.free(), calls);
            if (within < 0) {
                return new Allowed(0, refusal(limit, calls));
            }
            allowed = Math.min(allowed, within);
        }
        return new Allowed(allowed, null);
    }

    /** Returns the longest answer that fits into an amount; below 0 if not even the prompt does. */
    private static int within(Limit limit, BigDecimal amount, Calls calls) {
        int scale = limit.slice() == null ? 36 : SharedSpending.SCALE; // each fits in whole units
        BigDecimal room = amount.divide(
                        BigDecimal.valueOf(calls.count()), scale, RoundingMode.FLOOR)
                .subtract(limit.ofPrompt(calls.promptTokens()));
        BigDecimal perToken = limit.ofAnswer(1);
        if (amount.signum() <= 0 || room.signum() < 0) {
            return -1;
        }
        if (calls.maxTokens() == 0 || perToken.signum() == 0) {
            return calls.maxTokens();
        }
        int tokens = room.divide(perToken, 0, RoundingMode.FLOOR)
                .min(BigDecimal.valueOf(calls.maxTokens()))
                .intValueExact();
        return tokens == 0 ? -1 : tokens;
    }

    private static Problem refusal(Limit limit, Calls calls) {
        if (limit.left().signum() <= 0) {
            return usedUp(limit);
        }
        if (within(limit, limit.left(), calls) >= 0) {
            return Problem.retryable(
                    ErrorCode.QUOTA_EXHAUSTED,
                    limit.name() + " is reserved by calls in flight"
                            + (limit.slice() == null ? "" : ", or in the hands of other gateways")
                            + " (try again when they end)",
                    RETRY_AFTER);
        }
        String prompt = calls.count() == 1 ? "the prompt" : "the prompts of " + calls.count();
        return Problem.of(
                ErrorCode.QUOTA_EXHAUSTED,
                limit.name() + " is too small: " + prompt + " alone may use more than is left"
                        + " (send a shorter one, or have the operator raise it)");
    }
}
