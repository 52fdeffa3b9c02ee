/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.story;

import com.artemis.BaseSystem;
import com.artemis.annotations.Wire;
import dev.triune.system.MindModule;
import dev.triune.village.people.VillageFacts;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Village;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Begins stories by day while nothing else happens, a few hours apart, and lets them rest during a
 * storm, near a wolf, on the evening of the feast, and while a story keeps villagers busy. It looks
 * once an hour, in a minute that depends on the seed, so that nothing happens at the same minute in
 * two villages. Its decisions follow from the stories, which are saved. Game thread only.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the village
public final class StoryDirector extends BaseSystem implements MindModule {
    private static final int EARLIEST = 6;
    private static final int LATEST = 19;
    private static final int FEAST_BEGINS = 16;
    private static final long APART = 4L * Calendar.TICKS_PER_HOUR;

    private final List<StagedStory> stories;

    @Wire
    private Village village;

    /** Creates the director of a village's stories. */
    public StoryDirector(Stories stories) {
        this(stories.staged());
    }

    StoryDirector(List<StagedStory> stories) {
        this.stories = stories;
    }

    @Override
    public void install(MindContext minds) {
        minds.beforeThinking(this);
    }

    @Override
    protected boolean checkProcessing() {
        return village.tick() % Calendar.TICKS_PER_HOUR == village.pastHour();
    }

    @Override
    protected void processSystem() {
        long tick = village.tick();
        List<StagedStory> waiting =
                stories.stream().filter(StagedStory::isWaiting).toList();
        if (!waiting.isEmpty() && isQuiet(tick)) {
            boolean both = waiting.size() % 2 == 0; // of a pair: the stories that take long, first
            waiting.get(both ? new SplittableRandom(tick).nextInt(2) : 0).begin();
        }
    }

    private boolean isQuiet(long tick) {
        int hour = Calendar.hour(tick);
        boolean feast = Calendar.day(tick) == VillageFacts.FEAST_DAY && hour >= FEAST_BEGINS;
        return hour >= EARLIEST
                && hour < LATEST
                && !feast
                && !village.isStorm()
                && !village.wolf().isPresent()
                && stories.stream()
                        .noneMatch(story -> (story.isOn() && story.isBusy(tick))
                                || (story.begun() > 0 && tick < story.begun() + APART));
    }
}
