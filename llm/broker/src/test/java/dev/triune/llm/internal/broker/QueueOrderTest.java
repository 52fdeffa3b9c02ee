/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Priority;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The order in which waiting requests are sent. */
class QueueOrderTest {
    private final Stage stage = Stage.ofOne();

    @Test
    void sendsByUrgencyThenByOrderOfSubmission() {
        stage.submit("low", Priority.LOW);
        stage.submit("medium", Priority.MEDIUM);
        stage.submit("critical", Priority.CRITICAL);
        stage.submit("medium too", Priority.MEDIUM);
        answerAll();

        assertThat(Stage.questions(stage.first))
                .containsExactly("critical", "medium", "medium too", "low");
    }

    @Test
    void agedRequestOvertakesMoreUrgentRequest() {
        stage.submit("holds the permit");
        stage.settle();
        stage.submit("patient", Priority.BACKGROUND);
        stage.advanceSeconds(20);
        stage.submit("hasty", Priority.HIGH);
        stage.submit("danger", Priority.CRITICAL);
        answerAll();

        assertThat(Stage.questions(stage.first))
                .containsExactly("holds the permit", "danger", "patient", "hasty");
    }

    @Test
    void withoutAgeingMoreUrgentRequestGoesFirst() {
        Stage strict =
                Stage.ofOne(Stage.settings(), builder -> builder.ageing(Duration.ofSeconds(5), 0));
        strict.submit("holds the permit");
        strict.settle();
        strict.submit("patient", Priority.BACKGROUND);
        strict.advanceSeconds(40);
        strict.submit("hasty", Priority.LOW);
        strict.first.last().complete();
        strict.settle();

        assertThat(Stage.questions(strict.first)).containsExactly("holds the permit", "hasty");
    }

    @Test
    void backgroundRequestIsServedDespiteAStreamOfUrgentRequests() {
        stage.submit("holds the permit");
        stage.settle();
        Recorder patient = stage.submit("patient", Priority.BACKGROUND);
        for (int second = 0; second < 60 && patient.heard.isEmpty(); second++) {
            stage.submit("urgent " + second, Priority.CRITICAL);
            stage.advanceSeconds(1);
            stage.first.last().complete();
            stage.settle();
        }

        assertThat(patient.heard).isNotEmpty();
        assertThat(stage.time.nanos())
                .isLessThanOrEqualTo(Duration.ofSeconds(50).toNanos());
    }

    private void answerAll() {
        stage.settle();
        int answered = 0;
        while (answered < stage.first.calls.size()) {
            stage.first.calls.get(answered++).complete();
            stage.settle();
        }
    }
}
