/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.story;

import com.artemis.ComponentMapper;
import com.artemis.annotations.Wire;
import dev.triune.component.Needs;
import dev.triune.village.people.Position;
import dev.triune.village.people.Trade;
import dev.triune.village.people.VillageFacts;
import dev.triune.village.people.VillagerProfiles;
import dev.triune.village.world.Calendar;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * A villager other than the healer, who cannot heal itself, falls ill, which only it knows at first.
 * Succeeds if the healer hears of it and helps in time.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
final class IllnessStory extends StagedStory {
    private static final int MIN_HOURS = 6;
    private static final int MAX_HOURS = 18;
    private static final int CARE = 100;
    private static final float REACH = 2;
    private static final float HARM = 1 / 500f;
    private static final float MIN_HEALTH = 0.3f;

    @Wire
    private VillageFacts facts;

    private int patient;
    private long deadlineTicks;

    private ComponentMapper<Needs> mNeeds;

    IllnessStory(long seed, Consumer<String> narrator) {
        super("illness", seed, narrator);
    }

    @Override
    void prepare(int[] villagers, SplittableRandom random) {
        int number = random.nextInt(villagers.length);
        boolean healer =
                VillagerProfiles.trade(mVillager.get(villagers[number]).number) == Trade.HEALER;
        patient = villagers[healer ? (number + 1) % villagers.length : number];
        deadlineTicks = random.nextLong(MIN_HOURS, MAX_HOURS) * Calendar.TICKS_PER_HOUR;
        facts.reword(VillageFacts.ILLNESS, nameOf(patient) + VillageFacts.IS_ILL);
    }

    @Override
    void play(long tick, int[] villagers) {
        if (tick == begun()) {
            fallIll(tick);
            return;
        }
        Needs needs = mNeeds.get(patient);
        needs.health = Math.min(needs.health, Math.max(MIN_HEALTH, needs.health - HARM));
        set("know", knowing(VillageFacts.ILLNESS, villagers));
        for (int agent : villagers) {
            if (figure("over") == 0 && cares(agent)) {
                set("care", figure("care") + 1);
                if (figure("care") >= CARE / 20) {
                    recover(villagers);
                    end(
                            true,
                            nameOf(agent) + " healed " + nameOf(patient) + ", ill since day "
                                    + Calendar.day(begun()) + ", "
                                    + Calendar.time(begun()) + ", in time.");
                }
            }
        }
        if (figure("over") == 0 && tick >= begun() + deadlineTicks) {
            recover(villagers);
            end(
                    false,
                    nameOf(patient) + " lay ill for " + deadlineTicks / Calendar.TICKS_PER_HOUR
                            + " hours, and nobody came to heal; " + figure("know")
                            + " knew of it.");
        }
    }

    private void fallIll(long tick) {
        mVillager.get(patient).ill = true;
        mMemory.get(patient)
                .remember(nameOf(patient) + VillageFacts.IS_ILL, VillageFacts.ILLNESS, 1, tick);
        narrate(nameOf(patient) + " has fallen ill.");
    }

    private boolean cares(int agent) {
        Position at = mPosition.get(patient);
        return agent != patient
                && is(agent, Trade.HEALER)
                && mBehavior.get(agent).name.equals("help")
                && isAwakeAt(agent, at.x, at.y, REACH);
    }

    private void recover(int[] villagers) {
        mVillager.get(patient).ill = false;
        forget(VillageFacts.ILLNESS, villagers);
    }
}
