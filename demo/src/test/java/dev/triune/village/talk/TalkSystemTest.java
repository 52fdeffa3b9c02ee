/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.talk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.component.Behavior;
import dev.triune.component.Conversation;
import dev.triune.component.Senses;
import dev.triune.component.Speech;
import dev.triune.village.TestVillage;
import dev.triune.village.people.Villager;
import dev.triune.village.world.Point;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class TalkSystemTest {
    private static final int SILENCE = 400;
    private static final int TALKED_OUT = 1_625;

    private final TestVillage hamlet = new TestVillage();
    private final TalkSystem talking = hamlet.talking();
    private final int mira = hamlet.settle("Mira", new Point(10, 10));
    private final int oren = hamlet.settle("Oren", new Point(12, 10));
    private final int bram = hamlet.settle("Bram", new Point(40, 40));

    @BeforeEach
    void lookAround() {
        hamlet.pass(10);
    }

    @Test
    void whoeverIsInEarshotIsNearby() {
        assertThat(hamlet.of(mira, Senses.class).nearby.contains(oren)).isTrue();
        assertThat(hamlet.of(mira, Senses.class).nearby.contains(bram)).isFalse();
        assertThat(hamlet.of(bram, Senses.class).nearby.isEmpty()).isTrue();
    }

    @Test
    void speakingNearSomebodyBeginsAConversationOfTwo() {
        assertThat(talking.say(mira, "Good morning.")).isEqualTo("Oren");
        assertThat(talking.conversations()).isEqualTo(1);
        assertThat(conversation(mira).partners.contains(oren)).isTrue();
        assertThat(conversation(oren).partners.contains(mira)).isTrue();
        assertThat(hamlet.of(oren, Senses.class).heard)
                .containsExactly(new Speech("Mira", "Good morning.", hamlet.tick()));
        assertThat(hamlet.of(mira, Senses.class).heard).isEmpty();
    }

    @Test
    void nobodyHearsWhoSpeaksAlone() {
        assertThat(talking.say(bram, "Is anybody there?")).isEmpty();
        assertThat(talking.conversations()).isZero();
        assertThat(hamlet.of(bram, Villager.class).linesSaid).isEqualTo(1);
    }

    @Test
    void everyLineIsATurnOfBoth() {
        talking.say(mira, "One.");
        talking.say(oren, "Two.");
        talking.say(mira, "Three.");
        assertThat(conversation(mira).turns).isEqualTo(3);
        assertThat(conversation(oren).turns).isEqualTo(3);
    }

    @Test
    void theEighthTurnIsTheLastEvenWithinOneTick() {
        for (int line = 1; line <= TalkSystem.MAX_TURNS; line++) {
            assertThat(conversation(mira).active).isEqualTo(line > 1);
            assertThat(talking.say(line % 2 == 1 ? mira : oren, "Line " + line)).isNotEmpty();
        }
        assertThat(conversation(mira).active).isFalse();
        assertThat(conversation(oren).active).isFalse();
        assertThat(talking.say(mira, "And another thing.")).isEmpty();
        assertThat(conversation(mira).turns).isEqualTo(TalkSystem.MAX_TURNS);
        assertThat(talking.conversations()).isEqualTo(1);
    }

    @Test
    void silenceEndsAConversation() {
        talking.say(mira, "Good morning.");
        hamlet.pass(SILENCE);
        assertThat(conversation(mira).active).isTrue();
        hamlet.pass(1);
        assertThat(conversation(mira).active).isFalse();
        assertThat(conversation(oren).active).isFalse();
    }

    @Test
    void aLineInTimeKeepsTheConversationAlive() {
        talking.say(mira, "Good morning.");
        hamlet.pass(SILENCE - 1);
        talking.say(oren, "Is it?");
        hamlet.pass(SILENCE - 1);
        assertThat(conversation(mira).active).isTrue();
    }

    @Test
    void afterwardsBothHaveHadEnoughOfTalking() {
        talking.say(mira, "Good morning.");
        hamlet.pass(SILENCE + 11);
        assertThat(hamlet.of(mira, Villager.class).talkedOutUntil).isGreaterThan(hamlet.tick());
        assertThat(hamlet.of(oren, Villager.class).talkedOutUntil).isGreaterThan(hamlet.tick());
        assertThat(hamlet.of(mira, Senses.class).nearby.isEmpty()).isTrue();
        assertThat(talking.address(bram, oren, "A word with you.")).isFalse();
        hamlet.pass(TALKED_OUT);
        assertThat(hamlet.of(mira, Senses.class).nearby.contains(oren)).isTrue();
        assertThat(talking.address(bram, oren, "A word with you.")).isTrue();
    }

    @Test
    void whatWasSaidIsForgottenWithTheConversation() {
        talking.say(mira, "Good morning.");
        hamlet.pass(SILENCE + 1);
        assertThat(hamlet.of(oren, Senses.class).heard).isEmpty();
        assertThat(hamlet.of(oren, Senses.class).hasNews()).isFalse();
    }

    @Test
    void wordsOfSomebodyWhoseTurnItIsNotAreSaidToNobody() {
        talking.say(mira, "One.");
        assertThat(talking.say(mira, "And two.")).isEmpty();
        assertThat(talking.address(mira, oren, "Two!")).isFalse();
        assertThat(conversation(mira).turns).isEqualTo(1);
        assertThat(hamlet.of(oren, Senses.class).heard).hasSize(1);
        assertThat(talking.say(oren, "Two.")).isEqualTo("Mira");
    }

    @Test
    void nobodyIsInTwoConversations() {
        talking.say(mira, "Good morning.");
        assertThat(talking.address(bram, mira, "Listen to me!")).isFalse();
        assertThat(talking.address(mira, bram, "Later.")).isFalse();
        assertThat(talking.conversations()).isEqualTo(1);
    }

    @Test
    void nobodyBeginsWithASleeper() {
        hamlet.of(oren, Behavior.class).asleep = true;
        assertThat(talking.say(mira, "Are you asleep?")).isEmpty();
        assertThat(talking.address(mira, oren, "Are you asleep?")).isFalse();
        hamlet.pass(10);
        assertThat(hamlet.of(mira, Senses.class).nearby.isEmpty()).isTrue();
    }

    private Conversation conversation(int agent) {
        return hamlet.of(agent, Conversation.class);
    }
}
