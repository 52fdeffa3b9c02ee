/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.triune.llm.internal.protocol.EventSplitter.EventTooLargeException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each rule of server-sent events, with pieces of several sizes. */
final class SseSplitterTest {
    private static void assertEvents(String stream, String... events) {
        for (int size : List.of(1, 2, 3, 7, 100)) {
            assertThat(SplitterRuns.events(SseSplitter::new, stream, size))
                    .as("pieces of %d bytes", size)
                    .containsExactly(events);
        }
    }

    @Test
    void emptyStreamHasNoEvents() {
        assertEvents("");
    }

    @Test
    void blankLinesAloneAreNotEvents() {
        assertEvents("\n\n\r\n\r\r");
    }

    @Test
    void blankLineEndsAnEvent() {
        assertEvents("data: a\n\ndata: b\n\n", "a", "b");
    }

    @Test
    void acceptsCrLfLineEndings() {
        assertEvents("data: a\r\n\r\ndata: b\r\n\r\n", "a", "b");
    }

    @Test
    void acceptsCrLineEndings() {
        assertEvents("data: a\r\rdata: b\r\r", "a", "b");
    }

    @Test
    void acceptsMixedLineEndings() {
        assertEvents("data: a\r\n\ndata: b\n\r\ndata: c\r\n\r", "a", "b", "c");
    }

    @Test
    void reportsAnEventEndedByReturnsAtOnce() {
        assertThat(SplitterRuns.eventsSoFar(SseSplitter::new, "data: a\r\r")).containsExactly("a");
    }

    @Test
    void reportsNoEventBeforeItsBlankLine() {
        assertThat(SplitterRuns.eventsSoFar(SseSplitter::new, "data: a\n")).isEmpty();
    }

    @Test
    void joinsDataLinesWithLineFeeds() {
        assertEvents("data: a\r\ndata: b\rdata: c\n\n", "a\nb\nc");
    }

    @Test
    void dropsOnlyOneSpaceAfterTheColon() {
        assertEvents("data:a\ndata: b\ndata:  c\ndata:\td\ndata: \n\n", "a\nb\n c\n\td\n");
    }

    @Test
    void fieldWithoutAColonHasAnEmptyValue() {
        assertEvents("data\n\n", "");
    }

    @Test
    void joinsEmptyDataLines() {
        assertEvents("data:\ndata\ndata: \n\n", "\n\n");
    }

    @Test
    void onlyTheFirstColonSeparatesNameAndValue() {
        assertEvents("data: a: b:c\n\n", "a: b:c");
    }

    @Test
    void ignoresCommentsInsideAndBetweenEvents() {
        assertEvents(": one\n\n:\ndata: a\n: data: two\ndata: b\n\n:\n\n", "a\nb");
    }

    @Test
    void eventFieldNamesTheEvent() {
        assertEvents("event: ping\ndata: a\n\n", "ping|a");
    }

    @Test
    void nameMayFollowTheData() {
        assertEvents("data: a\nevent: ping\n\n", "ping|a");
    }

    @Test
    void lastOfSeveralNamesWins() {
        assertEvents("event: one\nevent:two\ndata: a\n\n", "two|a");
    }

    @Test
    void emptyNameMeansUnnamed() {
        assertEvents("event: one\nevent\ndata: a\n\n", "a");
    }

    @Test
    void nameDoesNotCarryOverToTheNextEvent() {
        assertEvents("event: ping\ndata: a\n\ndata: b\n\n", "ping|a", "b");
    }

    @Test
    void namesCanRepeatInLaterEvents() {
        assertEvents(
                "event: x\ndata: a\n\nevent: y\ndata: b\n\nevent: x\ndata: c\n\n",
                "x|a",
                "y|b",
                "x|c");
    }

    @Test
    void ignoresEventsWithoutDataAndTheirNames() {
        assertEvents("event: error\n\ndata: a\n\n", "a");
    }

    @Test
    void ignoresIdRetryAndUnknownFields() {
        assertEvents("id: 5\nretry: 5\nother: x\nother\ndata: a\n\n", "a");
    }

    @Test
    void fieldNamesMustMatchExactly() {
        assertEvents("datax: a\n\nxdata: b\n\ndat: c\n\nDATA: d\n\n data: e\n\n");
    }

    @Test
    void keepsMultiByteCharactersIntact() {
        assertEvents("event: ä\ndata: héé 😀\n\n", "ä|héé 😀");
    }

    @Test
    void byteOrderMarkIsPartOfTheData() {
        assertEvents("data: \uFEFF\n\n", "\uFEFF");
    }

    @Test
    void lastEventNeedsNoBlankLineOrLineEnding() {
        assertEvents("data: a\n\ndata: b\n", "a", "b");
        assertEvents("data: a", "a");
        assertEvents("data: a\r", "a");
        assertEvents("event: x\ndata: a\nid", "x|a");
    }

    @Test
    void errorFieldIsAnEventNamedError() {
        assertEvents("error: {}\n\nerror:{\nerror: }\n\n", "error|{}", "error|{\n}");
    }

    @Test
    void truncatesLongEventNames() {
        assertEvents("event: " + "x".repeat(100) + "\ndata: a\n\n", "x".repeat(64) + "|a");
    }

    @Test
    void readsAnEventOfExactlyTheLimitAndRejectsLargerOnes() {
        List<Integer> sizes = new ArrayList<>();
        SseSplitter splitter = new SseSplitter(10, (name, bytes, from, to) -> sizes.add(to - from));
        EventTooLargeException tooLarge = catchThrowableOfType(
                EventTooLargeException.class,
                () -> SplitterRuns.feed(
                        splitter,
                        "data: 5678\n\ndata:56789\ndata:1234\n\ndata:56789\ndata:12345\n\n",
                        3));
        assertThat(sizes).containsExactly(4, 10);
        assertThat(tooLarge.describe()).isEqualTo("an event has more than 10 bytes");
    }

    @Test
    void lineLimitAppliesToCommentsToo() {
        SseSplitter splitter = new SseSplitter(10, (name, bytes, from, to) -> {});
        EventTooLargeException tooLarge = catchThrowableOfType(
                EventTooLargeException.class,
                () -> SplitterRuns.feed(splitter, ":34567890\n", 100));
        assertThat(tooLarge).isNull();
        tooLarge = catchThrowableOfType(
                EventTooLargeException.class, () -> SplitterRuns.feed(splitter, ":3456789012", 1));
        assertThat(tooLarge).isNotNull();
    }
}
