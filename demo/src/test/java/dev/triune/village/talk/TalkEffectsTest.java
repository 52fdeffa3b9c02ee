/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.talk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.triune.component.Episode;
import dev.triune.component.Journal;
import dev.triune.component.Memory;
import dev.triune.habits.smalltalk.SmallTalkRules;
import dev.triune.talk.ConversationListener.ConversationEffect.Information;
import dev.triune.talk.ConversationListener.ConversationEffect.LikingChange;
import dev.triune.talk.ConversationListener.ConversationEffect.Promise;
import dev.triune.talk.Conversations;
import dev.triune.talk.Transcript;
import dev.triune.village.TestVillage;
import dev.triune.village.people.Player;
import dev.triune.village.people.Trait;
import dev.triune.village.people.VillageFacts;
import dev.triune.village.people.Villager;
import dev.triune.village.world.Point;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The effects of conversations. */
final class TalkEffectsTest {
    private static final String NEWS = "There was a light in the quarry, I saw it!";
    private static final String WORDS =
            new VillageFacts().find(VillageFacts.RUMOUR).orElseThrow().words();

    private final TestVillage hamlet = new TestVillage();
    private final Conversations talking = hamlet.talking();
    private final int mira = hamlet.settle("Mira", new Point(24, 24));
    private final int oren = hamlet.settle("Oren", new Point(25, 24));
    private final int edda = hamlet.settle("Edda", new Point(26, 24));
    private final int wren = hamlet.settle("Wren", new Point(24, 26));

    @BeforeEach
    void lookAround() {
        for (int agent : new int[] {mira, oren, edda, wren}) {
            hamlet.of(agent, Villager.class).trait = Trait.CURIOUS;
        }
        hamlet.pass(10);
    }

    @Test
    void tracesFactsOverThreeHops() {
        knows(mira);
        tell(mira, oren);
        tell(oren, edda);
        tell(edda, wren);
        assertThat(rumour(wren).orElseThrow().source).isEqualTo("Edda");
        assertThat(rumour(edda).orElseThrow().source).isEqualTo("Oren");
        assertThat(rumour(oren).orElseThrow().source).isEqualTo("Mira");
        assertThat(rumour(mira).orElseThrow().source).isEmpty();
        assertThat(rumour(wren).orElseThrow().text).isEqualTo(WORDS);
        assertThat(hamlet.effects())
                .filteredOn(Information.class::isInstance)
                .containsExactly(fact("Mira", "Oren"), fact("Oren", "Edda"), fact("Edda", "Wren"));
        assertThat(hamlet.talk().stats().get(TalkStats.Count.FACTS_SHARED)).isEqualTo(3);
    }

    @Test
    void speakerWithoutTheFactPassesNothingOn() {
        tell(mira, oren);
        assertThat(rumour(oren)).isEmpty();
        assertThat(hamlet.talk().stats().get(TalkStats.Count.FACTS_SHARED)).isZero();
    }

    @Test
    void knownFactsAreNotLearnedAgain() {
        knows(mira);
        for (int i = 0; i < 15; i++) {
            tell(mira, oren);
        }
        assertThat(hamlet.of(oren, Memory.class).episodes)
                .filteredOn(episode -> episode.kind.equals(VillageFacts.RUMOUR))
                .hasSize(1);
        assertThat(hamlet.talk().stats().get(TalkStats.Count.FACTS_SHARED)).isEqualTo(1);
    }

    @Test
    void listenersLearnFromTheFirstTeller() {
        knows(oren);
        talking.address(mira, oren, "Good day.");
        talking.address(edda, oren, "And to me.");
        talking.address(oren, mira, NEWS);
        talking.address(mira, edda, NEWS);
        talking.end(mira);
        assertThat(rumour(mira).orElseThrow().source).isEqualTo("Oren");
        assertThat(rumour(edda).orElseThrow().source).isEqualTo("Oren");
        assertThat(rumour(wren)).isEmpty();
    }

    @Test
    void wordsAloneAreNoPromise() {
        talking.address(mira, oren, "Good day. I'll bring you wood tonight. Sleep well.");
        talking.end(mira);
        assertThat(hamlet.effects()).noneMatch(Promise.class::isInstance);
        assertThat(hamlet.of(mira, Journal.class).agreements).isEmpty();
        assertThat(hamlet.of(oren, Journal.class).agreements).isEmpty();
    }

    @Test
    void factIsNewsOnlyIfOnePartnerKnowsIt() {
        assertThat(hamlet.talk().smallTalk().hasNews(mira, oren)).isFalse();
        knows(oren);
        assertThat(hamlet.talk().smallTalk().hasNews(mira, oren)).isTrue();
        knows(mira);
        assertThat(hamlet.talk().smallTalk().hasNews(mira, oren)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "The river is low these days, <partner>. | true",
                "I cut 4 wood at the forest at 07:40. | false",
                "<partner>, you promised me something. | false",
                "Next I cut wood. | false",
                "Come to the feast! | false",
                "I'll bring wood tonight. | false",
                "Get lost, <partner>. | false"
            })
    void repeatsOnlySmallTalk(String line, boolean repeated) {
        assertThat(hamlet.talk().smallTalk().mayRepeat(line)).isEqualTo(repeated);
    }

