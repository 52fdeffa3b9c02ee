/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.triune.llm.internal.protocol.EventSplitter.EventTooLargeException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Splits bytes into lines, whatever the pieces. */
final class LineSplitterTest {
    private final List<String> lines = new ArrayList<>();
    private final LineSplitter splitter = new LineSplitter(1000, this::add);

    private void add(String name, byte[] bytes, int from, int to) {
        lines.add(new String(bytes, from, to - from, StandardCharsets.UTF_8));
    }

    private void feed(String piece) {
        byte[] bytes = ("##" + piece + "##").getBytes(StandardCharsets.UTF_8);
        splitter.feed(bytes, 2, bytes.length - 2);
    }

    @Test
    void everyLineEndingYieldsALine() {
        feed("a\nb\r\nc\rd\n");
        assertThat(lines).containsExactly("a", "b", "c", "d");
    }

    @Test
    void emptyLinesAreReported() {
        feed("\n\r\n\r\r\n");
        assertThat(lines).containsExactly("", "", "", "");
    }

    @Test
    void lineFeedInALaterPieceThanItsReturnEndsNoSecondLine() {
        feed("a\r");
        assertThat(lines).containsExactly("a");
        feed("");
        feed("\nb\n");
        assertThat(lines).containsExactly("a", "b");
    }

    @Test
    void lineFeedAfterCrLfIsAnEmptyLine() {
        feed("a\r\n\nb\n");
        assertThat(lines).containsExactly("a", "", "b");
    }

    @Test
    void lineFeedAfterReturnAndTextEndsTheText() {
        feed("a\rb\n");
        assertThat(lines).containsExactly("a", "b");
    }

    @Test
    void lineMayArriveInManyPieces() {
        feed("a");
        feed("b");
        assertThat(lines).isEmpty();
        feed("c\nd");
        assertThat(lines).containsExactly("abc");
    }

    @Test
    void endYieldsTheUnterminatedLine() {
        feed("a\nb");
        splitter.end();
        assertThat(lines).containsExactly("a", "b");
    }

    @Test
    void endYieldsNothingAfterATerminatedLine() {
        feed("a\n");
        splitter.end();
        assertThat(lines).containsExactly("a");
    }

    @Test
    void longLineDoesNotAffectTheNextLine() {
        feed("x".repeat(900));
        feed("y\nab");
        feed("c\n");
        assertThat(lines).containsExactly("x".repeat(900) + "y", "abc");
    }

    @Test
    void lengthLimitAppliesToEachLineInEverySplit() {
        for (List<String> pieces : List.of(
                List.of("12345\n12345\n123456\n"),
                List.of("12345\n123", "45\n123", "456\n"),
                List.of("12345\n12345\n123", "456"))) {
            List<Integer> sizes = new ArrayList<>();
            LineSplitter small =
                    new LineSplitter(5, (name, bytes, from, to) -> sizes.add(to - from));
            EventTooLargeException tooLarge =
                    catchThrowableOfType(EventTooLargeException.class, () -> {
                        for (String piece : pieces) {
                            small.feed(piece.getBytes(StandardCharsets.UTF_8), 0, piece.length());
                        }
                    });
            assertThat(sizes).containsExactly(5, 5);
            assertThat(tooLarge.describe()).isEqualTo("an event has more than 5 bytes");
        }
    }

    @Test
    void everySplitYieldsTheSameLines() {
        for (int seed = 0; seed < 2_000; seed++) {
            Random random = new Random(seed);
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(30); i > 0; i--) {
                text.append("ab\r\n\n\r".charAt(random.nextInt(6)));
            }
            lines.clear();
            LineSplitter split = new LineSplitter(1000, this::add);
            byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
            int at = 0;
            while (at < bytes.length) {
                int to = Math.min(bytes.length, at + random.nextInt(5));
                split.feed(bytes, at, to);
                at = to;
            }
            split.end();
            assertThat(lines)
                    .as("seed %d", seed)
                    .isEqualTo(text.toString().lines().toList());
        }
    }
}
