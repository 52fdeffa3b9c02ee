/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.prompt;

import dev.triune.component.Layer;
import dev.triune.llm.Prompt;
import java.util.random.RandomGenerator;

/**
 * Rules that decide in the place of a model, from the values that a prompt shows and not from its
 * text. Their answers pass through the same reading and checks as a model's. Thread-safe: called on
 * the thread of the provider's timers.
 *
 * <pre>{@code
 * OfflineMind picker = (agent, layer, random) ->
 *         OfflineAnswer.of(Step.of("pick").with("tree", "apple tree"));
 * OfflineProvider.builder(picker::answer).build();
 * }</pre>
 */
@FunctionalInterface
public interface OfflineMind {
    /**
     * Decides for an agent.
     *
     * @param agent the agent when its prompt was written
     * @param layer the layer that thinks: the talker speaks, the executor plans
     * @param random the only source of chance, seeded for each call
     */
    OfflineAnswer decide(AgentSnapshot agent, Layer layer, RandomGenerator random);

    /**
     * Writes the answer to a prompt as a model does, for an offline provider.
     *
     * @throws IllegalArgumentException if the prompt was not written for an agent's layer, such as
     *     that of a summary, or comes from another process
     */
    default String answer(Prompt prompt, RandomGenerator random) {
        if (prompt.origin() instanceof Question question) {
            return write(decide(question.agent(), question.layer(), random), random);
        }
        throw new IllegalArgumentException("the prompt was not written for a layer of an agent of"
                + " this process (let an OfflineModel answer it)");
    }

    /** Writes an answer as JSON; a game may override this to add the flaws of a model. */
    default String write(OfflineAnswer answer, RandomGenerator random) {
        return answer.toJson();
    }

    /** What a prompt was written from: an agent, and the layer that thinks. Immutable. */
    record Question(AgentSnapshot agent, Layer layer) {}
}
