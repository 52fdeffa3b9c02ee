/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.MindListener.AnswerStatus;
import dev.triune.action.Step;
import dev.triune.component.Layer;
import dev.triune.llm.Ticket;
import org.junit.jupiter.api.Test;

/** What a plan benchmark makes of steps that end while the answer is still written. */
final class PlanAttemptTest {
    private static final Step STEP = Step.of("gather").with("target", "berries");

    private final PlanAttempt attempt = new PlanAttempt(1, PlanSituation.FOOD, STEP);

    private void queued() {
        attempt.stepQueued(0, Layer.EXECUTOR, new Ticket(1), STEP, 0);
    }

    @Test
    void stepDoneBeforeTheAnswerEndsCounts() {
        queued();
        attempt.stepDone(0, STEP);
        assertThat(attempt.steps()).isEqualTo(1);
        assertThat(attempt.isCarriedOut()).isTrue();
    }

    @Test
    void goingOnAsBeforeIsValidAndCarriedOut() {
        attempt.answerEnded(0, Layer.EXECUTOR, new Ticket(1), AnswerStatus.APPLIED);
        assertThat(attempt.isValid()).isTrue();
        assertThat(attempt.isCarriedOut()).isTrue();
        assertThat(attempt.miss().orElseThrow()).doesNotContain("no plan");
    }

    @Test
    void noAnswerIsNoPlan() {
        assertThat(attempt.isCarriedOut()).isFalse();
        assertThat(attempt.miss().orElseThrow()).contains("no plan");
    }

    @Test
    void stepFailedBeforeTheAnswerEndsIsAMissWithItsReason() {
        queued();
        attempt.stepFailed(0, STEP, "no berries are left");
        assertThat(attempt.isCarriedOut()).isFalse();
        assertThat(attempt.miss().orElseThrow()).contains("FAILED (no berries are left)");
    }
}
