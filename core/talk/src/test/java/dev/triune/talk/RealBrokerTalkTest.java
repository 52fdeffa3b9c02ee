/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.ActionCatalog;
import dev.triune.llm.provider.OfflineProvider.FaultMode;
import dev.triune.testkit.MindTest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Conversations over a real broker and a model that streams. */
class RealBrokerTalkTest {
    private static final ActionCatalog ACTIONS =
            ActionCatalog.builder().action("rest", "sit down").build();
    private static final String STORY =
            "{\"action\":[],\"speaking\":\"Once upon a time there was a miller. He had"
                    + " three sons, and the youngest had nothing but a cat. One day it asked for boots.\"}";

    private final List<String> grown = new ArrayList<>();
    private final List<Utterance> spoken = new ArrayList<>();
    private final Conversations talk =
            new Conversations(new ConversationConfig().listener(new ConversationListener() {
                @Override
                public void speaking(int agent, Utterance line, String text, int sentenceEnd) {
                    grown.add(text);
                }

                @Override
                public void spoke(int agent, Utterance line) {
                    spoken.add(line);
                }
            }));

    private MindTest world(FaultMode fault) {
        return MindTest.world(ACTIONS)
                .mind(STORY)
                .misbehaviour(fault)
                .plugin(minds -> minds.with(talk));
    }

    @Test
    void streamedTextGrowsIntoTheFinalLine() {
        MindTest sim = world(FaultMode.NONE);
        int ada = sim.agent("Ada");
        sim.ticks(1);
        talk.say("Robin", ada, "Tell me a story.");
        sim.tickUntil(() -> !spoken.isEmpty(), 600);

        assertThat(grown).hasSizeGreaterThan(2);
        for (int i = 0; i < grown.size(); i++) {
            String later =
                    i + 1 < grown.size() ? grown.get(i + 1) : spoken.get(0).text();
            assertThat(later).startsWith(grown.get(i));
        }
        assertThat(spoken.get(0).text()).endsWith("asked for boots.");
    }

    @Test
    void interruptingPlayerGetsANewAnswer() {
        MindTest sim = world(FaultMode.NONE);
        int ada = sim.agent("Ada");
        sim.ticks(1);
        talk.say("Robin", ada, "Tell me a story.");
        sim.tickUntil(() -> grown.size() > 1, 600);
        talk.say("Robin", ada, "Another one!");
        assertThat(spoken).hasSize(1);
        assertThat(spoken.get(0).brokenOff()).isTrue();
        sim.tickUntil(() -> spoken.size() > 1, 600);

        assertThat(spoken.get(1).brokenOff()).isFalse();
        assertThat(sim.lastPrompt(ada)).contains("(broken off)").contains("Another one!");
    }

    @Test
    void cutOffLineIsNotRequestedAgain() {
        MindTest sim = world(FaultMode.CUT);
        int ada = sim.agent("Ada");
        sim.ticks(1);
        talk.say("Robin", ada, "Tell me a story.");
        sim.ticks(1_200);

        assertThat(spoken).isNotEmpty();
        assertThat(spoken.get(0).text()).isNotEmpty();
        assertThat(spoken).as("one answer to one line").hasSize(1);
    }
}
