/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.talk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.component.Journal;
import dev.triune.component.Journal.Agreement;
import dev.triune.component.Journal.Agreement.State;
import dev.triune.village.TestVillage;
import dev.triune.village.talk.WordsAndDeeds.Promise;
import dev.triune.village.talk.WordsAndDeeds.SayAndDo;
import dev.triune.village.world.Point;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The list of promises, and the share of those that were kept. */
final class WordsAndDeedsTest {
    private final TestVillage hamlet = new TestVillage();
    private final int mira = hamlet.settle("Mira", new Point(24, 24));
    private final List<Promise> heard = new ArrayList<>();
    private final WordsAndDeeds deeds = new WordsAndDeeds(heard::add);
    private final Journal journal = hamlet.world().getMapper(Journal.class).create(mira);

    @BeforeEach
    void begin() {
        hamlet.world().inject(deeds);
        look(0);
    }

    @Test
    void showsWhatWasPromisedAndWhatBecameOfIt() {
        Agreement wood = journal.agree("Oren", true, "Wood, please?", "Gladly.", "wood 6", 10);
        journal.agree("Oren", false, "Bread?", "I bring you bread.", "", 12); // Oren owes it
        Agreement roof = journal.agree("Edda", true, "", "I help with the roof.", "", 14);
        look(20);
        assertThat(deeds.sayAndDo()).isEqualTo(new SayAndDo(2, 2, 0, 0, 0, 0, 1));
        wood.settle(State.DONE, "", 30);
        roof.settle(State.DROPPED, "it rains", 35);
        look(40);

        assertThat(deeds.sayAndDo()).isEqualTo(new SayAndDo(2, 0, 1, 0, 1, 0, 0.5));
        assertThat(deeds.promises())
                .containsExactly(
                        new Promise(
                                mira,
                                "Oren",
                                "Wood, please?",
                                "Gladly.",
                                "wood 6",
                                State.DONE,
                                "",
                                10,
                                30),
                        new Promise(
                                mira,
                                "Edda",
                                "",
                                "I help with the roof.",
                                "",
                                State.DROPPED,
                                "it rains",
                                14,
                                35));
        assertThat(heard)
                .extracting(Promise::state)
                .containsExactly(State.OPEN, State.OPEN, State.DONE, State.DROPPED);
        assertThat(deeds.promises()).isSameAs(deeds.promises());
    }

    @Test
    void excusedPromisesDoNotCountForTheRate() {
        journal.agree("Oren", true, "", "I come.", "", 10).settle(State.DONE, "", 12);
        journal.agree("Edda", true, "", "I come.", "", 10).settle(State.EXCUSED, "illness", 12);
        look(20);
        assertThat(deeds.sayAndDo()).isEqualTo(new SayAndDo(2, 0, 1, 0, 0, 1, 1));
    }

    @Test
    void promiseCountsOnceItsWordsWereHeard() {
        Agreement unheard = journal.agree("Oren", true, "Wood?", "", "wood 6", 10);
        look(20);
        assertThat(deeds.sayAndDo().made()).isZero();
        unheard.answer("Gladly.");
        look(40);
        assertThat(deeds.sayAndDo().made()).isEqualTo(1);
    }

    @Test
    void onlyTheLastPromisesAreListedButAllCount() {
        for (int i = 1; i <= WordsAndDeeds.MAX_LISTED + 5; i++) {
            journal.agree("Oren", true, "", "promise " + i, "", 10).settle(State.DONE, "", 20L * i);
            look(20L * i);
        }
        assertThat(deeds.promises()).hasSize(WordsAndDeeds.MAX_LISTED);
        assertThat(deeds.promises().get(0).answer()).isEqualTo("promise 6");
        assertThat(deeds.sayAndDo().kept()).isEqualTo(WordsAndDeeds.MAX_LISTED + 5);
        assertThat(deeds.sayAndDo().rate()).isEqualTo(1);
    }

    private void look(long tick) {
        deeds.observe(tick, new int[] {mira});
    }
}
