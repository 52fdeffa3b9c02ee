/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.ActionCatalog;
import dev.triune.testkit.MindTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlowModelTest {
    private static final int LINES = 10;
    private static final String ANSWER =
            "{\"to\":\"Robin\",\"action\":[],\"speaking\":\"Good day.\",\"end\":false}";

    @ParameterizedTest
    @ValueSource(ints = {1, 10, 45})
    void everyLineOfAPlayerIsAnsweredHoweverSlowTheModel(int seconds) {
        List<String> said = new ArrayList<>();
        Conversations talk =
                new Conversations(new ConversationConfig().listener(new ConversationListener() {
                    @Override
                    public void spoke(int agent, Utterance line) {
                        said.add(line.text());
                    }
                }));
        MindTest sim = MindTest.world(
                        ActionCatalog.builder().action("wave", "wave").build())
                .mind(ANSWER)
                .latency(Duration.ofSeconds(seconds))
                .plugin(minds -> minds.with(talk));
        int ada = sim.agent("Ada");
        sim.ticks(1);
        int answered = 0;
        for (int i = 0; i < LINES; i++) {
            said.clear();
            talk.say("Robin", ada, "Good day, number " + i);
            for (int tick = 0; tick < 3000 && said.isEmpty(); tick++) {
                sim.ticks(1);
            }
            answered += said.contains("Good day.") ? 1 : 0;
            sim.ticks(100);
        }
        System.out.println(seconds + " s: answered " + answered + " of " + LINES);
        assertThat(answered).isEqualTo(LINES);
    }
}
