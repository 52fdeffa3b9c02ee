/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import dev.triune.llm.Prompt;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

/**
 * Rules in the place of a language model: a prompt in, the text of an answer out. Thread-safe. For
 * the rules of a game's agents, the core's offline minds read values instead of the prompt's text.
 */
@FunctionalInterface
public interface OfflineModel {
    /** Writes the answer to a prompt; chance comes only from {@code random}, seeded per call. */
    String answer(Prompt prompt, RandomGenerator random);

    /** Writes the whole answer to a call, for models that use more than its prompt. */
    default String answer(ModelCall call, RandomGenerator random) {
        return answer(call.prompt(), random);
    }

    /** Returns a model that gives these answers in order, at least one, and repeats the last one. */
    static OfflineModel scripted(String... answers) {
        List<String> script = List.of(answers);
        if (script.isEmpty()) {
            throw new IllegalArgumentException("a script needs at least one answer");
        }
        AtomicInteger next = new AtomicInteger();
        return (prompt, random) ->
                script.get(next.getAndUpdate(i -> Math.min(i + 1, script.size() - 1)));
    }
}