    @Test
    void villagerSaysALearnedLineNotAgainForThreeDays() {
        SmallTalkRules rules = hamlet.talk().smallTalk();
        talking.address(mira, oren, "The river is low, Oren.");
        assertThat(rules.maySay(mira, "The river is low, <partner>!")).isFalse();
        assertThat(rules.maySay(mira, "The river is high, <partner>!")).isTrue();
        assertThat(rules.maySay(oren, "The river is low, <partner>!")).isTrue();
        Talking talk = hamlet.of(mira, Talking.class);
        talk.say(1, Talking.REMEMBERED + 1_000);
        assertThat(rules.maySay(mira, "The river is low, <partner>!")).isTrue();
        assertThat(talk.phrases()).containsExactly(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "I will not help you.",
                "I'll never do that.",
                "Will I? I think I will bring some?",
                "I will be hungry.",
                "I won't bring anything.",
                "She said she will bring wood.",
                "Still, the day is long."
            })
    void ordinaryStatementsAreNotPromises(String words) {
        assertThat(SpeechAnalyzer.promise(words)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "I promise.",
                "Count on me!",
                "I will bring wood.",
                "I’ll be there.",
                "You have my word, Oren"
            })
    void recognizesPromises(String words) {
        assertThat(SpeechAnalyzer.promise(words)).contains(words.replace('’', '\''));
    }

    @Test
    void wordsChangeLikingByTrait() {
        hamlet.of(oren, Villager.class).trait = Trait.WARM;
        hamlet.of(edda, Villager.class).trait = Trait.GRUFF;
        talking.address(mira, oren, "Thank you, my friend.");
        talking.address(wren, edda, "You lazy fool.");
        talking.end(mira);
        talking.end(wren);
        assertThat(liking(oren, "Mira")).isCloseTo(0.175f, within(1e-4f));
        assertThat(liking(edda, "Wren")).isCloseTo(-0.12f, within(1e-4f));
        assertThat(hamlet.effects()).hasSize(2).allMatch(LikingChange.class::isInstance);
    }

    @Test
    void talkSettledByRulesIsWorthAKindLine() {
        Transcript talk = new Transcript();
        talk.agents.add(mira);
        talk.agents.add(oren);
        talk.settled = true;

        assertThat(hamlet.talk().effects().effects(talk))
                .hasSize(2)
                .allSatisfy(effect -> assertThat(((LikingChange) effect).change())
                        .isCloseTo(0.05f, within(1e-4f)));
    }

    @Test
    void limitsLikingChangePerConversation() {
        talking.address(mira, oren, "You fool.");
        for (int i = 0; i < 3; i++) {
            talking.address(oren, mira, "Thanks, my friend.");
            talking.address(mira, oren, "You lazy, useless fool.");
        }
        talking.end(mira);
        assertThat(liking(oren, "Mira")).isCloseTo(-0.2f, within(1e-4f));
        assertThat(liking(mira, "Oren")).isCloseTo(0.15f, within(1e-4f));
    }

    @Test
    void limitsTrustGainedByPlayerPraise() {
        for (int i = 0; i < 1_000; i++) {
            talking.say(Player.NAME, mira, "Thanks, my friend.");
        }
        talking.leave(Player.NAME);
        assertThat(liking(mira, Player.NAME)).isCloseTo(0.2f, within(1e-4f));
    }

    @Test
    void recordsThePlayerAsSourceOfFacts() {
        talking.say(Player.NAME, mira, "I saw a light in the quarry.");
        talking.leave(Player.NAME);
        assertThat(rumour(mira).orElseThrow().source).isEqualTo(Player.NAME);
        assertThat(kind(mira, "player").text).isEqualTo("I saw a light in the quarry.");
        assertThat(kind(mira, "player").source).isEqualTo(Player.NAME);
        assertThat(hamlet.talk().stats().get(TalkStats.Count.FACTS_SHARED)).isEqualTo(1);
    }

    private void knows(int agent) {
        hamlet.of(agent, Memory.class).remember(WORDS, VillageFacts.RUMOUR, 1, hamlet.tick());
    }

    private static Information fact(String from, String to) {
        return new Information(from, to, WORDS, VillageFacts.RUMOUR, 1);
    }

    /** Holds a conversation of one line. */
    private void tell(int one, int other) {
        assertThat(talking.address(one, other, NEWS)).isTrue();
        talking.end(one);
    }

    private Optional<Episode> rumour(int agent) {
        return hamlet.of(agent, Memory.class).episodes.stream()
                .filter(episode -> episode.kind.equals(VillageFacts.RUMOUR))
                .findFirst();
    }

    private Episode kind(int agent, String kind) {
        return hamlet.of(agent, Memory.class).episodes.stream()
                .filter(episode -> episode.kind.equals(kind))
                .findFirst()
                .orElseThrow();
    }

    private float liking(int agent, String name) {
        return hamlet.of(agent, Memory.class).relation(name).orElseThrow().liking;
    }
}
