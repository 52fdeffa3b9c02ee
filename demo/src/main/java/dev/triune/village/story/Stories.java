/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.story;

import com.artemis.World;
import dev.triune.action.Step.RefusedStep;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** All stories of a village. Game thread only. */
public final class Stories {
    private final InjectionStory injection = new InjectionStory();
    private final List<Story> all;
    private final Map<String, StoryResult> before = new HashMap<>();

    /**
     * Creates the stories of a village.
     *
     * @param seed determines who takes part
     * @param narrator receives a sentence whenever a story continues
     */
    public Stories(long seed, Consumer<String> narrator) {
        all = List.of(
                new FeastStory(),
                new StormStory(),
                new WolfStory(),
                new RumourStory(),
                injection,
                new MarketStory(seed, narrator),
                new CourtshipStory(seed, narrator),
                new IllnessStory(seed, narrator),
                new TheftStory(seed, narrator));
    }

    /** Returns the stories that somebody has to begin. */
    List<StagedStory> staged() {
        return all.stream()
                .filter(StagedStory.class::isInstance)
                .map(StagedStory.class::cast)
                .toList();
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

    /** Records an order of a villager's mind that was refused. */
    public void refused(int agent, RefusedStep step) {
        injection.refused(agent, step);
    }

    /** Returns the current results of all stories. */
    public List<StoryResult> results() {
        return all.stream()
                .map(Story::result)
                .map(now -> now.happened() ? now : before.getOrDefault(now.story(), now))
                .toList();
    }

    /** Restores the stories of a save; finished ones keep their result. */
    public void resume(List<StoryResult> saved) {
        for (StoryResult result : saved) {
            boolean resumed = all.stream()
                    .filter(story -> story.result().story().equals(result.story()))
                    .anyMatch(story -> story.resume(result));
            if (!resumed && (result.over() || result.happened())) {
                before.put(result.story(), result);
            }
        }
    }
}
