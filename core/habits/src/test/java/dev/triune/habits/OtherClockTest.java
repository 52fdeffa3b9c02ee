/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.prompt.Perception;
import dev.triune.prompt.Surroundings;
import dev.triune.testkit.MindTest;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Habits of another game were learned long ago, whatever its clock said. */
final class OtherClockTest extends HabitWorldTest {
    private String weather = "";

    @ParameterizedTest
    @ValueSource(longs = {0, 300, 10_000_000})
    void habitsOfALongGameGiveWayToNewOnes(long learned) {
        String records = IntStream.range(0, 5)
                .mapToObj(i -> "{\"kind\":\"default\",\"situation\":\"free; weather old" + i
                        + "; sees tree\",\"steps\":[{\"type\":\"rest\"}],\"learned\":" + learned
                        + "}")
                .collect(Collectors.joining(",\n"));
        Habits old = Habits.parse(
                        "old.json",
                        "{\"format\": \"triune habits\", \"version\": 1, \"records\": [\n" + records
                                + "\n]}")
                .limit(5)
                .exploration(0, 0)
                .completions(1);
        MindTest sim = world(old, "{\"action\":[{\"type\":\"rest\"}]}")
                .plugin(minds -> minds.perception(new Perception() {
                    @Override
                    public Surroundings perceive(int agent) {
                        return Surroundings.NONE;
                    }

                    @Override
                    public void describeSituation(int agent, SituationFacts facts) {
                        facts.fact("weather", weather);
                    }
                }));
        sim.agent("Ann");
        for (int i = 0; i < 20; i++) {
            weather = i % 2 == 0 ? "new1" : "new2";
            sim.ticks(400);
        }
        assertThat(calls(sim)).isBetween(2L, 3L);
    }
}
