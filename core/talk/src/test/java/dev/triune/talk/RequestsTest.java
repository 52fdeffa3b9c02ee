/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.Step;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which lines of somebody ask for the step that follows, so that the two are an agreement. */
final class RequestsTest {
    private static boolean asks(String words, String step, boolean player) {
        Utterance line = new Utterance(1, "Bryn", player ? 0 : 7, "Ada", words, 1, false);
        return Requests.asks(line, step(step));
    }

    private static Step step(String written) {
        String[] parts = written.split("[ =]");
        Step made = Step.of(parts[0]);
        for (int i = 1; i + 1 < parts.length; i += 2) {
            made = made.with(parts[i], parts[i + 1].replace('_', ' '));
        }
        return made;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Give me a berry, Ada. | give to=Bryn item=berries amount=1",
                "Follow me, please. | follow to=Bryn",
                "Bram is ill and lies at the square. | help to=Bram",
                "Let me pass. | let_pass person=Bryn",
                "We need 12 of them before the storm. | gather target=wood amount=12",
                "Könntest du Brot holen? | hole ding=brot",
                "Öffne die Nordtür! | öffne tür=nordtür",
                "Meet me at the berry patch at noon. | go_to place=berry_patch"
            })
    void asksForTheStep(String words, String step) {
        assertThat(asks(words, step, false)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Good morning! | gather target=wood amount=4",
                "The work is never finished, it just waits. | follow to=Bryn",
                "Nonsense. Some of us work for what we eat. | follow to=Bryn",
                "How are you today? | gather target=wood amount=4",
                "Could you lend me a hand with the roof? | help to=Bryn",
                "Who would come here without salt? | follow to=Bryn",
                "You are invited to the feast. | talk to=Mira text=You_are_invited_to_the_feast_too",
                "Die Arbeit hört nie auf. | folge wem=Bryn"
            })
    void doesNotAskForTheStep(String words, String step) {
        assertThat(asks(words, step, false)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "I sing until somebody hears us. | sing | true",
                "Of course I help you with the roof. | help to=Bryn | true",
                "The last traveller ate for three. | follow to=Bryn | false",
                "I fetch you some water, Bryn. | gather target=water amount=5 | true",
                "Then I go to the square. | go_to place=square | true",
                "You are invited to a feast at the square. | call_meeting place=square"
                        + " about=Hear_me,_there_is_a_feast_at_the_square | false",
                "The fire is low, and the forest far. | gather target=stone amount=5 | false",
                "Ich singe, bis uns jemand hört. | singen | true"
            })
    void announcesAStepByHalfOfItsParts(String words, String step, boolean announces) {
        assertThat(Requests.announces(words, step(step), "Bryn")).isEqualTo(announces);
    }

    @ParameterizedTest
    @CsvSource({
        "Hide before the captain comes!, go_to place=cellar, true",
        "Good day to you!, gather target=wood, false"
    })
    void whatAPlayerSaysBeyondAGreetingAsks(String words, String step, boolean asks) {
        assertThat(asks(words, step, true)).isEqualTo(asks);
    }
}
