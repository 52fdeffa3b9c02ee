/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.ActionCatalog;
import dev.triune.action.Field;
import dev.triune.action.Progress;
import dev.triune.prompt.Perception;
import dev.triune.prompt.Surroundings;
import dev.triune.testkit.MindTest;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an agent did is told in few words, and with what made it act. */
final class DeedWordsTest {
    private static final String CALL = "Pip, the bear is in the yard again";

    private final Conversations talk = new Conversations(new ConversationConfig());
    private int plans;
    private final MindTest sim = MindTest.world(ActionCatalog.builder()
                    .action("fetch", "bring wood", Field.whole("logs", 1, 9))
                    .action("tell", "say something to somebody", Field.text("text"))
                    .build())
            .mind((prompt, random) -> plans++ > 0
                    ? "{\"action\":[],\"thinking\":\"As before.\"}"
                    : "{\"action\":[{\"type\":\"fetch\",\"logs\":2},{\"type\":\"fetch\",\"logs\":2},"
                            + "{\"type\":\"tell\",\"text\":\"" + CALL
                            + "\"}],\"thinking\":\"So be it.\"}")
            .stepsTake(5)
            .plugin(minds -> minds.with(talk)
                    .perception(new Bear())
                    .runner("flee_danger", (agent, step) -> Progress.RUNNING)
                    .runner("tell", (agent, step) -> {
                        talk.address(agent, "Pip", step.text("text"));
                        return Progress.DONE;
                    }));

    private static final class Bear implements Perception {
        @Override
        public Surroundings perceive(int agent) {
            return new Surroundings("", List.of(), List.of());
        }

        @Override
        public String cause(int agent, String behavior) {
            return behavior.equals("flee_danger") ? "the bear" : "";
        }
    }

    @Test
    void sumsHaveNoTimesFlightsTheirCauseAndQuotedWordsAreNotSaidTwice() {
        int servant = sim.agent("Odo");
        sim.tickUntil(() -> sim.stats().steps().done() == 3, 2_400);
        sim.needs(servant).danger = true;
        sim.ticks(40);
        sim.needs(servant).danger = false;
        sim.ticks(40);
        int before = sim.prompts(servant).size();
        talk.say("Pip", servant, "Did you see the bear, Odo?");
        sim.tickUntil(() -> sim.prompts(servant).size() > before, 2_400);
        String prompt = sim.prompts(servant).get(before);
        assertThat(prompt).contains("fleeing from danger (the bear), without thinking");
        assertThat(prompt).contains("fetch 4").doesNotContain("times)");
        assertThat(prompt.split(CALL, -1)).as(prompt).hasSize(2);
    }
}
