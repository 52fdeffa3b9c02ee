/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.triune.llm.internal.protocol.EventSplitter.EventTooLargeException;
import dev.triune.llm.provider.ApiFamily;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Splits a stream with one event per line. */
final class NdjsonSplitterTest {
    static EventSplitter lines(int maxEventBytes, EventSplitter.EventHandler out) {
        return new LineSplitter(maxEventBytes, out);
    }

    private static void assertEvents(String stream, String... events) {
        for (int size : List.of(1, 2, 3, 7, 100)) {
            assertThat(SplitterRuns.events(NdjsonSplitterTest::lines, stream, size))
                    .as("pieces of %d bytes", size)
                    .containsExactly(events);
        }
    }

    @Test
    void everyLineIsAnUnnamedEvent() {
        assertEvents("{\"a\":1}\n{\"b\":2}\n", "{\"a\":1}", "{\"b\":2}");
    }

    @Test
    void acceptsEveryLineEnding() {
        assertEvents("a\r\nb\rc\nd\r\n", "a", "b", "c", "d");
    }

    @Test
    void reportsALineAsSoonAsItEnds() {
        assertThat(SplitterRuns.eventsSoFar(NdjsonSplitterTest::lines, "a\nb\rc"))
                .containsExactly("a", "b");
    }

    @Test
    void lastLineNeedsNoLineEnding() {
        assertEvents("a\nb", "a", "b");
    }

    @Test
    void ignoresBlankLinesAndSurroundingSpaces() {
        String chat = "\n \n  {\"message\":{\"content\":\"a\"}}\n\t\r\n\n"
                + " \t{\"message\":{\"content\":\"b\"},\"done\":true}\n  ";

        assertThat(ChunkedReads.answer(ApiFamily.OLLAMA, chat.getBytes(UTF_8)).text())
                .isEqualTo("ab");
    }

    @Test
    void keepsMultiByteCharactersIntact() {
        assertEvents("\"é😀\"\n\"山\"", "\"é😀\"", "\"山\"");
    }

    @Test
    void readsALineOfExactlyTheLimitAndRejectsLongerOnes() {
        for (int size : List.of(1, 4, 100)) {
            List<Integer> sizes = new ArrayList<>();
            EventSplitter splitter = lines(5, (name, bytes, from, to) -> sizes.add(to - from));
            EventTooLargeException tooLarge = catchThrowableOfType(
                    EventTooLargeException.class,
                    () -> SplitterRuns.feed(splitter, "12345\n1\n123456\n", size));
            assertThat(sizes).containsExactly(5, 1);
            assertThat(tooLarge.describe()).isEqualTo("an event has more than 5 bytes");
        }
    }
}
