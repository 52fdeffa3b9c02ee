/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.talk;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.utils.IntBag;
import dev.triune.action.Step;
import dev.triune.component.Behavior;
import dev.triune.component.Conversation;
import dev.triune.component.Memory;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Senses;
import dev.triune.component.Speech;
import dev.triune.talk.ConversationListener.ConversationEffect.LikingChange;
import dev.triune.talk.Conversations;
import dev.triune.talk.Utterance;
import dev.triune.village.TestVillage;
import dev.triune.village.people.Body;
import dev.triune.village.people.Player;
import dev.triune.village.people.Position;
import dev.triune.village.people.Villager;
import dev.triune.village.world.Point;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the village adds to the conversations of the core. */
final class VillageTalkTest {
    private final TestVillage hamlet = new TestVillage();
    private final Conversations talking = hamlet.talking();
    private final int mira = hamlet.settle("Mira", new Point(24, 24));
    private final int oren = hamlet.settle("Oren", new Point(25, 24));
    private final int edda = hamlet.settle("Edda", new Point(26, 24));
    private final int bram = hamlet.settle("Bram", new Point(40, 40));

    @BeforeEach
    void lookAround() {
        hamlet.pass(10);
    }

    @Test
    void freeVillagersInEarshotAreNearby() {
        assertThat(near(mira).contains(oren)).isTrue();
        assertThat(near(mira).contains(bram)).isFalse();
        assertThat(near(bram).isEmpty()).isTrue();
        talking.address(mira, oren, "Good day.");
        hamlet.pass(10);
        assertThat(near(mira).get(0)).as("its conversation partner").isEqualTo(oren);
        assertThat(near(mira).contains(edda)).as("a villager who could join").isTrue();
        assertThat(near(edda).isEmpty()).as("nearby while the others talk").isTrue();
    }

    @Test
    void leavingEarshotLeavesTheConversation() {
        startTalkOfThree();
        hamlet.of(oren, Position.class).x = 2;
        hamlet.pass(1);
        assertThat(talking.transcript(oren)).isNull();
        assertThat(talking.transcript(mira)).isNotNull();
        assertThat(hamlet.of(oren, Villager.class).talkedOutUntil).isGreaterThan(hamlet.tick());
        hamlet.of(edda, Position.class).x = 2;
        hamlet.pass(1);
        assertThat(talking.transcript(mira)).isNull();
    }

    @Test
    void announcesFriendshipsQuarrelsAndTheirEnd() {
        hamlet.of(oren, Memory.class).relate("Mira", "", 0.4f);
        like("Mira", "Oren", 0.05f, 0.39f);
        like("Mira", "Oren", 0.05f, 0.41f);
        assertThat(hamlet.village().chronicle().nextUnreported())
                .hasValue("Mira and Oren are friends now");
        like("Mira", "Oren", 0.05f, 0.46f);
        like("Mira", "Edda", 0.05f, 0.41f); // Edda does not like Mira
        assertThat(hamlet.village().chronicle().nextUnreported()).isEmpty();
        like("Mira", "Edda", -0.2f, -0.31f);
        assertThat(hamlet.village().chronicle().nextUnreported())
                .hasValue("Mira has fallen out with Edda");
        like("Mira", "Edda", 0.1f, -0.29f);
        assertThat(hamlet.village().chronicle().nextUnreported())
                .hasValue("Mira has forgiven Edda");
    }

    private void like(String of, String whom, float change, float now) {
        hamlet.talk().effect(new LikingChange(of, whom, change, now));
    }

    @Test
    void talkativeVillagersRestLess() {
        hamlet.of(mira, Villager.class).extraversion = 1;
        hamlet.of(oren, Villager.class).extraversion = 0;
        assertThat(restAfterATalk(mira, oren)).isEqualTo(750);
        assertThat(hamlet.of(oren, Villager.class).talkedOutUntil
                        - hamlet.village().tick())
                .isEqualTo(2_500);
        assertThat(restAfterATalk(mira, edda)).isEqualTo(825);
        hamlet.of(mira, Talking.class).day = 99; // another day
        assertThat(restAfterATalk(mira, oren)).isEqualTo(750);
    }

