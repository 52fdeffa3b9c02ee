/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One event a line. */
final class NdjsonSplitterTest {
    private static void assertEvents(String stream, String... events) {
        for (int size : List.of(1, 2, 3, 7, 100)) {
            assertThat(SplitterRuns.events(NdjsonSplitter::new, stream, size))
                    .as("pieces of %d bytes", size)
                    .containsExactly(events);
        }
    }

    @Test
    void eachLineIsAnEventWithoutName() {
        assertEvents("{\"a\":1}\n{\"b\":2}\n", "{\"a\":1}", "{\"b\":2}");
    }

    @Test
    void linesMayEndInEveryWay() {
        assertEvents("a\r\nb\rc\nd\r\n", "a", "b", "c", "d");
    }

    @Test
    void blankLinesArePassedOver() {
        assertEvents("\n\na\n \n\t \r\n\r\nb\n\n", "a", "b");
    }

    @Test
    void aLineIsHandedOutAsSoonAsItEnds() {
        assertThat(SplitterRuns.eventsSoFar(NdjsonSplitter::new, "a\nb\rc"))
                .containsExactly("a", "b");
    }

    @Test
    void theLastLineNeedsNoEnd() {
        assertEvents("a\nb", "a", "b");
        assertEvents("a\n  ", "a");
    }

    @Test
    void spacesBeforeAnEventAreDropped() {
        assertEvents(" \t{}\n", "{}");
    }

    @Test
    void charactersOfSeveralBytesStayWhole() {
        assertEvents("\"é😀\"\n\"山\"", "\"é😀\"", "\"山\"");
    }

    @Test
    void aLineOfTheLimitIsReadAndOneBeyondItIsNot() {
        for (int size : List.of(1, 4, 100)) {
            List<Integer> sizes = new ArrayList<>();
            NdjsonSplitter splitter =
                    new NdjsonSplitter(5, (name, bytes, from, to) -> sizes.add(to - from));
            EventTooLargeException tooLarge = catchThrowableOfType(
                    EventTooLargeException.class,
                    () -> SplitterRuns.feed(splitter, "12345\n1\n123456\n", size));
            assertThat(sizes).containsExactly(5, 1);
            assertThat(tooLarge.describe()).isEqualTo("an event has more than 5 bytes");
        }
    }
}
