/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.talk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.component.Behavior;
import dev.triune.component.Conversation;
import dev.triune.component.Episode;
import dev.triune.component.Memory;
import dev.triune.component.Senses;
import dev.triune.village.TestVillage;
import dev.triune.village.people.Body;
import dev.triune.village.people.Position;
import dev.triune.village.people.Villager;
import dev.triune.village.world.Point;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who is in a conversation, whose turn it is, and when one has had enough. */
final class ConversationsTest {
    private final TestVillage hamlet = new TestVillage();
    private final TalkSystem talking = hamlet.talking();
    private final int mira = hamlet.settle("Mira", new Point(24, 24));
    private final int oren = hamlet.settle("Oren", new Point(25, 24));
    private final int edda = hamlet.settle("Edda", new Point(26, 24));
    private final int wren = hamlet.settle("Wren", new Point(24, 26));
    private final int bram = hamlet.settle("Bram", new Point(25, 26));
    private final List<String> told = new ArrayList<>();

    @BeforeEach
    void lookAround() {
        hamlet.pass(10);
        talking.onTalk(new TalkListener() {
            @Override
            public void began(int[] members) {
                told.add("began " + Arrays.toString(members));
            }

            @Override
            public void joined(int agent, int[] members) {
                told.add("joined " + agent + " " + Arrays.toString(members));
            }

            @Override
            public void left(int agent, int[] members) {
                told.add("left " + agent + " " + Arrays.toString(members));
            }

            @Override
            public void ended(int[] members, int turns) {
                told.add("ended " + Arrays.toString(members) + " " + turns);
            }
        });
    }

    @Test
    void theTurnGoesRoundAmongThree() {
        three();
        assertThat(holder()).isEqualTo(oren);
        assertThat(talking.say(oren, "Yes.")).isEqualTo("Edda");
        assertThat(talking.say(edda, "No.")).isEqualTo("Mira");
        assertThat(talking.say(mira, "Perhaps.")).isEqualTo("Oren");
        assertThat(conversation(edda).turns).isEqualTo(5);
        assertThat(conversation(mira).turns).isEqualTo(5);
    }

    @Test
    void whoIsNamedHasTheNextTurn() {
        three();
        assertThat(talking.say(oren, "What does mira say?")).isEqualTo("Mira");
        assertThat(holder()).isEqualTo(mira);
    }

    @Test
    void aNameWithinAnotherWordNamesNobody() {
        three();
        assertThat(talking.say(oren, "How admirable!")).isEqualTo("Edda");
    }

    @Test
    void everybodyInTheConversationHearsAndNobodyElse() {
        three();
        talking.say(oren, "Between us.");
        assertThat(lastHeard(mira)).isEqualTo("Between us.");
        assertThat(lastHeard(edda)).isEqualTo("Between us.");
        assertThat(hamlet.of(wren, Senses.class).heard).isEmpty();
    }

    @Test
    void whoIsCalledByNameJoinsAndHasTheTurn() {
        talking.say(mira, "Oren! Good day.");
        assertThat(talking.say(oren, "Edda, come here!")).isEqualTo("Edda");
        assertThat(talking.conversations()).isEqualTo(1);
        assertThat(conversation(edda).partners.size()).isEqualTo(2);
        assertThat(conversation(edda).turns).isEqualTo(2);
        assertThat(holder()).isEqualTo(edda);
        assertThat(told).endsWith("joined " + edda + " " + ids(mira, oren, edda));
    }

    @Test
    void aFifthFindsNoRoom() {
        three();
        assertThat(talking.address(wren, edda, "And me?")).isTrue();
        assertThat(conversation(mira).partners.size()).isEqualTo(3);
        assertThat(talking.address(bram, edda, "And me?")).isFalse();
        assertThat(conversation(bram).active).isFalse();
    }

    @Test
    void whoTalksSeesThePartnersNearby() {
        talking.say(mira, "Oren!");
        hamlet.pass(10);
        assertThat(hamlet.of(mira, Senses.class).nearby.get(0)).isEqualTo(oren);
        assertThat(hamlet.of(wren, Senses.class).nearby.contains(mira)).isTrue();
    }

