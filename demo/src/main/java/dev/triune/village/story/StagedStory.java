/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.story;

import com.artemis.ComponentMapper;
import dev.triune.component.Behavior;
import dev.triune.component.Memory;
import dev.triune.component.Persona;
import dev.triune.village.people.Position;
import dev.triune.village.people.Trade;
import dev.triune.village.people.Villager;
import dev.triune.village.world.Calendar;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * A story that changes the village. The {@link StoryDirector} begins it, once in six days, each time
 * with other villagers, depending on the seed. Its figures are its whole state for saves.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
abstract class StagedStory implements Story {
    private static final long ROUND = 6L * Calendar.TICKS_PER_DAY;
    private static final int CHECK_INTERVAL_TICKS = 20;

    private final String name;
    private final long seed;
    private final Consumer<String> narrator;
    private final Map<String, Long> figures = new LinkedHashMap<>();
    private String words = "";
    private boolean prepared;

    ComponentMapper<Memory> mMemory;
    ComponentMapper<Persona> mPersona;
    ComponentMapper<Villager> mVillager;
    ComponentMapper<Behavior> mBehavior;
    ComponentMapper<Position> mPosition;

    StagedStory(String name, long seed, Consumer<String> narrator) {
        this.name = name;
        this.seed = seed;
        this.narrator = narrator;
    }

    /**
     * Chooses villagers and durations, also after a save.
     *
     * @param random a generator that is the same for each run of a round
     */
    abstract void prepare(int[] villagers, SplittableRandom random);

    /** Continues the story, which has begun, once a second. */
    abstract void play(long tick, int[] villagers);

    /** Returns whether it keeps villagers busy now, so that no other story begins. */
    boolean isBusy(long tick) {
        return true;
    }

    @Override
    public final void observe(long tick, int[] villagers) {
        long round = tick / ROUND + 1;
        if (figure("round") != round) {
            figures.keySet().retainAll(List.of("well", "badly"));
            set("round", round);
            set("people", villagers.length);
            prepared = false;
        }
        if (!prepared) {
            prepared = true;
            int people = (int) Math.min(villagers.length, figure("people"));
            prepare(
                    people == 0 ? villagers : Arrays.copyOf(villagers, people),
                    new SplittableRandom(seed + round * name.hashCode()));
        }
        if (isOn() && begun() == 0) {
            set("begun", tick);
        }
        if (isOn() && (tick - begun()) % CHECK_INTERVAL_TICKS == 0) {
            play(tick, villagers);
        }
    }

    /** Begins it, in the tick that it observes next. */
    final void begin() {
        set("begun", 0);
    }

    /** Returns whether it can begin in this round. */
    final boolean isWaiting() {
        return figure("round") > 0 && !figures.containsKey("begun");
    }

    /** Returns whether it has begun and is not over. */
    final boolean isOn() {
        return figures.containsKey("begun") && figure("over") == 0;
    }

    /** Returns when it began, in ticks; 0 if it has not. */
    final long begun() {
        return figure("begun");
    }

    /** Ends this round, well or badly. */
    final void end(boolean well, String sentence) {
        set("over", well ? 1 : -1);
        set(well ? "well" : "badly", figure(well ? "well" : "badly") + 1);
        words = sentence;
        narrator.accept(sentence);
    }

    final void narrate(String sentence) {
        words = sentence;
        narrator.accept(sentence);
    }

    final long figure(String key) {
        return figures.getOrDefault(key, 0L);
    }

    final void set(String key, long value) {
        figures.put(key, value);
    }

    final String nameOf(int agent) {
        return mPersona.get(agent).name;
    }

    final boolean is(int agent, Trade trade) {
        return mVillager.get(agent).trade == trade;
    }

    final boolean isAwakeAt(int agent, float x, float y, float reach) {
        return !mBehavior.get(agent).asleep && mPosition.get(agent).distance(x, y) <= reach;
    }

    /** Returns the number of villagers who know a fact. */
    final long knowing(String kind, int[] villagers) {
        long knowing = 0;
        for (int agent : villagers) {
            knowing += knows(agent, kind) ? 1 : 0;
        }
        return knowing;
    }

    final boolean knows(int agent, String kind) {
        return mMemory.get(agent).episodes.stream().anyMatch(known -> known.kind.equals(kind));
    }

    /** Removes a settled fact from all memories. */
    final void forget(String kind, int[] villagers) {
        for (int agent : villagers) {
            mMemory.get(agent).episodes.removeIf(known -> known.kind.equals(kind));
        }
    }

    @Override
    public final boolean resume(StoryResult saved) {
        figures.putAll(saved.figures());
        words = saved.words();
        return true;
    }

    @Override
    public final StoryResult result() {
        long over = figure("over");
        return new StoryResult(
                name,
                over != 0,
                over > 0,
                words.isEmpty() ? "Nothing has happened so far." : words,
                figures);
    }
}
