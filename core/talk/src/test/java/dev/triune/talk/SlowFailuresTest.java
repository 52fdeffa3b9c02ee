/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.fixture.FakeBroker;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two failed calls are two, however long each of them takes to fail. */
class SlowFailuresTest {
    private static final int TICKS_PER_SECOND = 20;

    private final TalkWorld talk = new TalkWorld();
    private int calls;
    private long began;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 6, 10, 15})
    void busyLineComesWithTheEndOfTheSecondFailedCall(int seconds) {
        int ann = talk.agent("Ann");
        talk.tick();
        talk.talks.say("Robin", ann, "Hello?");
        for (int i = 0; i < 120 * TICKS_PER_SECOND && talk.spoken.isEmpty(); i++) {
            fail(seconds);
            talk.tick();
        }
        assertThat(talk.spoken).extracting(Utterance::text).containsExactly("Not now!");
        assertThat(calls).isEqualTo(Floor.FAILURES);
        assertThat(talk.plugin.clock().tick())
                .as("two calls, and the pause between them")
                .isLessThanOrEqualTo((2L * seconds + 3) * TICKS_PER_SECOND);
    }

    /** Grants calls at once, and ends each that has taken its time. */
    private void fail(int seconds) {
        for (FakeBroker.Asked asked : List.copyOf(talk.broker.asked())) {
            if (asked.isEnded() || !asked.request().layer().equals("talker")) {
                continue;
            }
            if (!asked.isGranted()) {
                talk.broker.grant(asked);
                calls++;
                began = talk.plugin.clock().tick();
            } else if (talk.plugin.clock().tick() - began >= (long) seconds * TICKS_PER_SECOND) {
                talk.broker.end(
                        asked, new Outcome.Failed(FailureCode.PROVIDER_ERROR, "down", false));
            }
        }
    }
}
