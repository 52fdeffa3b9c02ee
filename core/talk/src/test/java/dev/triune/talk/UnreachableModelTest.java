/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.ActionCatalog;
import dev.triune.llm.provider.OfflineProvider.FaultMode;
import dev.triune.testkit.MindTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Players who speak to agents whose model cannot be reached, over a real broker. */
class UnreachableModelTest {
    private static final ActionCatalog ACTIONS =
            ActionCatalog.builder().action("rest", "sit down").build();

    private final List<String> spoken = new ArrayList<>();
    private final Conversations talk = new Conversations(new ConversationConfig()
            .patience(Duration.ofSeconds(30))
            .listener(new ConversationListener() {
                @Override
                public void spoke(int agent, Utterance line) {
                    spoken.add(line.text());
                }
            }));

    private MindTest world(FaultMode fault) {
        return MindTest.world(ACTIONS)
                .mind("{\"speaking\":\"Good day.\"}")
                .misbehaviour(fault)
                .plugin(minds -> minds.with(talk));
    }

    /** Says a line and returns the ticks until the agent reacts. */
    private int ticksUntilReaction(MindTest sim, int agent) {
        int before = spoken.size();
        talk.say("Robin", agent, "Hello?");
        return sim.tickUntil(() -> spoken.size() > before, 2_000);
    }

    @Test
    void busyLineComesAtOnceWhileTheBreakerIsOpen() {
        MindTest sim = world(FaultMode.DEAD);
        int ada = sim.agent("Ada");
        sim.ticks(2);
        List<Integer> waits = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            waits.add(ticksUntilReaction(sim, ada));
            sim.ticks(60);
        }

        assertThat(spoken).containsOnly("Not now!");
        assertThat(waits)
                .as("20 ticks are a second: 15 s until a call has to begin, 2.3 s until it fails")
                .allMatch(wait -> wait <= 350);
        assertThat(waits).filteredOn(wait -> wait <= 2).hasSizeGreaterThanOrEqualTo(6);
    }

    @Test
    void testHearsLinesThatNoModelWrote() {
        MindTest sim = world(FaultMode.DEAD);
        int ada = sim.agent("Ada");
        int bryn = sim.agent("Bryn");
        sim.ticks(2);
        talk.bark(ada, "Soup!");
        talk.address(ada, bryn, "Come here.");
        talk.end(ada);
        ticksUntilReaction(sim, ada);

        assertThat(sim.said(ada)).containsExactly("Soup!", "Come here.", "Not now!");
        assertThat(sim.said(bryn)).isEmpty();
    }

    @Test
    void busyLineFollowsAnAnswerThatPausesForTheWholePatience() {
        MindTest sim = world(FaultMode.HANG);
        int ada = sim.agent("Ada");
        sim.ticks(2);

        assertThat(ticksUntilReaction(sim, ada)).isBetween(600, 605);
        assertThat(spoken).containsExactly("Not now!");
    }
}
