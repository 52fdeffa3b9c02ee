/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.story;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.component.Goals;
import dev.triune.component.Memory;
import dev.triune.component.Persona;
import dev.triune.village.TestVillage;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Place;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Two who court the third of three. */
final class CourtshipStoryTest {
    private static final long SHORTEST = 40 + 6 * Calendar.TICKS_PER_HOUR;
    private static final long LATEST = 40 + 34 * Calendar.TICKS_PER_HOUR;

    private final TestVillage hamlet = new TestVillage();
    private final int[] all = {
        hamlet.settle("Mira", Place.SQUARE.point()),
        hamlet.settle("Oren", Place.SQUARE.point()),
        hamlet.settle("Wren", Place.SQUARE.point())
    };
    private final CourtshipStory story = new CourtshipStory(5, words -> {});
    private final int[] courting;
    private final int beloved;

    CourtshipStoryTest() {
        hamlet.world().inject(story);
        for (int agent : all) {
            hamlet.world().getMapper(Goals.class).create(agent);
        }
        story.observe(20, all);
        story.begin();
        story.observe(40, all);
        courting = courting().toArray();
        beloved = Arrays.stream(all)
                .filter(agent -> agent != courting[0] && agent != courting[1])
                .findFirst()
                .orElseThrow();
    }

    private IntStream courting() {
        return Arrays.stream(all)
                .filter(agent -> hamlet.of(agent, Goals.class).goals.stream()
                        .anyMatch(goal -> goal.description.startsWith("win the heart of ")));
    }

    private void like(int whom, float liking) {
        hamlet.of(beloved, Memory.class).relate(hamlet.of(whom, Persona.class).name, "", liking);
    }

    @Test
    void whoeverIsLikedEnoughFirstAsksAtOnce() {
        for (int winner : courting) {
            CourtshipStoryTest other = new CourtshipStoryTest();
            other.like(winner, 0.35f);
            other.story.observe(SHORTEST - 20, other.all);
            assertThat(other.story.result().over()).as("too soon").isFalse();
            other.like(winner, 0.3f);
            other.story.observe(SHORTEST, other.all);
            assertThat(other.story.result().over()).isFalse();
            other.like(winner, 0.35f);
            other.story.observe(SHORTEST + 20, other.all);
            assertThat(other.story.result().happened()).isTrue();
            assertThat(other.story.result().words())
                    .startsWith(other.hamlet.of(winner, Persona.class).name + " asked ");
            assertThat(other.courting()).isEmpty();
        }
    }

    @Test
    void theOneLikedMoreAsksInVainInTheEnd() {
        like(courting[0], 0.1f);
        like(courting[1], 0.2f);
        story.observe(LATEST, all);
        assertThat(story.result().over()).isTrue();
        assertThat(story.result().happened()).isFalse();
        assertThat(story.result().words())
                .startsWith(hamlet.of(courting[1], Persona.class).name + " asked ");
        assertThat(courting()).isEmpty();
    }
}
