/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.ActionCatalog;
import dev.triune.llm.Prompt;
import org.junit.jupiter.api.Test;

/** Prompts say why an agent does what it does, in the words of the answer that planned it. */
final class PlanReasonTest {
    private static final int MINUTES = 6_000; // ticks
    private static final String REASON = "The well runs dry.";
    private int answers;

    private String answer(Prompt prompt) {
        answers++;
        return answers == 1
                ? "{\"action\":[{\"type\":\"dig\"}],\"thinking\":\"" + REASON + "\"}"
                : "{\"action\":[],\"thinking\":\"I go on with what I have begun.\"}";
    }

    @Test
    void aPlanThatGoesOnKeepsItsReason() {
        MindTest sim = MindTest.world(
                        ActionCatalog.builder().action("dig", "dig").build())
                .mind((prompt, random) -> answer(prompt))
                .stepsTake(MINUTES);
        int agent = sim.agent("Ada");
        sim.tickUntil(() -> answers >= 3, MINUTES);

        assertThat(answers).isGreaterThanOrEqualTo(3);
        assertThat(sim.lastPrompt(agent))
                .contains("Why: " + REASON)
                .doesNotContain("I go on with what I have begun.");
    }

    @Test
    void aReasonEndsWithItsPlan() {
        MindTest sim = MindTest.world(
                        ActionCatalog.builder().action("dig", "dig").build())
                .mind((prompt, random) -> answer(prompt))
                .stepsTake(1);
        int agent = sim.agent("Ada");
        sim.tickUntil(() -> answers >= 3, MINUTES);

        assertThat(sim.lastPrompt(agent)).contains("- dig").doesNotContain("Why: ");
    }
}
