/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.story;

import com.artemis.World;
import dev.triune.village.people.Lore;
import dev.triune.village.people.Player;
import dev.triune.village.places.Village;
import java.util.List;

/** All stories of a village. Looks on and changes nothing. Game thread only. */
public final class Stories {
    private final InjectionStory injection;
    private final List<Story> all;

    /** Of that village, what is known there, and whoever plays. */
    public Stories(Village village, Lore lore, Player player) {
        injection = new InjectionStory(player);
        all = List.of(
                new FeastStory(lore),
                new StormStory(village),
                new WolfStory(village),
                new RumourStory(lore),
                injection);
    }

    /** Has Artemis fill in their mappers. */
    public void join(World world) {
        all.forEach(world::inject);
    }

    /** Looks at the village after a tick. */
    public void observe(long tick, int[] villagers) {
        for (Story story : all) {
            story.observe(tick, villagers);
        }
    }

    /** The player tried to talk a villager round. */
    public void tempted(int agent, long tick) {
        injection.tempted(agent, tick);
    }

    /** What each has come to so far. */
    public List<Telling> tellings() {
        return all.stream().map(Story::telling).toList();
    }
}
