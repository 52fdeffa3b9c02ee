/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.story;

import com.artemis.World;
import dev.triune.village.people.Player;
import dev.triune.village.people.VillageFacts;
import dev.triune.village.world.Village;
import java.util.List;

/** All stories of a village. Changes nothing. Game thread only. */
public final class Stories {
    private final InjectionStory injection;
    private final List<Story> all;

    /** Of that village, what is known there, and whoever plays. */
    public Stories(Village village, VillageFacts villageFacts, Player player) {
        injection = new InjectionStory(player);
        all = List.of(
                new FeastStory(villageFacts),
                new StormStory(village),
                new WolfStory(village),
                new RumourStory(villageFacts),
                injection);
    }

    /** Fills in the Artemis mappers of the stories. */
    public void injectInto(World world) {
        all.forEach(world::inject);
    }

    /** Observes the village after a tick. */
    public void observe(long tick, int[] villagers) {
        for (Story story : all) {
            story.observe(tick, villagers);
        }
    }

    /** Records an attempt of the player at prompt injection. */
    public void injectionAttempted(int agent, long tick) {
        injection.injectionAttempted(agent, tick);
    }

    /** Returns what each has come to so far. */
    public List<StoryResult> results() {
        return all.stream().map(Story::result).toList();
    }
}
