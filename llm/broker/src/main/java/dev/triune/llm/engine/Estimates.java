/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import dev.triune.llm.policy.limit.Limits;
import dev.triune.llm.policy.limit.TokenEstimate;
import java.util.HashMap;
import java.util.Map;

/** What requests will take, in tokens, as far as their models have shown. Owner only. */
final class Estimates {
    private static final int MOST = 256;
    private static final String OTHERS = "*";

    private final Map<String, TokenEstimate> byModel = new HashMap<>();

    TokenEstimate of(String model) {
        String name = byModel.containsKey(model) || byModel.size() < MOST ? model : OTHERS;
        return byModel.computeIfAbsent(name, key -> new TokenEstimate());
    }

    /** What a request at a stop will take on average, once its prompt is rendered. */
    long expected(Pending<?> pending, Stop stop, int maxTokens) {
        TokenEstimate estimate = of(stop.model());
        return estimate.promptOf(pending.promptLength) + estimate.meanAnswer(maxTokens);
    }

    /**
     * What a request at a stop counts there. Before its prompt was ever rendered this is a guess,
     * which never keeps a request from being rendered at all; nor does the answer, where a provider
     * counts only what it took.
     */
    long of(Pending<?> pending, Stop stop, int maxTokens) {
        TokenEstimate estimate = of(stop.model());
        Limits limits = stop.slot().settings.limits();
        boolean rendered = pending.promptLength > 0;
        long prompt = rendered ? estimate.promptOf(pending.promptLength) : estimate.prompt();
        long sum = prompt + (limits.countsMaxTokens() ? maxTokens : estimate.answer(maxTokens));
        long most = limits.tokensPerMinute();
        boolean certain = rendered && (limits.countsMaxTokens() || prompt > most);
        return most == 0 || certain ? sum : Math.min(sum, most);
    }
}
