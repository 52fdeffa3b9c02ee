/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import dev.triune.llm.internal.protocol.EventSplitter.EventTooLargeException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Runs splitters over texts, in pieces, and notes what they hand out. */
final class SplitterRuns {
    private static final int LIMIT = 1000;

    private SplitterRuns() {}

    /** Makes a splitter. */
    @FunctionalInterface
    interface Maker {
        EventSplitter make(int maxEventBytes, EventSplitter.EventHandler out);
    }

    /** The events of a stream in pieces of that size, each as {@code data} or {@code name|data}. */
    static List<String> events(Maker maker, String stream, int size) {
        List<String> events = new ArrayList<>();
        EventSplitter eventSplitter = maker.make(LIMIT, (name, bytes, from, to) -> {
            String data = new String(bytes, from, to - from, StandardCharsets.UTF_8);
            events.add(name.isEmpty() ? data : name + "|" + data);
        });
        try {
            feed(eventSplitter, stream, size);
            eventSplitter.end();
        } catch (EventTooLargeException e) {
            throw new AssertionError("too large: " + e.describe(), e);
        }
        return events;
    }

    /** The events that come before the stream has ended. */
    static List<String> eventsSoFar(Maker maker, String stream) {
        List<String> events = new ArrayList<>();
        EventSplitter eventSplitter = maker.make(
                LIMIT,
                (name, bytes, from, to) ->
                        events.add(new String(bytes, from, to - from, StandardCharsets.UTF_8)));
        try {
            feed(eventSplitter, stream, 1);
        } catch (EventTooLargeException e) {
            throw new AssertionError("too large: " + e.describe(), e);
        }
        return events;
    }

    /** Feeds a text in pieces that are overwritten after each. */
    static void feed(EventSplitter eventSplitter, String stream, int size) {
        byte[] bytes = stream.getBytes(StandardCharsets.UTF_8);
        byte[] lent = new byte[size];
        for (int at = 0; at < bytes.length; at += size) {
            int count = Math.min(size, bytes.length - at);
            System.arraycopy(bytes, at, lent, 0, count);
            eventSplitter.feed(lent, 0, count);
        }
    }
}
