/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The performance figures that docs/conversation.md promises, with a fixed seed. */
class ConversationTargetsTest {
    @Test
    void talkingCrowdMeetsItsTargets() {
        ConversationTargets.Figures figures =
                ConversationTargets.crowd(1, 30, Duration.ofMinutes(5));

        assertThat(figures.executorShare()).as(figures.toString()).isGreaterThanOrEqualTo(0.4);
        assertThat(figures.stepsDone()).as(figures.toString()).isGreaterThanOrEqualTo(800);
        assertThat(figures.longestWaitTicks()).as(figures.toString()).isLessThanOrEqualTo(800);
        assertThat(figures.promptsWithOwnLines())
                .as(figures.toString())
                .isEqualTo(figures.promptsInConversation());
        assertThat(figures.repeatedAnswers()).as(figures.toString()).isZero();
    }

    @Test
    void playerHearsFirstWordsWithinTwoTicksOfTheModel() {
        ConversationTargets.Waits waits = ConversationTargets.player(1, 100);

        assertThat(waits.lost()).isZero();
        assertThat(ConversationTargets.Waits.p95(waits.firstWords())).isLessThanOrEqualTo(6 + 2);
        assertThat(waits.ahead()).isGreaterThanOrEqualTo(0.7);
        assertThat(ConversationTargets.Waits.p95(waits.stepStart())).isLessThanOrEqualTo(2);
    }
}
