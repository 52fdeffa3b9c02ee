/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.triune.llm.AnswerSchema;
import dev.triune.llm.Ticker;
import dev.triune.llm.provider.ModelCall;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Answers to prompts that were asked before, word for word, of the same model with the same settings.
 * Bounded by size and age; starts no thread. Owner only.
 */
final class PromptCache {
    private final Cache<ModelCall, String> answers;

    /**
     * An empty cache.
     *
     * @param characters of prompts, their schemas and answers that it holds at the most
     * @param age how long an answer is good for
     */
    PromptCache(long characters, Duration age, Ticker ticker) {
        this.answers = Caffeine.newBuilder()
                .maximumWeight(characters)
                .weigher(PromptCache::weight)
                .expireAfterWrite(age)
                .ticker(ticker::nanos)
                .executor(Runnable::run)
                .build();
    }

    private static int weight(ModelCall call, String text) {
        long schema = call.schema().map(AnswerSchema::size).orElse(0);
        long sum = schema + call.prompt().length() + text.length();
        return (int) Math.min(sum, Integer.MAX_VALUE);
    }

    /** The whole text of the answer; null if it is not known. */
    @Nullable
    String find(ModelCall call) {
        return answers.getIfPresent(call.withoutCaller());
    }

    void store(ModelCall call, String text) {
        answers.put(call.withoutCaller(), text);
    }
}
