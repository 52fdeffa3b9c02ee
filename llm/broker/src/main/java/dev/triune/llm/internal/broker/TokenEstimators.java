/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.Limits;
import dev.triune.llm.Usage;
import dev.triune.llm.internal.policy.TokenEstimator;
import java.util.HashMap;
import java.util.Map;

/** Estimates the tokens of requests, learned per model. Owner only. */
final class TokenEstimators {
    private final Map<String, TokenEstimator> byModel = new HashMap<>();

    TokenEstimator of(String model) {
        return byModel.computeIfAbsent(
                ProviderKey.bounded(byModel, model), key -> new TokenEstimator());
    }

    /** Returns the mean tokens of a request at a target, once its prompt is rendered. */
    Usage expected(PendingRequest<?> pending, RouteTarget target, int maxTokens) {
        TokenEstimator estimate = of(target.model());
        return new Usage(
                promptOf(target.model(), pending.rendering.promptLength),
                0,
                0,
                estimate.meanAnswer(maxTokens),
                true);
    }

    /**
     * Returns the tokens that a request counts at a target. Before its text is written, the
     * estimate never exceeds a limit; nor does that of the answer if the provider counts used
     * tokens only.
     */
    Usage of(PendingRequest<?> pending, RouteTarget target, int maxTokens) {
        TokenEstimator estimate = of(target.model());
        Limits limits = target.slot().settings.limits();
        boolean rendered = pending.rendering.promptLength > 0;
        long prompt = promptOf(target.model(), pending.rendering.promptLength);
        long answer = limits.countsMaxTokens() ? maxTokens : estimate.answer(maxTokens);
        long most = Math.min(bound(limits.tokensPerMinute()), bound(limits.tokensPerDay()));
        if (!rendered) {
            prompt = Math.min(prompt, Math.min(most, bound(limits.inputTokensPerMinute())));
        }
        if (!rendered || !limits.countsMaxTokens()) {
            long room = Math.max(0, most - prompt);
            answer = Math.min(answer, Math.min(room, bound(limits.outputTokensPerMinute())));
        }
        return new Usage(prompt, 0, 0, answer, true);
    }

    /** Returns the tokens of a prompt of this many characters; the usual ones if 0, for not known. */
    long promptOf(String model, int characters) {
        TokenEstimator estimate = of(model);
        return characters > 0 ? estimate.promptOf(characters) : estimate.prompt();
    }

    private static long bound(int limit) {
        return limit == 0 ? Long.MAX_VALUE : limit;
    }
}
