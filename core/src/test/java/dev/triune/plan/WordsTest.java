/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WordsTest {
    @Test
    void whatFitsStaysAsItIs() {
        assertThat(Words.bounded("hello", 5)).isEqualTo("hello");
        assertThat(Words.bounded("", 5)).isEmpty();
    }

    @Test
    void whatIsTooLongIsCut() {
        assertThat(Words.bounded("hello", 4)).isEqualTo("hell");
        assertThat(Words.bounded("hello", 1)).isEqualTo("h");
        assertThat(Words.bounded("hello world", 6)).isEqualTo("hello");
    }

    @Test
    void aSurrogatePairIsNeverSplit() {
        assertThat(Words.bounded("ab\ud83d\udc08", 4)).isEqualTo("ab\ud83d\udc08");
        assertThat(Words.bounded("ab\ud83d\udc08", 3)).isEqualTo("ab");
        assertThat(Words.bounded("\ud83d\udc08", 1)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                " ",
                "\n",
                "\r\n",
                "\t",
                "\u000b",
                "\f",
                "\u0085",
                "\u00a0",
                "\u2028",
                "\u2029",
                "\u3000",
                "\u0000",
                "\u001b",
                " \n\u2028 "
            })
    void everyKindOfBreakAndBlankBecomesOneBlank(String blank) {
        assertThat(Words.bounded(blank + "a" + blank + "b" + blank, 99)).isEqualTo("a b");
    }

    @Test
    void whateverComesInOneShortLineComesOut() {
        long seed = 4_711;
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        for (int i = 0; i < 5_000; i++) {
            StringBuilder raw = new StringBuilder();
            random.ints(random.nextInt(60), 0, 0x2100).forEach(raw::appendCodePoint);
            int limit = 1 + random.nextInt(40);
            String text = Words.bounded(raw.toString(), limit);
            assertThat(text.length()).isLessThanOrEqualTo(limit);
            assertThat(Words.bounded(text, limit)).isEqualTo(text);
            assertThat(text).doesNotContainPattern("[\\p{Cc}\\u2028\\u2029]").doesNotContain("  ");
        }
    }

    @Test
    void whatIsThoughtAloudIsNotSpoken() {
        assertThat(Words.spoken("<think>Hm.\n<b></think>Yes.", 9)).isEqualTo("Yes.");
        assertThat(Words.spoken("Yes.<THINK>hm", 9)).isEqualTo("Yes.");
        assertThat(Words.spoken("Yes <think>hm</Think> and <think>so</think> no.", 20))
                .isEqualTo("Yes and no.");
        assertThat(Words.spoken("</think>Yes.", 9)).isEqualTo("Yes.");
        assertThat(Words.spoken("<thi<think></think>nk>Yes.", 20)).isEqualTo("<thi nk>Yes.");
        assertThat(Words.spoken("I think so.", 20)).isEqualTo("I think so.");
        assertThat(Words.spoken("<think>".repeat(10_000), 9)).isEmpty();
        assertThat(Words.spoken("<think>" + "a".repeat(100_000) + "</think>Yes.", 9))
                .isEqualTo("Yes.");
    }
}