    @Test
    void whoGoesOutOfEarshotLeavesAndTheOthersGoOn() {
        three();
        goAway(oren);
        hamlet.pass(1);
        assertThat(conversation(oren).active).isFalse();
        assertThat(conversation(mira).active).isTrue();
        assertThat(holder()).isEqualTo(mira); // Edda spoke last
        goAway(edda);
        hamlet.pass(1);
        assertThat(conversation(mira).active).isFalse();
        assertThat(told)
                .endsWith(
                        "left " + oren + " " + ids(mira, edda), "ended " + ids(mira, edda) + " 2");
    }

    @Test
    void whoFallsAsleepLeaves() {
        three();
        hamlet.of(edda, Behavior.class).asleep = true;
        hamlet.pass(1);
        assertThat(conversation(edda).active).isFalse();
        assertThat(conversation(mira).partners.size()).isEqualTo(1);
    }

    @Test
    void whoSaysNothingLosesTheTurnAndWhenAllHaveItEnds() {
        three();
        hamlet.pass(TalkSystem.SILENCE);
        assertThat(holder()).isEqualTo(oren);
        hamlet.pass(1);
        assertThat(holder()).isEqualTo(mira);
        assertThat(talking.say(oren, "Too late.")).isEmpty();
        hamlet.pass(TalkSystem.SILENCE + 1); // Edda spoke last: nobody is left to answer
        assertThat(conversation(mira).active).isFalse();
        assertThat(told).endsWith("ended " + ids(mira, oren, edda) + " 2");
    }

    @Test
    void theTalkativeAreReadyAgainSoonerAndEachTimeLater() {
        hamlet.of(mira, Villager.class).extraversion = 1;
        hamlet.of(oren, Villager.class).extraversion = 0;
        assertThat(restAfterATalk(mira, oren)).isEqualTo(750);
        assertThat(hamlet.of(oren, Villager.class).talkedOutUntil - hamlet.tick())
                .isEqualTo(2_500);
        assertThat(restAfterATalk(mira, edda)).isEqualTo(825);
        assertThat(restAfterATalk(mira, wren)).isEqualTo(900);
        hamlet.of(mira, Talking.class).day = 99; // another day
        assertThat(restAfterATalk(mira, bram)).isEqualTo(750);
    }

    @Test
    void everyConversationIsRememberedAndIsCompany() {
        hamlet.of(mira, Body.class).company = 0.1f;
        three();
        goAway(edda);
        goAway(oren);
        hamlet.pass(1);
        assertThat(hamlet.of(mira, Body.class).company).isEqualTo(0.4f);
        assertThat(episodes(mira)).containsExactly("talked with Oren and Edda at the square");
        assertThat(hamlet.of(mira, Memory.class).episodes.get(0).kind).isEqualTo("talk");
    }

    @Test
    void theSamePeopleAtTheSamePlaceAreOneMemory() {
        for (int i = 0; i < 15; i++) {
            restAfterATalk(mira, oren);
        }
        assertThat(episodes(mira)).containsExactly("talked with Oren at the square");
    }

    /** Mira, Oren and Edda, who spoke last; it is Oren's turn. */
    private void three() {
        talking.address(mira, oren, "Good day.");
        talking.address(edda, oren, "May I?");
        assertThat(talking.conversations()).isEqualTo(1);
        assertThat(conversation(mira).partners.size()).isEqualTo(2);
    }

    private long restAfterATalk(int one, int other) {
        hamlet.of(other, Villager.class).talkedOutUntil = 0;
        assertThat(talking.address(one, other, "Good day.")).isTrue();
        hamlet.of(other, Behavior.class).asleep = true;
        hamlet.pass(1);
        hamlet.of(other, Behavior.class).asleep = false;
        return hamlet.of(one, Villager.class).talkedOutUntil - hamlet.tick();
    }

    private int holder() {
        return Arrays.stream(new int[] {mira, oren, edda, wren, bram})
                .filter(agent -> hamlet.of(agent, Talking.class).holds)
                .reduce((one, other) -> {
                    throw new AssertionError("two have the turn");
                })
                .orElseThrow();
    }

    private void goAway(int agent) {
        hamlet.of(agent, Position.class).x = 2;
    }

    private List<String> episodes(int agent) {
        List<String> texts = new ArrayList<>();
        for (Episode episode : hamlet.of(agent, Memory.class).episodes) {
            texts.add(episode.text);
        }
        return texts;
    }

    private String lastHeard(int agent) {
        return hamlet.of(agent, Senses.class).heard.getLast().text();
    }

    private static String ids(int... agents) {
        return Arrays.toString(agents);
    }

    private Conversation conversation(int agent) {
        return hamlet.of(agent, Conversation.class);
    }
}
