/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.story;

import com.artemis.ComponentMapper;
import com.artemis.annotations.Wire;
import dev.triune.component.Needs;
import dev.triune.village.people.Trade;
import dev.triune.village.people.VillageFacts;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Place;
import dev.triune.village.world.Resource;
import dev.triune.village.world.Village;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * A hungry villager steals food from the storehouse, seen by those nearby. Succeeds if it does not,
 * or if the elder hears of it in time, so that the food is returned.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
final class TheftStory extends StagedStory {
    private static final int IN_TIME = 10 * Calendar.TICKS_PER_HOUR;
    private static final int LOOT = 6;
    private static final float AT_THE_STORE = 5;
    private static final float IN_SIGHT = 4;
    private static final float TEMPTED = 0.85f;

    @Wire
    private Village village;

    @Wire
    private VillageFacts facts;

    private int thief;

    private ComponentMapper<Needs> mNeeds;

    TheftStory(long seed, Consumer<String> narrator) {
        super("theft", seed, narrator);
    }

    @Override
    void prepare(int[] villagers, SplittableRandom random) {
        int number = random.nextInt(villagers.length);
        boolean elder = is(villagers[number], Trade.ELDER);
        thief = villagers[elder ? (number + 1) % villagers.length : number];
        facts.reword(VillageFacts.THEFT, nameOf(thief) + VillageFacts.STOLE);
    }

    @Override
    void play(long tick, int[] villagers) {
        if (figure("at") == 0) {
            if (isTempted() && watching(2 * IN_SIGHT, villagers).size() < 3) {
                steal(tick, villagers);
            } else if (tick >= begun() + 2 * IN_TIME) {
                end(true, nameOf(thief) + " was tempted to steal, and did not.");
            }
            return;
        }
        set("know", knowing(VillageFacts.THEFT, villagers));
        for (int agent : villagers) {
            if (figure("over") == 0 && is(agent, Trade.ELDER) && knows(agent, VillageFacts.THEFT)) {
                village.store().add(Resource.BERRIES, LOOT);
                settle(true, "the elder heard of it, and it was brought back", villagers);
            }
        }
        if (figure("over") == 0 && tick >= figure("at") + IN_TIME) {
            settle(false, figure("know") + " knew, and nobody told the elder", villagers);
        }
    }

    @Override
    boolean isBusy(long tick) {
        return figure("at") > 0;
    }

    private boolean isTempted() {
        return mNeeds.get(thief).hunger < TEMPTED
                && village.store().get(Resource.BERRIES) >= LOOT
                && isAwakeAt(thief, Place.STOREHOUSE.x(), Place.STOREHOUSE.y(), AT_THE_STORE);
    }

    /** Returns the villagers awake near the storehouse, without the thief. */
    private List<Integer> watching(float reach, int[] villagers) {
        return Arrays.stream(villagers)
                .filter(agent -> agent != thief
                        && isAwakeAt(agent, Place.STOREHOUSE.x(), Place.STOREHOUSE.y(), reach))
                .boxed()
                .toList();
    }

    private void steal(long tick, int[] villagers) {
        set("at", tick);
        village.store().take(Resource.BERRIES, LOOT);
        List<Integer> witnesses = watching(IN_SIGHT, villagers);
        for (int agent : witnesses) {
            mMemory.get(agent)
                    .remember(nameOf(thief) + VillageFacts.STOLE, VillageFacts.THEFT, 1, tick);
        }
        if (witnesses.isEmpty()) {
            settle(false, "nobody saw it", villagers);
        } else {
            narrate(nameOf(thief) + VillageFacts.STOLE + ", and was seen.");
        }
    }

    private void settle(boolean well, String outcomeText, int[] villagers) {
        forget(VillageFacts.THEFT, villagers);
        end(well, nameOf(thief) + " stole " + LOOT + " berries; " + outcomeText + ".");
    }
}
