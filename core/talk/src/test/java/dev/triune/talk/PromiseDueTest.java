/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.component.Journal;
import dev.triune.component.Mind;
import dev.triune.fixture.FakeBroker;
import dev.triune.internal.apply.PlanPart;
import dev.triune.prompt.PromptBuilder.GameTime;
import org.junit.jupiter.api.Test;

/** An agent is asked what it does when something that it promised falls due. */
class PromiseDueTest {
    private static final int DAY = 2_000;

    /** Knows one time: {@code tomorrow}. */
    private static final class Days implements GameTime {
        @Override
        public String when(long tick, long now) {
            return "on day " + tick / DAY;
        }

        @Override
        public long due(String words, long made) {
            return words.contains("tomorrow") ? (made / DAY + 1) * DAY : made;
        }
    }

    private final TalkWorld talk = new TalkWorld(
            config -> {},
            minds -> minds.configure(config -> config.gameTime(new Days()).thinkAhead(false)));
    private final int ada = talk.agent("Ada");
    private final int bryn = talk.agent("Bryn");

    private void promise(String what) {
        talk.tick();
        talk.gather(ada, bryn);
        talk.begin(ada, bryn);
        FakeBroker.Asked asked = talk.granted(ada);
        talk.broker.deliver(asked, new PlanPart.Later(what));
        talk.broker.answer(asked, new PlanPart.SpokenText("You shall have it."));
        talk.ticks(2);
        talk.talks.end(ada);
    }

    @Test
    void promiseForTomorrowIsDueTomorrow() {
        promise("I bring the axe tomorrow.");
        assertThat(talk.get(Journal.class, ada).agreements)
                .singleElement()
                .satisfies(each -> assertThat(each.due).isEqualTo(DAY));
        assertThat(talk.get(Mind.class, ada).reviewAt).isEqualTo(DAY);
        assertThat(talk.get(Mind.class, bryn).reviewAt).isEqualTo(Mind.NEVER);
    }

    @Test
    void promiseWithoutATimeWakesNobody() {
        promise("I bring the axe.");
        assertThat(talk.get(Journal.class, ada).agreements).hasSize(1);
        assertThat(talk.get(Mind.class, ada).reviewAt).isEqualTo(Mind.NEVER);
    }
}
