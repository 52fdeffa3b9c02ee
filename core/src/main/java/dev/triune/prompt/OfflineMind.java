/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.prompt;

import dev.triune.action.Step;
import dev.triune.component.Layer;
import dev.triune.internal.text.JsonText;
import dev.triune.llm.Prompt;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

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

    /** What an {@link OfflineMind} decides: steps and words, or nothing. Not thread-safe. */
    final class OfflineAnswer {
        private static final Pattern NUMBER = Pattern.compile("-?\\d{1,9}");

        private final List<Step> steps = new ArrayList<>();
        private String speech = "";
        private String to = "";
        private String thinking = "";
        private String later = "";
        private final List<Integer> keeps = new ArrayList<>(0);
        private final List<Integer> drops = new ArrayList<>(0);

        /** Creates an answer of these steps, which may be none. */
        public static OfflineAnswer of(Step... steps) {
            OfflineAnswer answer = new OfflineAnswer();
            answer.steps.addAll(List.of(steps));
            return answer;
        }

        /** Adds a step to the plan, after those before. */
        public OfflineAnswer step(Step step) {
            steps.add(Objects.requireNonNull(step, "step"));
            return this;
        }

        /** Sets what the agent says aloud; nothing unless set. */
        public OfflineAnswer speech(String words) {
            this.speech = Objects.requireNonNull(words, "speech");
            return this;
        }

        /** Sets whom the speech is for, by name; whoever spoke last unless set. */
        public OfflineAnswer to(String name) {
            this.to = Objects.requireNonNull(name, "to");
            return this;
        }

        /** Sets what the agent promises to do after a talk; nothing unless set. */
        public OfflineAnswer later(String words) {
            this.later = Objects.requireNonNull(words, "later");
            return this;
        }

        /** Adds the number of an agreement that the plan keeps, or that is kept already. */
        public OfflineAnswer keeps(int agreement) {
            keeps.add(agreement);
            return this;
        }

        /** Adds the number of an agreement that the agent gives up. */
        public OfflineAnswer drops(int agreement) {
            drops.add(agreement);
            return this;
        }

        /** Sets the reason of the plan, which players may see; none unless set. */
        public OfflineAnswer thinking(String words) {
            this.thinking = Objects.requireNonNull(words, "thinking");
            return this;
        }

        /** Returns the steps so far, in order; an unmodifiable view. */
        public List<Step> steps() {
            return Collections.unmodifiableList(steps);
        }

        /** Returns the answer as the JSON that a model writes. */
        public String toJson() {
            Map<String, Object> answer =
                    new LinkedHashMap<>(); // the deed first, for which words wait
            put(answer, "to", to);
            if (!steps.isEmpty() || !speech.isEmpty()) {
                answer.put("action", steps.stream().map(OfflineAnswer::fields).toList());
            }
            put(answer, "later", later);
            put(answer, "keeps", keeps);
            put(answer, "drops", drops);
            put(answer, "speaking", speech);
            put(answer, "thinking", thinking);
            return JsonText.of(answer);
        }

        private static void put(Map<String, Object> answer, String key, String words) {
            if (!words.isEmpty()) {
                answer.put(key, words);
            }
        }

        private static void put(Map<String, Object> answer, String key, List<Integer> numbers) {
            if (!numbers.isEmpty()) {
                answer.put(key, numbers);
            }
        }

        private static Map<String, Object> fields(Step step) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("type", step.type());
            // steps keep numbers as text
            step.arguments()
                    .forEach((field, text) -> fields.put(
                            field, NUMBER.matcher(text).matches() ? Integer.valueOf(text) : text));
            return fields;
        }
    }
}
