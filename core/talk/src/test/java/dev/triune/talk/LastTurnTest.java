/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A talk of agents ends after a time of the game or a number of turns, and with a farewell. */
class LastTurnTest {
    private static final String LEAVE = "take your leave now";

    @Test
    void longTalkEndsWithTheFarewellThatTheSpeakerIsAskedFor() {
        TalkWorld talk = new TalkWorld(config -> config.longest(Duration.ofSeconds(30)));
        int ada = talk.agent("Ada");
        int bryn = talk.agent("Bryn");
        talk.gather(ada, bryn);
        talk.begin(ada, bryn);
        assertThat(talk.prompt(ada)).doesNotContain(LEAVE);
        talk.answer(ada, "How are you?", "Bryn");
        talk.ticks(30 * 20);
        assertThat(talk.prompt(bryn)).contains(LEAVE);
        talk.answer(bryn, "Well, and until tomorrow.", "Ada");
        talk.tick();
        assertThat(talk.talks.transcript(ada)).isNull();
        assertThat(talk.events).last().isEqualTo("ended: all has been said");
    }

    @Test
    void lastOfTheTurnsIsAFarewell() {
        TalkWorld talk = new TalkWorld(config -> config.turns(2));
        int ada = talk.agent("Ada");
        int bryn = talk.agent("Bryn");
        talk.gather(ada, bryn);
        talk.begin(ada, bryn);
        assertThat(talk.prompt(ada)).doesNotContain(LEAVE);
        talk.answer(ada, "How are you?", "Bryn");
        talk.untilAsks(bryn);
        assertThat(talk.prompt(bryn)).contains(LEAVE);
    }

    @Test
    void playerIsNotSentAway() {
        TalkWorld talk = new TalkWorld(config -> config.longest(Duration.ZERO).turns(1));
        int ada = talk.agent("Ada");
        talk.ticks(2);
        talk.talks.say("Robin", ada, "Have you a minute?");
        talk.untilAsks(ada);
        assertThat(talk.prompt(ada)).doesNotContain(LEAVE);
    }
}
