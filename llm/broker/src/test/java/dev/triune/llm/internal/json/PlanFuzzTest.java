/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.triune.llm.AnswerPart;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntSupplier;

/** Every answer yields the same bounded number of parts, however it is split. */
class PlanFuzzTest {
    @FuzzTest(maxDuration = "60s")
    void everySplitOfAnAnswerYieldsTheSameParts(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        List<AnswerPart> whole = read(text, () -> Math.max(1, text.length()));
        for (int size : List.of(1, 3, 100)) {
            assertThat(read(text, () -> size)).as("pieces of %d", size).isEqualTo(whole);
        }
        Random random = new Random(text.hashCode());
        assertThat(read(text, () -> random.nextInt(40))).as("random pieces").isEqualTo(whole);

        assertThat(whole).hasSizeLessThanOrEqualTo(PlanReader.MAX_PARTS + 1);
        assertThat(whole.subList(0, Math.max(0, whole.size() - 1)))
                .noneMatch(AnswerPart.Malformed.class::isInstance);
    }

    private static List<AnswerPart> read(String text, IntSupplier sizes) {
        List<AnswerPart> parts = new ArrayList<>();
        PlanReader reader = new PlanReader();
        for (int from = 0, to; from < text.length(); from = to) {
            to = Math.min(text.length(), from + sizes.getAsInt());
            reader.feed(text.substring(from, to), parts::add);
        }
        reader.end(parts::add);
        return parts;
    }
}
