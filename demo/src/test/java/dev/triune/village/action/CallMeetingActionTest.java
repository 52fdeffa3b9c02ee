/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.Step;
import dev.triune.component.Behavior;
import dev.triune.component.Journal;
import dev.triune.component.Memory;
import dev.triune.component.QueuedStep;
import dev.triune.component.Senses;
import dev.triune.component.Speech;
import dev.triune.village.TestVillage;
import dev.triune.village.people.Position;
import dev.triune.village.people.VillageFacts;
import dev.triune.village.talk.MeetingSystem;
import dev.triune.village.world.Place;
import dev.triune.village.world.Point;
import org.junit.jupiter.api.Test;

final class CallMeetingActionTest {
    private static final String ABOUT = "There is a feast!";

    private final TestVillage hamlet = new TestVillage();
    private final int mira = hamlet.settle("Mira", new Point(20, 24));
    private final int oren = hamlet.settle("Oren", new Point(24, 36));
    private final int edda = hamlet.settle("Edda", new Point(26, 24));
    private final int bram = hamlet.settle("Bram", new Point(2, 2));

    CallMeetingActionTest() {
        hamlet.run(VillagerAction.CallMeeting.class, new CallMeetingAction());
        hamlet.of(mira, Memory.class)
                .remember(
                        new VillageFacts()
                                .find(VillageFacts.FEAST)
                                .orElseThrow()
                                .words(),
                        VillageFacts.FEAST,
                        1,
                        0);
    }

    @Test
    void awakeVillagersWithinSixteenTilesLearnTheNews() {
        hamlet.of(edda, Behavior.class).asleep = true;
        assertThat(call(mira).state).isEqualTo(QueuedStep.State.DONE);
        Position at = hamlet.of(mira, Position.class);
        assertThat(at.distance(Place.SQUARE.x(), Place.SQUARE.y())).isLessThan(4);
        assertThat(hamlet.of(oren, Senses.class).heard())
                .last()
                .extracting(Speech::text)
                .isEqualTo(ABOUT);
        assertThat(hamlet.of(oren, Senses.class).hasNews())
                .as("nobody would hear an answer from so far")
                .isFalse();
        assertThat(hamlet.of(oren, Journal.class).deeds)
                .extracting(deed -> deed.note)
                .contains("Mira called a meeting: \"" + ABOUT + '"');
        assertThat(hamlet.of(oren, Memory.class).episodes.get(0).source).isEqualTo("Mira");
        assertThat(hamlet.of(edda, Senses.class).heard()).isEmpty();
        assertThat(hamlet.of(bram, Senses.class).heard()).isEmpty();
        assertThat(hamlet.of(mira, Senses.class).heard()).isEmpty();
    }

    @Test
    void thoseWhoStandBesideTheCallerAreAskedForAnAnswer() {
        Position there = hamlet.of(edda, Position.class);
        there.x = Place.SQUARE.x();
        there.y = Place.SQUARE.y();
        assertThat(call(mira).state).isEqualTo(QueuedStep.State.DONE);
        assertThat(hamlet.of(edda, Senses.class).hasNews()).isTrue();
    }

    @Test
    void allowsOneMeetingPerTwoMinutesForAllCallers() {
        assertThat(call(mira).state).isEqualTo(QueuedStep.State.DONE);
        assertThat(call(edda).reason).isEqualTo("there was a meeting only a while ago");
        hamlet.pass(MeetingSystem.BETWEEN_MEETINGS);
        assertThat(call(edda).state).isEqualTo(QueuedStep.State.DONE);
    }

    @Test
    void unheardCallFailsAndDoesNotCountAsMeeting() {
        for (int agent : new int[] {oren, edda}) {
            hamlet.of(agent, Behavior.class).asleep = true;
        }
        assertThat(call(mira).reason).isEqualTo("nobody was there to hear it");
        assertThat(hamlet.world().getSystem(MeetingSystem.class).refusal()).isEmpty();
    }

    private QueuedStep call(int agent) {
        return hamlet.carryOut(agent, Step.of("call_meeting").with("about", ABOUT));
    }
}
