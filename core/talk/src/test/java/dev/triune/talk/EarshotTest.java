/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.Feed;
import dev.triune.component.Memory;
import dev.triune.component.Senses;
import dev.triune.component.Speech;
import dev.triune.system.BehaviorSystem;
import dev.triune.system.LLMSchedulerSystem;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What calls of a game report about who hears, on which thread, and what comes of insults. */
class EarshotTest {
    private final Set<Integer> away = new HashSet<>();
    private final TalkWorld talk = new TalkWorld(
            config -> config.earshot((one, other) -> !away.contains(one) && !away.contains(other)));
    private final int ada = talk.agent("Ada");
    private final int bryn = talk.agent("Bryn");
    private final int player = talk.player("Robin");

    @Test
    void lineOutOfEarshotIsNotSaid() {
        talk.tick();
        away.add(player);

        assertThat(talk.talks.say(player, ada, "Hello?").heard()).isFalse();
        assertThat(talk.talks.sayToAll(player, ada, "Hello?").heard()).isFalse();
        talk.ticks(3);
        assertThat(talk.events).isEmpty();
        away.clear();
        assertThat(talk.talks.say(player, ada, "Hello?").heard()).isTrue();
    }

    @Test
    void everyLineThatIsSaidIsAnswered() {
        talk.tick();
        for (int place : List.of(-1, player, ada)) {
            away.clear();
            away.add(place);
            boolean said = talk.talks.say(player, ada, "Is it " + place + "?").heard();
            talk.ticks(2);
            assertThat(talk.open(ada) != null).as("away: %s", place).isEqualTo(said);
            if (said) {
                talk.answer(ada, "Yes.", "Robin");
            }
            talk.talks.end(ada);
            talk.ticks(2);
        }
    }

    @Test
    void playerWithoutBodyIsHeardEverywhere() {
        talk.tick();
        away.add(ada);

        assertThat(talk.talks.say("Robin", ada, "Hello?").heard()).isTrue();
        assertThat(talk.open(ada)).isNotNull();
    }

    @Test
    void agentsWhoDoNotHearEachOtherBeginNoConversation() {
        talk.tick();
        away.add(bryn);

        assertThat(talk.talks.begin(ada, bryn)).isFalse();
        assertThat(talk.talks.address(ada, bryn, "Come here!")).isFalse();
        talk.ticks(2);
        assertThat(talk.events).isEmpty();
    }

    @Test
    void whisperIsHeardByWhomItIsFor() {
        TalkWorld hall = new TalkWorld(config ->
                config.overhearing((bystander, speaker, line) -> !line.text().startsWith("Psst")));
        int cook = hall.agent("Hilda");
        int guard = hall.agent("Bruno");
        int thief = hall.player("Wren");
        hall.tick();
        hall.gather(cook, guard);
        hall.talks.say(thief, cook, "Where is the key?");
        hall.answer(cook, "Psst, under the stone.", "Wren");
        hall.talks.say(thief, cook, "And the soup?");
        hall.answer(cook, "The soup is ready.", "Wren");

        assertThat(hall.get(Senses.class, guard).heard())
                .extracting(Speech::text)
                .containsExactly("The soup is ready.");
    }

    @Test
    void overhearingThatThrowsKeepsTheSecret() {
        TalkWorld hall = new TalkWorld(config -> config.overhearing((bystander, speaker, line) -> {
            throw new IllegalStateException("no such place");
        }));
        int cook = hall.agent("Hilda");
        int guard = hall.agent("Bruno");
        hall.world.process();
        hall.gather(cook, guard);
        hall.talks.bark(cook, "Soup!");

        assertThat(hall.get(Senses.class, guard).heard()).isEmpty();
        assertThat(hall.spoken).hasSize(1);
    }

    @Test
    void insultsOfAPlayerMakeNoFriends() {
        talk.tick();
        for (int i = 0; i < 16; i++) {
            talk.talks.say(player, ada, "You old hag, your soup is poison, and I will burn it!");
            talk.answer(ada, "Leave my kitchen at once.", "Robin");
            talk.talks.end(ada);
            talk.ticks(2);
        }

        assertThat(talk.get(Memory.class, ada).relation("Robin")).isNotPresent();
    }

    @Test
    void agentsStillLikeEachOtherMoreAfterATalk() {
        talk.begin(ada, bryn);
        talk.answer(ada, "The bread is fresh today.", "Bryn");
        talk.untilAsks(bryn);
        talk.answer(bryn, "I can smell it from here.", "Ada");
        talk.talks.end(ada);

        assertThat(talk.get(Memory.class, bryn).relation("Ada").orElseThrow().liking)
                .isPositive();
    }

    @Test
    void callsOnAnotherThreadAreRefusedAndChangeNothing() {
        talk.ticks(2);
        List<ThrowingCallable> calls = List.of(
                () -> talk.talks.say(player, ada, "Hello?"),
                () -> talk.talks.say("Robin", ada, "Hello?"),
                () -> talk.talks.sayToAll(player, ada, "Hello?"),
                () -> talk.talks.leave(player),
                () -> talk.talks.begin(ada, bryn),
                () -> talk.talks.address(ada, bryn, "Hello?"),
                () -> talk.talks.bark(ada, "Hello?"),
                () -> talk.talks.interrupt(ada),
                () -> talk.talks.end(ada),
                () -> talk.talks.transcript(ada),
                () -> talk.world.getSystem(LLMSchedulerSystem.class).markDirty(ada),
                () -> talk.world.getSystem(LLMSchedulerSystem.class).hold(ada),
                () -> talk.world.getSystem(BehaviorSystem.class).signal(ada));
        for (ThrowingCallable call : calls) {
            assertThatThrownBy(() -> onAnotherThread(call))
                    .rootCause()
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("runs the world (call it there");
        }
        talk.ticks(2);
        assertThat(talk.events).isEmpty();
    }

    @Test
    void worldMayBeSetUpOnAnotherThreadThanItsTicks() {
        assertThat(onAnotherThread(
                        () -> assertThat(talk.talks.say("Robin", ada, "Hello?").heard())
                                .isTrue()))
                .isNull();
        talk.ticks(2);

        assertThat(talk.open(ada)).isNotNull();
    }

    private static Void onAnotherThread(ThrowingCallable call) {
        return CompletableFuture.<Void>supplyAsync(
                        () -> {
                            try {
                                call.call();
                                return null;
                            } catch (Throwable e) {
                                throw new CompletionException(e);
                            }
                        },
                        task -> new Thread(task, "chat socket").start())
                .join();
    }

    @Test
    void linesAreHeardOnceIfAFeedOfSpeechIsThereToo() {
        List<Speech> alone = heardByABystander(new TalkWorld());
        List<Speech> both =
                heardByABystander(new TalkWorld(config -> {}, minds -> minds.feed(Feed.speech())));
        assertThat(alone).isNotEmpty();
        assertThat(both).isEqualTo(alone);
    }

    private static List<Speech> heardByABystander(TalkWorld talk) {
        int ada = talk.agent("Ada");
        int bryn = talk.agent("Bryn");
        int cleo = talk.agent("Cleo");
        talk.tick();
        for (int agent : new int[] {ada, bryn}) {
            talk.world.getMapper(Senses.class).get(agent).nearby.add(cleo);
        }
        talk.begin(ada, bryn);
        talk.answer(ada, "Line 1.", "Bryn");
        talk.ticks(2);
        return List.copyOf(talk.world.getMapper(Senses.class).get(cleo).heard());
    }
}
