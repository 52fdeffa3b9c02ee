/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.story;

import com.artemis.ComponentMapper;
import dev.triune.component.Goals;
import dev.triune.village.world.Calendar;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Two villagers court the same one. Whoever of them is liked enough first asks, after six hours at
 * the earliest, which succeeds; after over a day the one liked more asks in vain.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
final class CourtshipStory extends StagedStory {
    private static final long SHORTEST = 6 * Calendar.TICKS_PER_HOUR;
    private static final int MIN_HOURS = 26;
    private static final int MAX_HOURS = 34;
    private static final float LIKED = 0.35f;
    private static final float QUARREL = -0.5f;
    private static final String AIM = "win the heart of ";

    private int suitor;
    private int beloved;
    private int rival;
    private long courtship;

    private ComponentMapper<Goals> mGoals;

    CourtshipStory(long seed, Consumer<String> narrator) {
        super("courtship", seed, narrator);
    }

    @Override
    void prepare(int[] villagers, SplittableRandom random) {
        int first = random.nextInt(villagers.length);
        suitor = villagers[first];
        beloved = villagers[(first + 1) % villagers.length];
        rival = villagers[
                (first + 2 + random.nextInt(Math.max(1, villagers.length - 2))) % villagers.length];
        courtship = random.nextLong(MIN_HOURS, MAX_HOURS) * Calendar.TICKS_PER_HOUR;
    }

    @Override
    void play(long tick, int[] villagers) {
        if (suitor == beloved || rival == suitor) {
            return; // too few villagers
        }
        if (tick == begun()) {
            mGoals.get(suitor).add("personal", AIM + nameOf(beloved));
            mGoals.get(rival).add("personal", AIM + nameOf(beloved));
            narrate(nameOf(suitor) + " and " + nameOf(rival) + " court " + nameOf(beloved) + ".");
            return;
        }
        float rivals = liking(beloved, rival);
        float liking = Math.max(liking(beloved, suitor), rivals);
        boolean asks = liking >= LIKED && tick >= begun() + SHORTEST;
        if (asks || tick >= begun() + courtship) {
            for (int agent : villagers) {
                mGoals.get(agent).goals.removeIf(goal -> goal.description.startsWith(AIM));
            }
            propose(liking == rivals ? rival : suitor, liking);
        }
    }

    /** Two who court are no news for the others. */
    @Override
    boolean isBusy(long tick) {
        return false;
    }

    private void propose(int asking, float liking) {
        String asked = nameOf(asking) + " asked " + nameOf(beloved);
        set("liking", Math.round(100 * liking));
        if (liking >= LIKED) {
            mMemory.get(asking).relate(nameOf(beloved), "betrothed to you", 1);
            mMemory.get(beloved).relate(nameOf(asking), "betrothed to you", 1);
            end(true, asked + ", and they are betrothed.");
            return;
        }
        mMemory.get(asking).relate(nameOf(beloved), "", QUARREL);
        end(
                false,
                asked + " in vain, and now they do not talk: " + nameOf(beloved)
                        + " does not like them enough.");
    }

    private float liking(int of, int whom) {
        return mMemory.get(of).relation(nameOf(whom)).map(known -> known.liking).orElse(0f);
    }
}
