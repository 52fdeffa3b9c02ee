/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.talk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.triune.component.Behavior;
import dev.triune.component.Episode;
import dev.triune.component.Memory;
import dev.triune.component.Relation;
import dev.triune.component.Senses;
import dev.triune.component.Speech;
import dev.triune.village.TestVillage;
import dev.triune.village.people.Player;
import dev.triune.village.people.Trait;
import dev.triune.village.people.VillageFacts;
import dev.triune.village.people.Villager;
import dev.triune.village.world.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes of what is said. */
final class SpeechEffectsTest {
    private static final String NEWS = "There was a light in the quarry, I saw it!";

    private final TestVillage hamlet = new TestVillage();
    private final TalkSystem talking = hamlet.talking();
    private final int mira = hamlet.settle("Mira", new Point(24, 24));
    private final int oren = hamlet.settle("Oren", new Point(25, 24));
    private final int edda = hamlet.settle("Edda", new Point(26, 24));
    private final int wren = hamlet.settle("Wren", new Point(24, 26));
    private final List<TalkOutcome> outcomes = new ArrayList<>();

    @BeforeEach
    void lookAround() {
        for (int agent : new int[] {mira, oren, edda, wren}) {
            hamlet.of(agent, Villager.class).trait = Trait.CURIOUS;
        }
        hamlet.pass(10);
        talking.onTalk(new TalkListener() {
            @Override
            public void outcome(TalkOutcome outcome) {
                outcomes.add(outcome);
            }
        });
    }

    @Test
    void aFactIsTracedOverThreeHopsToWhoSawIt() {
        knows(mira);
        tell(mira, oren);
        tell(oren, edda);
        tell(edda, wren);
        assertThat(rumour(wren).orElseThrow().source).isEqualTo("Edda");
        assertThat(rumour(edda).orElseThrow().source).isEqualTo("Oren");
        assertThat(rumour(oren).orElseThrow().source).isEqualTo("Mira");
        assertThat(rumour(mira).orElseThrow().source).isEmpty();
        String words =
                new VillageFacts().find(VillageFacts.RUMOUR).orElseThrow().words();
        assertThat(rumour(wren).orElseThrow().text).isEqualTo(words);
        assertThat(outcomes)
                .filteredOn(TalkOutcome.FactShared.class::isInstance)
                .containsExactly(
                        new TalkOutcome.FactShared(mira, oren, VillageFacts.RUMOUR),
                        new TalkOutcome.FactShared(oren, edda, VillageFacts.RUMOUR),
                        new TalkOutcome.FactShared(edda, wren, VillageFacts.RUMOUR));
        assertThat(talking.counts().factsShared()).isEqualTo(3);
    }

    @Test
    void whoMerelySaysTheWordsPassesNothingOn() {
        tell(mira, oren);
        assertThat(rumour(oren)).isEmpty();
        assertThat(talking.counts().factsShared()).isZero();
    }

    @Test
    void nobodyLearnsTwiceWhatItKnows() {
        knows(mira);
        for (int i = 0; i < 15; i++) {
            tell(mira, oren);
        }
        assertThat(hamlet.of(oren, Memory.class).episodes)
                .filteredOn(episode -> episode.kind.equals(VillageFacts.RUMOUR))
                .hasSize(1);
        assertThat(talking.counts().factsShared()).isEqualTo(1);
    }

    @Test
    void everyListenerLearns() {
        knows(oren);
        talking.address(mira, oren, "Good day.");
        talking.address(edda, oren, "And to me.");
        talking.say(oren, NEWS);
        assertThat(rumour(mira).orElseThrow().source).isEqualTo("Oren");
        assertThat(rumour(edda).orElseThrow().source).isEqualTo("Oren");
        assertThat(rumour(wren)).isEmpty();
    }