    @Test
    void conversationsAreInTheDiaryAndRaiseCompany() {
        hamlet.of(mira, Body.class).company = 0.1f;
        startTalkOfThree();
        talking.end(mira);
        assertThat(hamlet.of(mira, Body.class).company).isEqualTo(0.4f);
        assertThat(hamlet.of(mira, Diary.class).met).containsExactly("Oren", "Edda");
    }

    @Test
    void busyVillagersDeclineThePlayerImmediately() {
        hamlet.of(mira, Behavior.class).asleep = true;
        hamlet.of(oren, Mind.class).usesModel = false;
        talking.say(Player.NAME, mira, "Hello!");
        talking.say(Player.NAME, oren, "Hello!");
        assertThat(lastLine(oren)).isEqualTo("Not now, Robin, I have no time.");
        hamlet.pass(1);
        assertThat(hamlet.of(mira, Villager.class).linesSaid)
                .as("lines said while asleep")
                .isEqualTo(1);
    }

    @Test
    void speakersStandStillUnlessActingOnTheirWords() {
        StandAndTalkReflex reflex = new StandAndTalkReflex();
        hamlet.world().inject(reflex);
        assertThat(wouldStandAndTalk(reflex)).isFalse();
        talking.address(mira, oren, "Good day.");
        assertThat(wouldStandAndTalk(reflex)).isTrue();
        hamlet.order(mira, Step.of("follow").with("to", "Oren")).inConversation = true;
        assertThat(wouldStandAndTalk(reflex)).isFalse();
    }

    private boolean wouldStandAndTalk(StandAndTalkReflex reflex) {
        return reflex.activates(
                mira, hamlet.of(mira, Needs.class), hamlet.of(mira, Behavior.class), hamlet.tick());
    }

    @Test
    void forgetsOldSpeech() {
        hamlet.of(mira, Senses.class).hear(new Speech("Bram", "Hello!", hamlet.tick()));
        hamlet.pass(1_220);
        assertThat(hamlet.of(mira, Senses.class).heard()).isEmpty();
        assertThat(hamlet.of(mira, Senses.class).hasNews()).isFalse();
    }

    @Test
    void countsLinesRepeatedWithinAMinute() {
        TalkStats stats = new TalkStats();
        stats.count("Mira", "Good day.", 1);
        stats.count("Oren", "good day. ", 1_201);
        stats.count("Mira", "Good day.", 2_500);
        stats.count("Mira", "Good day.", 3_000);
        stats.count("Mira", "Good evening.", 3_000);
        assertThat(stats.get(TalkStats.Count.LINES)).isEqualTo(5);
        assertThat(stats.get(TalkStats.Count.REPEATS)).isEqualTo(2);
        assertThat(stats.get(TalkStats.Count.OWN_REPEATS)).isEqualTo(1);
        assertThat(stats.get(TalkStats.Count.DISTINCT)).isEqualTo(2);
        TalkStats again = new TalkStats();
        again.resume(stats.state());
        assertThat(again.state()).isEqualTo(stats.state());
        again.resume(new long[] {1, 2});
        assertThat(again.get(TalkStats.Count.LINES))
                .as("after an older save with fewer counts")
                .isEqualTo(5);
    }

    /** Starts a conversation of Mira, Oren and Edda; Edda speaks last. */
    private void startTalkOfThree() {
        talking.address(mira, oren, "Good day.");
        talking.address(edda, oren, "May I?");
        assertThat(hamlet.of(mira, Conversation.class).partners.size()).isEqualTo(2);
    }

    private long restAfterATalk(int one, int other) {
        assertThat(talking.address(one, other, "Good day.")).isTrue();
        talking.end(one);
        return hamlet.of(one, Villager.class).talkedOutUntil - hamlet.village().tick();
    }

    private IntBag near(int agent) {
        return hamlet.of(agent, Senses.class).nearby;
    }

    private String lastLine(int agent) {
        List<Utterance> lines = Objects.requireNonNull(talking.transcript(agent)).lines;
        return lines.get(lines.size() - 1).text();
    }
}
