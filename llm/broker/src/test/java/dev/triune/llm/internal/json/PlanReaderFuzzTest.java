/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.triune.llm.AnswerPart;
import dev.triune.testsupport.Thorough;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** To rerun a failing case: {@code -Dtriune.seed=<the seed printed>}. */
final class PlanReaderFuzzTest {
    private static final String PLAN = """
            Let me see. <think>wood {or} "stone"?</think> ```json
            {"action":[{"type":"gather","target":"wood","amount":20,"at":[1.5,-2e3,null]},"wave"],
            "speaking":"Tr\\u00e8s \\"bien\\" 😀","goal":{"type":"personal","description":"é"},
            "thinking":"ok","mood":{"joy":true}} ``` done
            """;
    private static final String ALPHABET =
            "{}[]\":,<>/\\ \n0123456789.eE+-tfnurlsahink\u0000\u007fé€\ud83d\ude00\uFEFF";
    private static final int CASES = Thorough.count(5_000, 20_000);

    @Test
    void mutatedAnswersNeverThrowOrDependOnTheSplit() {
        long seed = Long.getLong("triune.seed", 20_260_101L);
        Random random = new Random(seed);
        for (int number = 0; number < CASES; number++) {
            String text = mutated(random);
            int[] cuts = random.ints(8, 1, 40).toArray();
            String description = "-Dtriune.seed=" + seed + ", case " + number + ": " + text;
            assertThatCode(() -> check(text, cuts, description))
                    .as(description)
                    .doesNotThrowAnyException();
        }
    }

    private static void check(String text, int[] cuts, String description) {
        List<AnswerPart> parts = Answers.whole(text);
        assertThat(Answers.inPiecesOf(1, text)).as(description).isEqualTo(parts);
        assertThat(inPieces(text, cuts)).as(description).isEqualTo(parts);
        assertThat(parts.subList(0, Math.max(0, parts.size() - 1)))
                .as(description)
                .noneMatch(AnswerPart.Malformed.class::isInstance);
    }

    private static List<AnswerPart> inPieces(String text, int[] cuts) {
        List<AnswerPart> parts = new ArrayList<>();
        AnswerReader reader = new PlanReader();
        int from = 0;
        for (int i = 0; from < text.length(); i++) {
            int to = Math.min(text.length(), from + cuts[i % cuts.length]);
            reader.feed(text.substring(from, to), parts::add);
            from = to;
        }
        reader.end(parts::add);
        return parts;
    }

    private static String mutated(Random random) {
        StringBuilder text = new StringBuilder(PLAN);
        int changes = 1 + random.nextInt(6);
        for (int i = 0; i < changes && text.length() > 0; i++) {
            int at = random.nextInt(text.length());
            char letter = ALPHABET.charAt(random.nextInt(ALPHABET.length()));
            switch (random.nextInt(5)) {
                case 0 -> text.insert(at, letter);
                case 1 -> text.setCharAt(at, letter);
                case 2 -> text.deleteCharAt(at);
                case 3 -> text.insert(at, text.substring(0, at));
                default -> text.setLength(at);
            }
        }
        return text.toString();
    }
}
