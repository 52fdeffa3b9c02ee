/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EditDistanceTest {
    @ParameterizedTest
    @CsvSource({
        "gather, gather, 0",
        "gather, gathr, 1",
        "gathr, gather, 1",
        "gather, gahter, 1",
        "gather, father, 1",
        "abcd, dcba, 3",
        "ca, abc, 3",
        "'', abc, 3",
        "abc, '', 3",
        "'', '', 0"
    })
    void countsTypingErrors(String from, String to, int slips) {
        assertThat(EditDistance.between(from, to, 9)).isEqualTo(slips);
        assertThat(EditDistance.between(to, from, 9)).isEqualTo(slips);
    }

    @Test
    void countIsCappedAtTheLimit() {
        long seed = 815;
        Random random = new Random(seed);
        for (int i = 0; i < 5_000; i++) {
            String from = word(random);
            String to = word(random);
            int slips = EditDistance.between(from, to, 99);
            for (int limit = 0; limit < 4; limit++) {
                assertThat(EditDistance.between(from, to, limit))
                        .as("seed %d: %s, %s, %d", seed, from, to, limit)
                        .isEqualTo(Math.min(slips, limit + 1));
            }
        }
    }

    private static String word(Random random) {
        StringBuilder word = new StringBuilder();
        random.ints(random.nextInt(7), 'a', 'd').forEach(word::appendCodePoint);
        return word.toString();
    }
}
