/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** When a provider counts as slow. */
class ProviderSpeedTest {
    private final ProviderSpeed speed = new ProviderSpeed();
    private Instant now = Instant.EPOCH;

    private void answers(int count, double seconds, int tokens) {
        for (int i = 0; i < count; i++) {
            now = now.plusSeconds(1);
            speed.answered(now, Duration.ofMillis((long) (1_000 * seconds)), tokens);
        }
    }

    @Test
    void longAnswersAreNotSlow() {
        answers(20, 1, 50);
        answers(20, 60, 3_000);

        assertThat(speed.slowness(now)).isEmpty();
    }

    @Test
    void shortAnswersAreNotSlowThoughTheirFirstTokenTakesMostOfTheTime() {
        answers(20, 1, 50);
        answers(20, 2, 1);

        assertThat(speed.slowness(now)).isEmpty();
    }

    @Test
    void providerThatTakesFourTimesAsLongIsSlowAfterHalfOfTheLastAnswers() {
        answers(20, 2, 50); // 0.04 s a token
        answers(3, 10, 50);
        assertThat(speed.slowness(now)).as("three of eight").isEmpty();
        answers(1, 10, 50);

        assertThat(speed.slowness(now))
                .contains("slow: its last answers took 10.0 s, 0.20 s a token (usually 0.04)");
        answers(4, 2, 50);
        assertThat(speed.slowness(now))
                .contains("slow: its last answers took 10.0 s, 0.20 s a token" + " (usually 0.04)");
        answers(1, 2, 50);
        assertThat(speed.slowness(now)).isEmpty();
    }

    @Test
    void providerThatWasNeverFastIsSlowByItsFiguresAlone() {
        answers(3, 20, 20);
        assertThat(speed.slowness(now)).as("too few").isEmpty();
        answers(1, 20, 20);

        assertThat(speed.slowness(now))
                .contains("slow: its last answers took 20.0 s, 1.00 s a token");
    }

    @Test
    void oldAnswersTellNothing() {
        answers(8, 20, 20);
        now = now.plus(Duration.ofMinutes(6));

        assertThat(speed.slowness(now)).isEmpty();
    }
}
