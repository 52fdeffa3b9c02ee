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
 * The trader tells of a market at the square on one of the next mornings.
 * Succeeds if half of the villagers come, and there are at least half as many trades as villagers.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
final class MarketStory extends StagedStory {
    private static final int FIRST_HOUR = 8;
    private static final int LAST_HOUR = 11;
    private static final int NOON = 12;
    private static final int AT_THE_SQUARE = 4;

    @Wire
    private VillageFacts facts;

    private int trader;
    private int hour;

    private ComponentMapper<Journal> mJournal;

    MarketStory(long seed, Consumer<String> narrator) {
        super("market", seed, narrator);
    }

    @Override
    void prepare(int[] villagers, SplittableRandom random) {
        trader = Arrays.stream(villagers)
                .filter(agent -> is(agent, Trade.TRADER))
                .findFirst()
                .orElse(villagers[0]);
        hour = random.nextInt(FIRST_HOUR, LAST_HOUR + 1);
        tellWhen(); // after a save
    }

    /**
     * Returns when it opens, in ticks: in the morning after a day on which people could tell of it, in
     * the minute in which the trader told of it.
     */
    private long opens() {
        int days = Calendar.hour(begun()) < NOON ? 1 : 2;
        return Calendar.tick(Calendar.day(begun()) + days, hour)
                + begun() % Calendar.TICKS_PER_HOUR;
    }

    private String tellWhen() {
        String words = VillageFacts.MARKET_DAY + Calendar.date(opens());
        facts.reword(VillageFacts.MARKET, words);
        return words;
    }

    @Override
    boolean isBusy(long tick) {
        return tick >= opens() - Calendar.TICKS_PER_HOUR;
    }

    @Override
    void play(long tick, int[] villagers) {
        if (tick == begun()) {
            String words = tellWhen();
            mMemory.get(trader).remember(words, VillageFacts.MARKET, 1, tick);
            narrate(nameOf(trader) + " says: " + words + ".");
        } else if (tick >= opens()) {
            long here = Arrays.stream(villagers)
                    .filter(agent ->
                            isAwakeAt(agent, Place.SQUARE.x(), Place.SQUARE.y(), AT_THE_SQUARE))
                    .count();
            set("visitors", Math.max(figure("visitors"), here));
            if (tick >= opens() + ErrandSystem.MARKET_TICKS) {
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
                        && deed.until >= opens())
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
