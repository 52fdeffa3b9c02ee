/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.answers;

import dev.triune.llm.Message;
import dev.triune.llm.Prompt;
import dev.triune.llm.provider.OfflineProvider.OfflineModel;
import java.util.List;
import java.util.random.RandomGenerator;

/** Writes plans and speech of usual length in place of a model. Stateless and thread-safe. */
final class PlanWriter implements OfflineModel {
    private static final String[] STEPS = {
        "{\"type\":\"gather\",\"target\":\"wood\",\"amount\":6}",
        "{\"type\":\"gather\",\"target\":\"berries\",\"amount\":4}",
        "{\"type\":\"go_to\",\"place\":\"square\"}",
        "{\"type\":\"deposit\",\"where\":\"storehouse\"}",
        "{\"type\":\"withdraw\",\"item\":\"bread\",\"amount\":2}",
        "{\"type\":\"cook\",\"amount\":2}",
        "{\"type\":\"plan_build\",\"building\":\"campfire\"}"
    };
    private static final String SAYS =
            "\"speaking\":\"Good to see you. I am off to the forest before the rain comes.\"";
    private static final String WANTS =
            ",\"goal\":{\"type\":\"personal\",\"description\":\"to have a dry woodpile\"}";
    private static final String THINKS =
            ",\"thinking\":\"The store runs low and the evening will be cold.\"}";

    @Override
    public String answer(Prompt prompt, RandomGenerator random) {
        if (saidSomething(prompt.messages())) {
            return "{" + SAYS + THINKS;
        }
        StringBuilder plan = new StringBuilder("{\"action\":[");
        int steps = random.nextInt(1, 5);
        for (int i = 0; i < steps; i++) {
            plan.append(i == 0 ? "" : ",").append(STEPS[random.nextInt(STEPS.length)]);
        }
        plan.append("],").append(SAYS);
        return plan.append(random.nextInt(4) == 0 ? WANTS : "").append(THINKS).toString();
    }

    private static boolean saidSomething(List<Message> messages) {
        return messages.get(messages.size() - 1).text().contains("What do you say");
    }
}
