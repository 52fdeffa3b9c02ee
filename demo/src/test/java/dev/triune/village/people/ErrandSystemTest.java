/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.component.Journal;
import dev.triune.component.Journal.Agreement;
import dev.triune.component.Memory;
import dev.triune.village.TestVillage;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Place;
import org.junit.jupiter.api.Test;

/** What was to be brought before dusk, seen by Mira, who waits for it. */
final class ErrandSystemTest {
    private static final int TO_DUSK = 12 * Calendar.TICKS_PER_HOUR;

    private final TestVillage hamlet = new TestVillage();
    private final int mira = hamlet.settle("Mira", Place.SQUARE.point());
    private final Journal journal = hamlet.world().getMapper(Journal.class).create(mira);
    private final Memory memory = hamlet.of(mira, Memory.class);
    private final Agreement wood =
            journal.agree("Oren", false, "", "", "I'll bring you 4 wood before dusk.", 0);

    @Test
    void whoWaitedInVainRemembersItAndLikesTheOtherLess() {
        hamlet.pass(TO_DUSK - 200);
        assertThat(wood.open()).isTrue();
        hamlet.pass(400);
        assertThat(wood.state).isEqualTo(Agreement.State.FAILED);
        assertThat(memory.relation("Oren"))
                .hasValueSatisfying(oren -> assertThat(oren.liking).isNegative());
        assertThat(memory.episodes)
                .extracting(episode -> episode.text)
                .contains("Oren did not bring what was promised before dusk");
        int episodes = memory.episodes.size();
        hamlet.pass(400);
        assertThat(memory.episodes).hasSize(episodes);
    }

    @Test
    void whatWasBroughtInTimeDisappointsNobody() {
        wood.settle(Agreement.State.DONE, "", 1_000);
        hamlet.pass(TO_DUSK + 400);
        assertThat(wood.state).isEqualTo(Agreement.State.DONE);
        assertThat(memory.relation("Oren")).isEmpty();
    }

    @Test
    void promiseForTomorrowAndOneMadeAtNightEndWithTheNextDusk() {
        Agreement tomorrow =
                journal.agree("Oren", false, "", "", "bring 4 wood tomorrow before dusk", 0);
        hamlet.pass(TO_DUSK + 400);
        Agreement late = journal.agree(
                "Oren",
                false,
                "",
                "",
                "bring 4 wood before dusk",
                hamlet.village().tick());
        hamlet.pass(400);
        assertThat(wood.open()).isFalse();
        assertThat(tomorrow.open()).isTrue();
        assertThat(late.open()).isTrue();
        hamlet.pass(Calendar.TICKS_PER_DAY);
        assertThat(tomorrow.state).isEqualTo(Agreement.State.FAILED);
        assertThat(late.state).isEqualTo(Agreement.State.FAILED);
    }

    @Test
    void helpThatNeverCameDisappointsInItsOwnWords() {
        wood.what = "I'll help you with the roof of the well before dusk.";
        hamlet.pass(TO_DUSK + 400);
        assertThat(memory.episodes)
                .extracting(episode -> episode.text)
                .contains("Oren did not help as promised before dusk");
    }

    @Test
    void whoIsSeenOnMarketDayKeptItsWordAndIsLikedMore() {
        Agreement visit = visit();
        hamlet.settle("Oren", Place.SQUARE.point());
        hamlet.pass(3 * Calendar.TICKS_PER_HOUR);
        assertThat(visit.open()).as("before it opens").isTrue();
        hamlet.pass(Calendar.TICKS_PER_HOUR);
        assertThat(visit.state).isEqualTo(Agreement.State.DONE);
        assertThat(memory.relation("Oren"))
                .hasValueSatisfying(oren -> assertThat(oren.liking).isPositive());
        assertThat(memory.episodes)
                .extracting(episode -> episode.text)
                .contains("Oren came to market day, as promised");
    }

    @Test
    void whoMissesMarketDayIsLikedLessUnlessItWasIll() {
        Agreement visit = visit();
        int oren = hamlet.settle("Oren", Place.FOREST.point());
        hamlet.pass(7 * Calendar.TICKS_PER_HOUR);
        assertThat(visit.state).isEqualTo(Agreement.State.FAILED);
        assertThat(memory.relation("Oren"))
                .hasValueSatisfying(known -> assertThat(known.liking).isNegative());

        memory.relations.clear();
        Agreement again = visit();
        hamlet.of(oren, Villager.class).ill = true;
        hamlet.pass(400);
        assertThat(again.state).isEqualTo(Agreement.State.EXCUSED);
        assertThat(again.reason).isEqualTo("illness");
        assertThat(memory.relation("Oren")).isEmpty();
    }

    private Agreement visit() {
        return journal.agree(
                "Oren",
                false,
                "",
                "",
                "I'll be there when market day is at the square on day 1 at 09:30.",
                0);
    }

    @Test
    void ownPromiseEndsAtDuskToo() {
        Agreement own = journal.agree("Oren", true, "", "", "bring 4 wood before dusk", 0);
        hamlet.pass(TO_DUSK + 400);
        assertThat(own.state).isEqualTo(Agreement.State.FAILED);
        assertThat(journal.agreements).noneMatch(Agreement::open);
    }
}
