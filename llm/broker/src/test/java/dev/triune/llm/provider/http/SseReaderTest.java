/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import okio.Buffer;
import okio.Okio;
import okio.Pipe;
import okio.Source;
import okio.Timeout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class SseReaderTest {
    static Stream<Arguments> streams() {
        return Stream.of(
                stream(""),
                stream("\n\n\r\n"),
                stream("data: a\n\ndata: b\n\n", "a", "b"),
                stream("data: a\r\n\r\ndata: b\r\n\r\n", "a", "b"),
                stream("data: a\r\rdata: b\r\r", "a", "b"),
                stream("data: a\r\n\ndata: b\n\r\n", "a", "b"),
                stream("data:a\ndata: b\ndata:  c\n\n", "a\nb\n c"),
                stream("data\n\n", ""),
                stream("data:\ndata\n\n", "\n"),
                stream(": comment\n\n:\ndata: a\n: comment\ndata: b\n\n", "a\nb"),
                stream("event: x\nid: 1\nretry: 5\ndata: a: b\nother\n\n", "a: b"),
                stream("\uFEFFdata: a\n\ndata: \uFEFF\n\n", "a", "\uFEFF"),
                stream("data: héé 😀\n\n", "héé 😀"),
                stream("data: a\n\ndata: b\n", "a", "b"),
                stream("data: a", "a"),
                stream("data: a\r", "a"),
                stream("datax: a\n\nxdata: b\n\n"));
    }

    private static Arguments stream(String text, String... events) {
        return Arguments.of(text, List.of(events));
    }

    @ParameterizedTest
    @MethodSource("streams")
    void everySplitOfAStreamGivesItsEvents(String text, List<String> events) throws IOException {
        for (int size : List.of(1, 3, 100)) {
            assertThat(all(new SseReader(Okio.buffer(new Pieces(text, size))))).isEqualTo(events);
        }
    }

    @Test
    void anEventThatEndsWithReturnsIsHandedOutBeforeAnythingFollows() throws IOException {
        Pipe pipe = new Pipe(100);
        pipe.sink().write(new Buffer().writeUtf8("data: a\r\r"), 9);
        assertThat(new SseReader(Okio.buffer(pipe.source())).next()).contains("a");
    }

    @Test
    void anEventOfTheLimitIsReadAndOneBeyondItIsNot() throws IOException {
        Buffer stream = new Buffer()
                .writeUtf8("data: 5678\n\n:345678901\n\ndata: 5678\n\ndata:\ndata:1\n\n");
        SseReader reader = new SseReader(stream, 10);
        assertThat(reader.next()).contains("5678");
        assertThat(reader.next()).contains("5678");
        assertThatThrownBy(reader::next)
                .isInstanceOf(SseReader.EventTooLarge.class)
                .hasMessageContaining("10 bytes");
    }

    @Test
    void aLineWithoutEndIsNotKept() {
        Buffer stream = new Buffer().writeUtf8("x".repeat(2 * SseReader.MAX_EVENT_BYTES));
        assertThatThrownBy(new SseReader(stream)::next).isInstanceOf(SseReader.EventTooLarge.class);
    }

    private static List<String> all(SseReader reader) throws IOException {
        List<String> events = new ArrayList<>();
        for (Optional<String> event = reader.next(); event.isPresent(); event = reader.next()) {
            events.add(event.get());
        }
        assertThat(reader.isAtEnd()).isTrue();
        return events;
    }

    /** Gives its text away in reads of that many bytes. */
    private static final class Pieces implements Source {
        private final Buffer text;
        private final int size;

        Pieces(String text, int size) {
            this.text = new Buffer().writeString(text, StandardCharsets.UTF_8);
            this.size = size;
        }

        @Override
        public long read(Buffer sink, long byteCount) {
            return text.read(sink, Math.min(byteCount, size));
        }

        @Override
        public Timeout timeout() {
            return Timeout.NONE;
        }

        @Override
        public void close() {}
    }
}
