/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.ComponentMapper;
import dev.triune.component.Layer;
import dev.triune.component.Memory;
import dev.triune.prompt.Perception.SituationFacts;
import dev.triune.testsupport.Thorough;
import dev.triune.village.mind.VillagePerception;
import dev.triune.village.people.VillageFacts;
import dev.triune.village.story.StoryResult;
import dev.triune.village.talk.TalkStats;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Villagers with habits survive like those without, with fewer calls. */
final class VillageHabitsTest {
    private static final int DAYS = 4;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Memory> mMemory;

    static LongStream seeds() {
        return LongStream.range(93_001, 93_001 + Thorough.count(1, 10));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void habitsReduceModelCallsAndAllVillagersSurvive(long seed) {
        SimulationSettings settings = SimulationSettings.offline(seed).with(HabitSource.LEARNING);
        List<Day> days = new ArrayList<>();
        VillageSimulation village = new VillageBuilder(settings).build();
        try (village) {
            Day before = new Day(0, 0, 0);
            for (int day = 0; day < DAYS; day++) {
                for (int i = 0; i < VillageAssertions.DAY; i++) {
                    village.tick();
                }
                Day total = Day.until(village);
                days.add(total.since(before));
                before = total;
            }
        }
        VillageAssertions.wellAndAccountedFor(village, settings);

        assertThat(days.get(DAYS - 1).calls())
                .as("seed %d", seed)
                .isLessThan(days.get(0).calls() * 2 / 3);
        assertThat(days.get(DAYS - 1).talks()).isLessThan(days.get(0).talks() / 2);
        assertThat(village.stats().minds().talk().settled()).isGreaterThan(10L * DAYS);
        assertThat(village.stats().minds().talk().repeatedLines())
                .isPositive(); // 5 to 30 in four days, by seed
        assertThat(village.stats().talk().get(TalkStats.Count.REPEATS))
                .isLessThan(village.stats().talk().get(TalkStats.Count.LINES) * 3 / 100 + 1);
        assertThat(village.stats().talk().get(TalkStats.Count.DISTINCT))
                .isGreaterThan(village.stats().talk().get(TalkStats.Count.LINES) * 6 / 10);
        assertThat(days.get(DAYS - 1).steps()).isGreaterThan(days.get(0).steps() * 2 / 3);
    }

    @Test
    void withoutHabitsEveryConversationUsesTheModel() {
        SimulationSettings settings = SimulationSettings.offline(93_001);
        VillageSimulation village = VillageAssertions.through(settings, VillageAssertions.DAY / 4);
        assertThat(village.stats().talk().get(TalkStats.Count.CONVERSATIONS)).isPositive();
        assertThat(village.stats().minds().talk().settled()).isZero();
    }

    @Test
    void villagersWithoutAModelTellEachOtherOfTheFeast() {
        SimulationSettings settings = SimulationSettings.offline(93_001)
                .with(new MindSource.None())
                .with(HabitSource.LEARNING);
        VillageSimulation village = VillageAssertions.through(settings, VillageAssertions.DAY);
        StoryResult feast = village.stories().stream()
                .filter(each -> each.story().equals("feast"))
                .findFirst()
                .orElseThrow();
        assertThat(feast.figures().get("invitations")).isPositive();
    }

    @Test
    void healerWithAPatientIsInTheSameSituationWhateverElseThereIsToDo() {
        VillagePerception perception = new VillagePerception();
        List<String> facts = new ArrayList<>();
        try (VillageSimulation village =
                new VillageBuilder(SimulationSettings.offline(93_001)).build()) {
            village.inject(perception);
            village.inject(this);
            int healer = Arrays.stream(village.villagers())
                    .filter(agent -> village.tradeOf(agent).equals("healer"))
                    .findFirst()
                    .orElseThrow();
            mMemory.get(healer).remember("Edda" + VillageFacts.IS_ILL, VillageFacts.ILLNESS, 1, 0);
            perception.describeSituation(healer, new SituationFacts() {
                @Override
                public void fact(String name, String value) {
                    facts.add(name + " " + value);
                }

                @Override
                public void slot(String name, String meaning) {
                    facts.add("<" + name + "> " + meaning);
                }

                @Override
                public void role(String name) {
                    facts.add("role " + name);
                }
            });
        }
        assertThat(facts).containsExactly("role healer", "patient yes", "<patient> Edda");
    }

    /** The requests of all layers, those of the talker, and the completed steps. */
    private record Day(long calls, long talks, long steps) {
        private static Day until(VillageSimulation village) {
            Map<String, Long> layers = village.stats().broker().layers();
            return new Day(
                    layers.values().stream().mapToLong(Long::longValue).sum(),
                    layers.getOrDefault(Layer.TALKER.label(), 0L),
                    village.stats().minds().steps().done());
        }

        private Day since(Day before) {
            return new Day(calls - before.calls, talks - before.talks, steps - before.steps);
        }
    }
}
