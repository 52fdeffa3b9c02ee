/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.provider.Misbehaviour;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

final class SeedTest {
    private static final int MARK_EVERY = 1_000;

    @Test
    void theSameSeedGoesTheSameWayAllDay() {
        assertThat(marks(Settings.offline(7))).isEqualTo(marks(Settings.offline(7)));
    }

    @Test
    void evenTheShortestRunsOfTwoSeedsDiffer() {
        assertThat(Lived.through(Settings.offline(1), 1).fingerprint())
                .isEqualTo(Lived.through(Settings.offline(1), 1).fingerprint())
                .isNotEqualTo(Lived.through(Settings.offline(2), 1).fingerprint());
    }

    @Test
    void misbehaviourIsSeededToo() {
        Settings chaos = Settings.offline(7).with(Misbehaviour.ALL);
        assertThat(marks(chaos)).isEqualTo(marks(chaos));
    }

    @Test
    void threeDaysOfTwentySeedsAreSurvivedNoTwoAlikeAndMostStoriesHappen() {
        Set<String> fingerprints = new HashSet<>();
        Map<String, Integer> happened = new TreeMap<>();
        LongStream.rangeClosed(1, 20).forEach(seed -> {
            Settings settings = Settings.offline(seed);
            VillageSimulation village = Lived.through(settings, 3 * Lived.DAY);
            Lived.wellAndAccountedFor(village, settings);
            assertThat(fingerprints.add(village.fingerprint()))
                    .as("seed %d", seed)
                    .isTrue();
            village.stories()
                    .forEach(story ->
                            happened.merge(story.story(), story.happened() ? 1 : 0, Integer::sum));
        });
        assertThat(happened)
                .hasSize(5)
                .allSatisfy((story, times) -> assertThat(times)
                        .as(story)
                        .isGreaterThanOrEqualTo(story.equals("injection") ? 20 : 15));
    }

    @ParameterizedTest
    @EnumSource(Misbehaviour.class)
    void aDayOfEveryMisbehaviourIsSurvived(Misbehaviour misbehaviour) {
        Settings settings = Settings.offline(11).with(misbehaviour);
        Lived.wellAndAccountedFor(Lived.through(settings, Lived.DAY), settings);
    }

    @ParameterizedTest
    @MethodSource("crowds")
    void aCrowdIsNoTrouble(int villagers) {
        Settings settings =
                new Settings(5, villagers, true, Settings.Minds.OFFLINE, Misbehaviour.NONE, null);
        VillageSimulation village = Lived.through(settings, 2_000);
        assertThat(village.villagers()).hasSize(villagers);
        Lived.wellAndAccountedFor(village, settings);
        assertThat(village.ledger().done()).isPositive();
    }

    static List<Integer> crowds() {
        return List.of(1, 2, 100);
    }

    private static List<String> marks(Settings settings) {
        List<String> marks = new ArrayList<>();
        try (VillageSimulation village = new VillageSimulation(settings, Narrator.SILENT)) {
            for (int tick = 1; tick <= Lived.DAY; tick++) {
                village.tick();
                if (tick % MARK_EVERY == 0) {
                    marks.add(village.fingerprint());
                }
            }
        }
        assertThat(marks).hasSize(Lived.DAY / MARK_EVERY).doesNotHaveDuplicates();
        return marks;
    }
}
