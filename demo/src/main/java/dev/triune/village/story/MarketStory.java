/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.story;

import com.artemis.ComponentMapper;
import com.artemis.annotations.Wire;
import dev.triune.component.Journal;
import dev.triune.component.Journal.Deed;
import dev.triune.village.people.ErrandSystem;
import dev.triune.village.people.Trade;
import dev.triune.village.people.VillageFacts;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Place;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * The trader tells of a market at the square, on the second or third day. Succeeds if half of the
 * villagers come, and there are at least half as many trades as villagers.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
final class MarketStory extends StagedStory {
    private static final int EARLIEST = Calendar.TICKS_PER_DAY + 5 * Calendar.TICKS_PER_HOUR / 2;
    private static final int LATEST = Calendar.TICKS_PER_DAY + 11 * Calendar.TICKS_PER_HOUR / 2;
    private static final int MINUTE = Calendar.TICKS_PER_HOUR / 60;
    private static final int AT_THE_SQUARE = 4;

    @Wire
    private VillageFacts facts;

    private int trader;
    private long opens;

    private ComponentMapper<Journal> mJournal;

    MarketStory(long seed, Consumer<String> narrator) {
        super("market", seed, narrator);
    }

    @Override
    void prepare(long start, int[] villagers, SplittableRandom random) {
        trader = Arrays.stream(villagers)
                .filter(agent -> is(agent, Trade.TRADER))
                .findFirst()
                .orElse(villagers[0]);
        opens = start + random.nextLong(2) * Calendar.TICKS_PER_DAY;
        opens += random.nextLong(EARLIEST, LATEST) / MINUTE * MINUTE;
        facts.reword(VillageFacts.MARKET, VillageFacts.MARKET_DAY + Calendar.date(opens));
    }

    @Override
    void play(long tick, int[] villagers) {
        if (figure("told") == 0) {
            set("told", Math.max(1, tick));
            String words = facts.find(VillageFacts.MARKET).orElseThrow().words();
            mMemory.get(trader).remember(words, VillageFacts.MARKET, 1, tick);
            narrate(nameOf(trader) + " says: " + words + ".");
        } else if (tick >= opens) {
            long here = Arrays.stream(villagers)
                    .filter(agent ->
                            isAwakeAt(agent, Place.SQUARE.x(), Place.SQUARE.y(), AT_THE_SQUARE))
                    .count();
            set("visitors", Math.max(figure("visitors"), here));
            if (tick >= opens + ErrandSystem.MARKET_TICKS) {
                close(villagers);
            }
        }
    }

    private void close(int[] villagers) {
        long trades = Arrays.stream(villagers)
                .mapToObj(mJournal::get)
                .filter(journal -> journal != null)
                .flatMap(journal -> journal.deeds.stream())
                .filter(deed -> deed.kind == Deed.Kind.DONE
                        && deed.step.type().equals("trade")
                        && deed.until >= opens)
                .mapToLong(deed -> deed.times)
                .sum();
        set("trades", trades);
        forget(VillageFacts.MARKET, villagers);
        end(
                2 * Math.min(figure("visitors"), trades) >= villagers.length,
                "On market day up to " + figure("visitors") + " were at the square at a time, and "
                        + trades + (trades == 1 ? " trade was" : " trades were") + " made.");
    }
}
