/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.AnswerPart;
import dev.triune.llm.AnswerPart.Malformed;
import dev.triune.testsupport.Thorough;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** To rerun a failing case: {@code -Dtriune.seed=<the seed printed>}. */
final class PlanReaderSplitTest {
    private static final int CASES = Thorough.count(1_000, 5_000);
    private static final int LONG_CASES = Thorough.count(20, 100);

    @Test
    void everySplitOfAGeneratedAnswerYieldsTheSameParts() {
        long seed = Long.getLong("triune.seed", 20_260_102L);
        Random random = new Random(seed);
        GeneratedAnswers answers = new GeneratedAnswers(random);
        int readable = 0;
        for (int number = 0; number < CASES; number++) {
            String text = answers.next();
            List<AnswerPart> parts = assertSplitsAgree(text, random, seed, number);
            readable += parts.stream().anyMatch(part -> !(part instanceof Malformed)) ? 1 : 0;
        }
        assertThat(readable).as("-Dtriune.seed=" + seed).isBetween(CASES / 4, CASES);
    }

    /** So long that the bytes of one piece do not fit the reader's buffer. */
    @Test
    void everySplitOfALongAnswerYieldsTheSameParts() {
        long seed = Long.getLong("triune.seed", 20_260_103L);
        Random random = new Random(seed);
        GeneratedAnswers answers = new GeneratedAnswers(random);
        for (int number = 0; number < LONG_CASES; number++) {
            StringBuilder text = new StringBuilder("x".repeat(random.nextInt(1100)));
            while (text.length() < 6000) {
                text.append(answers.next(), 0, 1 + random.nextInt(10)).append("{\"\" ");
                text.append("{\"k\":\"").append("é😀a".repeat(random.nextInt(200)));
            }
            assertSplitsAgree(text.append(answers.next()).toString(), random, seed, number);
        }
    }

    /** The underlying parser reads these differently when it gets the whole number at once. */
    @ParameterizedTest
    @ValueSource(strings = {"1.5f", "1.5d", "1.5.2", "-0.5F", "10.25D", "1.5ef", "1e5f", "1e5.2"})
    void numberWithInvalidSuffixIsReadTheSameInEverySplit(String number) {
        String text = "{\"speaking\":" + number + "} {\"action\":\"wave\"}";
        assertSplitsAgree(text, new Random(1), 1, 0);
    }

    private static List<AnswerPart> assertSplitsAgree(
            String text, Random random, long seed, int number) {
        String description = "-Dtriune.seed=" + seed + ", case " + number + ": " + text;
        List<AnswerPart> parts = Answers.inPiecesOf(1, text);
        assertThat(Answers.whole(text)).as(description).isEqualTo(parts);
        assertThat(Answers.inPiecesOf(5, text)).as(description).isEqualTo(parts);
        assertThat(inRandomPieces(text, random)).as(description).isEqualTo(parts);
        return parts;
    }

    private static List<AnswerPart> inRandomPieces(String text, Random random) {
        List<AnswerPart> parts = new ArrayList<>();
        AnswerReader reader = new PlanReader();
        int from = 0;
        while (from < text.length()) {
            int to = Math.min(text.length(), from + random.nextInt(40));
            reader.feed(text.substring(from, to), parts::add);
            from = to;
        }
        reader.end(parts::add);
        return parts;
    }
}
