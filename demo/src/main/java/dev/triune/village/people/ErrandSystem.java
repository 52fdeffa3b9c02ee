/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import com.artemis.ComponentMapper;
import com.artemis.annotations.All;
import com.artemis.annotations.Wire;
import com.artemis.systems.IteratingSystem;
import dev.triune.component.Journal;
import dev.triune.component.Journal.Agreement;
import dev.triune.component.Memory;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Place;
import dev.triune.village.world.Village;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Judges what was promised for a time: an errand {@value #DUE}, and coming to market day. Whoever is
 * seen there kept it, and is liked more; who was waited for in vain is liked less, unless illness or a
 * storm excuses it. Both remember why. Gifts have their own thanks. Game thread only.
 */
@All({Villager.class, Memory.class, Journal.class})
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public class ErrandSystem extends IteratingSystem {
    /** The words by which a promise ends at dusk. */
    public static final String DUE = "before dusk";

    /** How long a market goes on, in ticks. */
    public static final int MARKET_TICKS = 2 * Calendar.TICKS_PER_HOUR;

    private static final int DUSK = 18; // o'clock
    private static final int EVERY = 100;
    private static final float CHANGE = 0.1f;
    private static final float AT_PLACE = 4;

    @Wire
    private Village village;

    @Wire
    private VillagerDirectory people;

    private ComponentMapper<Journal> mJournal;
    private ComponentMapper<Memory> mMemory;
    private ComponentMapper<Villager> mVillager;
    private ComponentMapper<Position> mPosition;

    @Override
    protected boolean checkProcessing() {
        return village.tick() % EVERY == 0;
    }

    @Override
    protected void process(int agent) {
        long tick = village.tick();
        for (Agreement each : mJournal.get(agent).agreements) {
            String words = each.what + "; " + each.answer;
            OptionalLong market = words.contains(VillageFacts.MARKET_DAY)
                    ? Calendar.dateIn(words)
                    : OptionalLong.empty();
            if (each.open() && market.isPresent()) {
                OptionalInt other = each.own ? OptionalInt.of(agent) : people.find(each.with);
                visit(agent, each, tick - market.getAsLong(), other);
            } else if (each.open() && words.contains(DUE) && tick >= dusk(words, each.madeAt)) {
                each.settle(Agreement.State.FAILED, "dusk came first", tick);
                if (!each.own) {
                    boolean goods = words.contains("bring");
                    feel(
                            mMemory.get(agent),
                            each.with,
                            -CHANGE,
                            goods
                                    ? " did not bring what was promised " + DUE
                                    : " did not help as promised " + DUE);
                }
            }
        }
    }

    /** Settles a promise to come to market day, by whether the one who owes it is there. */
    private void visit(int agent, Agreement agreement, long open, OptionalInt owes) {
        if (open < 0 || owes.isEmpty()) {
            return;
        }
        Position at = mPosition.get(owes.getAsInt());
        boolean there = at.distance(Place.SQUARE.x(), Place.SQUARE.y()) <= AT_PLACE;
        boolean excused = mVillager.get(owes.getAsInt()).ill || village.isStorm();
        Memory memory = mMemory.get(agent);
        if (there) {
            agreement.settle(Agreement.State.DONE, "", village.tick());
            if (!agreement.own) {
                feel(memory, agreement.with, CHANGE, " came to market day, as promised");
            }
        } else if (open > MARKET_TICKS && excused) {
            agreement.settle(
                    Agreement.State.EXCUSED,
                    village.isStorm() ? "the storm" : "illness",
                    village.tick());
            if (!agreement.own) {
                memory.remember(
                        agreement.with + " could not come to market day",
                        "promise",
                        0.3f,
                        village.tick());
            }
        } else if (open > MARKET_TICKS) {
            agreement.settle(Agreement.State.FAILED, "market day was over", village.tick());
            if (!agreement.own) {
                feel(memory, agreement.with, -CHANGE, " did not come to market day, as promised");
            }
        }
    }

    /** Returns the dusk that is meant: after today's, and by "tomorrow", the next one. */
    private static long dusk(String words, long madeAt) {
        boolean next = Calendar.hour(madeAt) >= DUSK || words.contains("tomorrow");
        return Calendar.tick(Calendar.day(madeAt) + (next ? 1 : 0), DUSK);
    }

    /** Changes how much somebody is liked, and remembers why. */
    private void feel(Memory memory, String who, float change, String reason) {
        float liking = memory.relation(who).map(known -> known.liking).orElse(0f);
        memory.relate(who, "", Math.max(-1, Math.min(1, liking + change)));
        memory.remember(who + reason, "promise", 0.5f, village.tick());
    }
}
