/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import dev.triune.llm.Ticker;
import dev.triune.llm.provider.ModelCall;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * The longest answers that the account of one key can pay for, by model. A refusal that names such
 * a length shortens the answers of its model for a minute; other keys have accounts of their own.
 * Thread-safe.
 */
public final class AffordableAnswers {
    static final int MAX_MODELS = 256;
    static final Duration MAX_AGE = Duration.ofMinutes(1);

    private final Ticker ticker;
    private final Map<String, Longest> longest = new HashMap<>();

    private record Longest(int tokens, long since) {}

    public AffordableAnswers(Ticker ticker) {
        this.ticker = ticker;
    }

    /** Returns a call, with a shorter answer if the account could lately not pay for its own. */
    public synchronized ModelCall affordable(ModelCall call) {
        Longest known = longest.get(call.model());
        if (known == null) {
            return call;
        }
        if (ticker.nanos() - known.since() >= MAX_AGE.toNanos()) {
            longest.remove(call.model());
            return call;
        }
        return call.maxTokens() > known.tokens() ? call.withMaxTokens(known.tokens()) : call;
    }

    /**
     * Learns from a refusal; whether to try again with a shorter answer, which is false for a call
     * that was shortened before.
     *
     * @param tokens of the answer; 0 or less if it can pay for none, or how much is unknown
     */
    synchronized boolean learn(ModelCall sent, int tokens) {
        if (tokens <= 0 || tokens >= sent.maxTokens()) {
            return false;
        }
        Longest before = longest.get(sent.model());
        if (before != null || longest.size() < MAX_MODELS) {
            longest.put(sent.model(), new Longest(tokens, ticker.nanos()));
        }
        return before == null || before.tokens() != sent.maxTokens();
    }
}
