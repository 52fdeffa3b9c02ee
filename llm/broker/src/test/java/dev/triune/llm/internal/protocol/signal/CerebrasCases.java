/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol.signal;

import static dev.triune.llm.internal.protocol.signal.SignalCorpus.NO_LIMIT;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.UNKNOWN;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.answer;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.headers;
import static dev.triune.llm.internal.protocol.signal.SignalCorpus.waits;

import dev.triune.llm.internal.protocol.signal.SignalCorpus.Case;
import java.util.List;
import java.util.Map;

/** Cerebras, whose buckets have their windows in their names. */
final class CerebrasCases {
    private static final String DAY_LEFT = "x-ratelimit-remaining-requests-day";
    private static final String DAY_RESET = "x-ratelimit-reset-requests-day";
    private static final String MINUTE_LEFT = "x-ratelimit-remaining-tokens-minute";
    private static final String MINUTE_RESET = "x-ratelimit-reset-tokens-minute";
    private static final Map<String, String> NONE = Map.of();

    private CerebrasCases() {}

    static List<Case> all() {
        String queue = flat("queue_exceeded", "too_many_requests_error");
        String tokens = flat("token_quota_exceeded", "too_many_tokens_error");
        Map<String, String> minute = headers(
                DAY_LEFT,
                "14000",
                DAY_RESET,
                "33011.382867",
                MINUTE_LEFT,
                "0",
                MINUTE_RESET,
                "11.382867");
        Map<String, String> day = headers(
                DAY_LEFT,
                "0",
                DAY_RESET,
                "33011.382867097855",
                MINUTE_LEFT,
                "0",
                MINUTE_RESET,
                "11.38");
        return List.of(
                answer("cerebras: queue", 429, NONE, queue, UNKNOWN),
                answer("cerebras: tokens", 429, NONE, tokens, UNKNOWN),
                answer("cerebras: the minute's tokens", 429, minute, tokens, waits("11.382867S")),
                answer("cerebras: the day's requests", 429, day, tokens, waits("33011.382867098S")),
                answer(
                        "cerebras: tokens, in words",
                        429,
                        NONE,
                        flat("token_quota_exceeded", "too_many_tokens_error")
                                .replace("So it is.", "Tokens per minute limit exceeded"),
                        UNKNOWN),
                answer(
                        "cerebras: the reset of the queue's sender",
                        429,
                        minute,
                        queue,
                        waits("11.382867S")),
                answer("cerebras: queue within a stream", 200, NONE, queue, UNKNOWN),
                answer(
                        "cerebras: tokens within a stream",
                        200,
                        minute,
                        tokens,
                        waits("11.382867S")),
                answer("cerebras: flat error", 400, NONE, flat("wrong_api_format", "x"), NO_LIMIT));
    }

    private static String flat(String code, String type) {
        return "{\"message\":\"So it is.\",\"type\":\"" + type + "\",\"param\":\"x\",\"code\":\""
                + code + "\"}";
    }
}
