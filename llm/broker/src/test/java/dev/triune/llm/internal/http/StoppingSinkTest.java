/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Usage;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.CallFailure;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers end where the server was not allowed to end them. */
final class StoppingSinkTest {
    private static final class Heard implements AnswerSink {
        private final StringBuilder text = new StringBuilder();
        private String end = "";

        @Override
        public void text(String delta) {
            assertThat(delta).isNotEmpty();
            text.append(delta);
        }

        @Override
        public void complete(FinishReason reason, Usage usage) {
            end += reason.code() + " " + usage.output();
        }

        @Override
        public void fail(CallFailure failure) {
            end += "failed";
        }
    }

    @ParameterizedTest(name = "{0} ends before {1}")
    @CsvSource(delimiter = ';', textBlock = """
            Hello END more   ; END      ; Hello             ; true
            Hello            ; END      ; Hello             ; false
            ENEND            ; END      ; EN                ; true
            EEEND            ; END      ; EE                ; true
            Hello EN         ; END      ; Hello EN          ; false
            END              ; END      ; ''                ; true
            a ZZ b END       ; END|ZZ   ; a                 ; true
            aab              ; aaa|ab   ; a                 ; true
            abcabd           ; abd      ; abc               ; true
            Ada: hm Bob: ha  ; Bob:     ; Ada: hm           ; true
            """)
    void answersEndBeforeTheFirstTextInPiecesOfAnySize(
            String answer, String stops, String expected, boolean stops_) {
        for (int size = 1; size <= answer.length(); size++) {
            Heard heard = new Heard();
            StoppingSink sink = new StoppingSink(heard, List.of(stops.split("\\|")));
            for (int from = 0; from < answer.length(); from += size) {
                sink.text(answer.substring(from, Math.min(answer.length(), from + size)));
            }
            assertThat(sink.isStopped()).as("in pieces of %d", size).isEqualTo(stops_);
            sink.complete(FinishReason.LENGTH, new Usage(1, 0, 0, 7));

            assertThat(heard.text.toString().strip()).isEqualTo(expected);
            assertThat(heard.end).isEqualTo((stops_ ? "stop" : "length") + " 7");
        }
    }

    @Test
    void aRandomAnswerEndsWhereASearchFindsTheText() {
        long seed = 43;
        Random random = new Random(seed);
        for (int run = 0; run < 2_000; run++) {
            StringBuilder answer = new StringBuilder();
            Heard heard = new Heard();
            StoppingSink sink = new StoppingSink(heard, List.of("abab", "bba"));
            for (int i = 0; i < 12; i++) {
                String piece = "ab".substring(random.nextInt(2)).repeat(random.nextInt(3));
                answer.append(piece);
                if (!piece.isEmpty()) {
                    sink.text(piece);
                }
            }
            sink.complete(FinishReason.STOP, Usage.NONE);
            int first = Math.min(found(answer, "abab"), found(answer, "bba"));

            assertThat(heard.text.toString())
                    .as("seed %d, run %d: %s", seed, run, answer)
                    .isEqualTo(answer.substring(0, first));
        }
    }

    private static int found(StringBuilder text, String wanted) {
        int at = text.indexOf(wanted);
        return at < 0 ? text.length() : at;
    }

    @Test
    void whatIsHeldBackIsHeardBeforeAFailure() {
        Heard heard = new Heard();
        StoppingSink sink = new StoppingSink(heard, List.of("END"));
        sink.text("Hello E");
        sink.fail(new CallFailure.Failed(FailureCode.CUT_OFF, "cut off"));

        assertThat(heard.text).hasToString("Hello E");
        assertThat(heard.end).isEqualTo("failed");
    }
}