    @Test
    void bothRememberAPromise() {
        talking.address(mira, oren, "Good day. I'll bring you wood tonight. Sleep well.");
        assertThat(outcomes)
                .contains(new TalkOutcome.PromiseMade(mira, oren, "I'll bring you wood tonight."));
        assertThat(kind(mira, "promise").text)
                .isEqualTo("you promised Oren: I'll bring you wood tonight.");
        assertThat(kind(oren, "promise").text)
                .isEqualTo("Mira promised you: I'll bring you wood tonight.");
        assertThat(kind(oren, "promise").source).isEqualTo("Mira");
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
    void noPromiseIsReadIntoOtherWords(String words) {
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
    void promisesAreKnownByTheirWords(String words) {
        assertThat(SpeechAnalyzer.promise(words)).contains(words.replace('’', '\''));
    }

    @Test
    void kindAndHarshWordsChangeALikingByTemper() {
        hamlet.of(oren, Villager.class).trait = Trait.WARM;
        hamlet.of(edda, Villager.class).trait = Trait.GRUFF;
        talking.address(mira, oren, "Thank you, my friend.");
        assertThat(relation(oren, "Mira").liking).isCloseTo(0.175f, within(1e-4f));
        assertThat(relation(oren, "Mira").words).isEqualTo("had kind words for you");
        talking.address(wren, edda, "You lazy fool.");
        assertThat(relation(edda, "Wren").liking).isCloseTo(-0.12f, within(1e-4f));
        assertThat(outcomes).hasSize(2).allMatch(TalkOutcome.RelationChanged.class::isInstance);
    }

    @Test
    void oneConversationChangesALikingByAFifthAtTheMost() {
        talking.address(mira, oren, "You fool.");
        for (int i = 0; i < 3; i++) {
            talking.say(oren, "Thanks, my friend.");
            talking.say(mira, "You lazy, useless fool.");
        }
        assertThat(relation(oren, "Mira").liking).isCloseTo(-0.2f, within(1e-4f));
        assertThat(relation(mira, "Oren").liking).isCloseTo(0.15f, within(1e-4f));
    }

    @Test
    void noAmountOfPraiseByThePlayerBuysTrustAtOnce() {
        for (int i = 0; i < 1_000; i++) {
            talking.playerSays(mira, "Thanks, my friend.");
        }
        assertThat(relation(mira, Player.NAME).liking).isCloseTo(0.2f, within(1e-4f));
    }

    @Test
    void thePlayerIsAnsweredAndCanTellFacts() {
        talking.playerSays(mira, "I saw a light in the quarry.");
        assertThat(rumour(mira).orElseThrow().source).isEqualTo(Player.NAME);
        assertThat(talking.say(mira, "A light in the quarry? I'll go and look."))
                .isEqualTo("Player");
        assertThat(talking.conversations()).isZero();
        assertThat(hamlet.of(oren, Senses.class).heard).isEmpty();
        assertThat(outcomes)
                .contains(
                        new TalkOutcome.FactShared(TalkListener.PLAYER, mira, VillageFacts.RUMOUR),
                        new TalkOutcome.FactShared(mira, TalkListener.PLAYER, VillageFacts.RUMOUR),
                        new TalkOutcome.PromiseMade(
                                mira, TalkListener.PLAYER, "I'll go and look."));
        assertThat(kind(mira, "player").source).isEqualTo(Player.NAME);
        assertThat(hamlet.of(mira, Senses.class).heard).isEmpty();
        assertThat(talking.say(mira, "Did you hear?")).isEqualTo("Oren");
    }

    @Test
    void thePlayerIsAnsweredByWhoeverListensInAConversationWithoutATurn() {
        talking.address(mira, oren, "Good day.");
        talking.playerSays(mira, "Hello!");
        assertThat(talking.say(mira, "Hello yourself.")).isEqualTo(Player.NAME);
        assertThat(talking.say(oren, "Good day.")).isEqualTo("Mira");
    }

    @Test
    void whatThePlayerSaidOutlastsAConversation() {
        talking.address(mira, oren, "Good day.");
        talking.playerSays(mira, "Hello!");
        hamlet.of(oren, Behavior.class).asleep = true;
        hamlet.pass(1);
        assertThat(hamlet.of(mira, Senses.class).heard)
                .extracting(Speech::speaker)
                .containsExactly(Player.NAME);
        assertThat(hamlet.of(mira, Senses.class).hasNews()).isTrue();
    }

    @Test
    void wordsThatNobodyAnswersAreForgotten() {
        talking.playerSays(mira, "Hello!");
        hamlet.pass(1_201);
        assertThat(hamlet.of(mira, Senses.class).heard).isEmpty();
        assertThat(hamlet.of(mira, Senses.class).hasNews()).isFalse();
    }

    private void knows(int agent) {
        hamlet.of(agent, Memory.class)
                .remember(
                        new VillageFacts()
                                .find(VillageFacts.RUMOUR)
                                .orElseThrow()
                                .words(),
                        VillageFacts.RUMOUR,
                        1,
                        hamlet.tick());
    }

    /** A conversation of one line. */
    private void tell(int one, int other) {
        hamlet.of(other, Villager.class).talkedOutUntil = 0;
        assertThat(talking.address(one, other, NEWS)).isTrue();
        hamlet.of(other, Behavior.class).asleep = true;
        hamlet.pass(1);
        hamlet.of(other, Behavior.class).asleep = false;
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

    private Relation relation(int agent, String name) {
        return hamlet.of(agent, Memory.class).relation(name).orElseThrow();
    }
}
