/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.story;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.Step;
import dev.triune.component.Journal;
import dev.triune.component.Memory;
import dev.triune.village.TestVillage;
import dev.triune.village.people.ErrandSystem;
import dev.triune.village.people.Trade;
import dev.triune.village.people.VillageFacts;
import dev.triune.village.people.Villager;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Place;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A market that four come to. */
final class MarketStoryTest {
    private final TestVillage hamlet = new TestVillage();
    private final int[] all = {
        hamlet.settle("Mira", Place.SQUARE.point()),
        hamlet.settle("Oren", Place.SQUARE.point()),
        hamlet.settle("Wren", Place.SQUARE.point()),
        hamlet.settle("Pell", Place.SQUARE.point())
    };
    private final List<String> told = new ArrayList<>();

    private long opens(MarketStory story) {
        hamlet.world().inject(story);
        hamlet.of(all[1], Villager.class).trade = Trade.TRADER;
        story.observe(20, all);
        story.begin();
        story.observe(40, all);
        assertThat(hamlet.of(all[1], Memory.class).episodes)
                .anyMatch(known -> known.kind.equals(VillageFacts.MARKET));
        return Calendar.dateIn(story.result().words()).orElseThrow();
    }

    @Test
    void endsWellIfEnoughComeAndTrade() {
        MarketStory story = new MarketStory(5, told::add);
        long opens = opens(story) / 20 * 20 + 20;
        story.observe(opens, all);
        assertThat(story.result().over()).isFalse();
        for (int agent : List.of(all[0], all[1])) {
            hamlet.world()
                    .getMapper(Journal.class)
                    .create(agent)
                    .did(Step.of("trade"), "square", opens + 100);
        }
        story.observe(opens + ErrandSystem.MARKET_TICKS, all);
        assertThat(story.result().happened()).as(story.result().words()).isTrue();
        assertThat(hamlet.of(all[1], Memory.class).episodes).isEmpty();
    }

    @Test
    void endsBadlyWithoutTrades() {
        MarketStory story = new MarketStory(5, told::add);
        long opens = opens(story) / 20 * 20 + 20;
        story.observe(opens, all);
        story.observe(opens + ErrandSystem.MARKET_TICKS, all);
        assertThat(story.result().over()).isTrue();
        assertThat(story.result().happened()).isFalse();
    }

    @Test
    void opensOnTheNextMorning() {
        Set<Integer> hours = new HashSet<>();
        for (int seed = 0; seed < 20; seed++) {
            long opens = opens(new MarketStory(seed, told::add));
            assertThat(Calendar.day(opens)).isEqualTo(2);
            hours.add(Calendar.hour(opens));
        }
        assertThat(hours).containsExactlyInAnyOrder(8, 9, 10, 11);
    }

    @Test
    void whoCameIsNoNewsOfTheNextMarket() {
        assertThat(new VillageFacts().find(VillageFacts.MARKET).orElseThrow())
                .matches(fact ->
                        fact.isMentionedIn("Market day is at the square on day 2 at 09:19."))
                .matches(fact -> !fact.isMentionedIn("Oren came to market day, as promised"));
    }
}
