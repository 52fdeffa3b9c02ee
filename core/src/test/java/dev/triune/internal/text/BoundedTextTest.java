/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoundedTextTest {
    @Test
    void keepsShortText() {
        assertThat(BoundedText.of("hello", 5)).isEqualTo("hello");
        assertThat(BoundedText.of("", 5)).isEmpty();
    }

    @Test
    void shortensLongText() {
        assertThat(BoundedText.of("hello", 4)).isEqualTo("hell");
        assertThat(BoundedText.of("hello", 1)).isEqualTo("h");
        assertThat(BoundedText.of("hello world", 6)).isEqualTo("hello");
    }

    @Test
    void wordsEndWithAWholeSentenceOrElseAWholeWord() {
        String talk = "The oven smokes. I cannot bake before it is mended";
        assertThat(BoundedText.words(talk, 60)).isEqualTo(talk);
        assertThat(BoundedText.words(talk, 30)).isEqualTo("The oven smokes.");
        assertThat(BoundedText.words(talk, 45))
                .isEqualTo("The oven smokes. I cannot bake before it is\u2026");
        assertThat(BoundedText.words("a".repeat(30), 10)).isEqualTo("a".repeat(9) + "\u2026");
        assertThat(BoundedText.words("word " + "a".repeat(30), 10)).isEqualTo("word aaaa\u2026");
        assertThat(PromptText.quoted(talk, 45))
                .isEqualTo("\"The oven smokes. I cannot bake before it is\u2026\"");
        assertThat(PromptText.quoted(talk, 30)).isEqualTo("\"The oven smokes.\"");
        String once = BoundedText.words(talk, 45);
        assertThat(BoundedText.words(once, 45)).isEqualTo(once);
    }

    @Test
    void neverSplitsSurrogatePairs() {
        assertThat(BoundedText.of("ab\ud83d\udc08", 4)).isEqualTo("ab\ud83d\udc08");
        assertThat(BoundedText.of("ab\ud83d\udc08", 3)).isEqualTo("ab");
        assertThat(BoundedText.of("\ud83d\udc08", 1)).isEmpty();
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
    void collapsesBreaksAndBlanksToOneBlank(String blank) {
        assertThat(BoundedText.of(blank + "a" + blank + "b" + blank, 99)).isEqualTo("a b");
    }

    @Test
    void randomTextBecomesOneShortLine() {
        long seed = 4_711;
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        for (int i = 0; i < 5_000; i++) {
            StringBuilder raw = new StringBuilder();
            random.ints(random.nextInt(60), 0, 0x2100).forEach(raw::appendCodePoint);
            int limit = 1 + random.nextInt(40);
            String text = BoundedText.of(raw.toString(), limit);
            assertThat(text.length()).isLessThanOrEqualTo(limit);
            assertThat(BoundedText.of(text, limit)).isEqualTo(text);
            assertThat(text).doesNotContainPattern("[\\p{Cc}\\u2028\\u2029]").doesNotContain("  ");
        }
    }

    @Test
    void removesThinkBlocks() {
        assertThat(BoundedText.withoutThoughts("<think>Hm.\n<b></think>Yes.", 9))
                .isEqualTo("Yes.");
        assertThat(BoundedText.withoutThoughts("Yes.<THINK>hm", 9)).isEqualTo("Yes.");
        assertThat(BoundedText.withoutThoughts(
                        "Yes <think>hm</Think> and <think>so</think> no.", 20))
                .isEqualTo("Yes and no.");
        assertThat(BoundedText.withoutThoughts("</think>Yes.", 9)).isEqualTo("Yes.");
        assertThat(BoundedText.withoutThoughts("<thi<think></think>nk>Yes.", 20))
                .isEqualTo("<thi nk>Yes.");
        assertThat(BoundedText.withoutThoughts("I think so.", 20)).isEqualTo("I think so.");
        assertThat(BoundedText.withoutThoughts("<think>".repeat(10_000), 9)).isEmpty();
        assertThat(BoundedText.withoutThoughts("<think>" + "a".repeat(100_000) + "</think>Yes.", 9))
                .isEqualTo("Yes.");
    }
}
