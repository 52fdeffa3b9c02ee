/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.story;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.village.TestVillage;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Place;
import dev.triune.village.world.Village;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A director of three stories, of which the first to begin may keep villagers busy. */
final class StoryDirectorTest {
    private final TestVillage hamlet = new TestVillage();
    private final Village village = hamlet.village();
    private final int[] all = {hamlet.settle("Mira", Place.SQUARE.point())};
    private final List<StagedStory> tales =
            List.of(new Tale("one"), new Tale("two"), new Tale("three"));
    private final StoryDirector director = new StoryDirector(tales);
    private boolean busy;

    /** A story in which nothing happens. */
    private final class Tale extends StagedStory {
        Tale(String name) {
            super(name, 1, words -> {});
        }

        @Override
        void prepare(int[] villagers, SplittableRandom random) {}

        @Override
        void play(long tick, int[] villagers) {}

        @Override
        boolean isBusy(long tick) {
            return busy;
        }
    }

    StoryDirectorTest() {
        hamlet.world().inject(director);
        for (StagedStory tale : tales) {
            hamlet.world().inject(tale);
            tale.observe(1, all);
        }
    }

    /** Lets the director look; returns how many stories have begun then. */
    private long begunBy(long tick) {
        village.advanceTo(tick);
        director.process();
        tales.forEach(tale -> tale.observe(tick, all));
        return tales.stream().filter(tale -> !tale.isWaiting()).count();
    }

    private long at(int hour) {
        return Calendar.tick(2, hour) + village.pastHour();
    }

    @Test
    void beginsAStoryOnAQuietDayAndTheNextHoursLater() {
        assertThat(begunBy(at(7))).isEqualTo(1);
        assertThat(begunBy(at(8))).isEqualTo(1);
        assertThat(begunBy(at(11))).isEqualTo(2);
        assertThat(begunBy(at(15))).isEqualTo(3);
    }

    @Test
    void restsWhileAStoryKeepsVillagersBusy() {
        busy = true;
        assertThat(begunBy(at(7))).isEqualTo(1);
        assertThat(begunBy(at(14))).isEqualTo(1);
        busy = false;
        assertThat(begunBy(at(15))).isEqualTo(2);
    }

    @Test
    void restsAtNightNearAWolfAndOnTheEveningOfTheFeast() {
        assertThat(begunBy(at(22))).isZero();
        assertThat(begunBy(at(17))).as("feast").isZero();
        village.wolf().appear(0, 0, at(10));
        assertThat(begunBy(at(10))).as("wolf").isZero();
        village.wolf().leave();
        assertThat(begunBy(at(11))).isEqualTo(1);
    }

    @Test
    void looksOnceAnHourInAMinuteThatFewSeedsShare() {
        assertThat(begunBy(at(7) - 1)).isZero();
        assertThat(begunBy(at(7) + 1)).isZero();
        assertThat(LongStream.range(5, 65)
                        .mapToObj(seed -> Calendar.time(Calendar.pastHour(seed)).substring(3)))
                .doesNotHaveDuplicates();
    }
}
