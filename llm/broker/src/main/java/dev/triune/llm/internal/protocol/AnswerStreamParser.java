/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import dev.triune.llm.internal.protocol.EventSplitter.EventTooLargeException;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.ApiFamily;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * Parses the bytes of a response, streamed or in one piece, and emits text at once. Memory is
 * bounded: {@value #MAX_EVENT_BYTES} bytes of an event, {@value #MAX_WHOLE_BYTES} of an answer in
 * one piece, {@value #MAX_STREAM_BYTES} of a stream. Not thread-safe.
 */
public final class AnswerStreamParser implements AutoCloseable {
    public static final int MAX_EVENT_BYTES = 1 << 20;
    public static final int MAX_WHOLE_BYTES = 4 << 20;
    public static final long MAX_STREAM_BYTES = 64L << 20;
    private static final int MAX_REPORT_BYTES = 64 * 1024;
    private static final byte[] DATA = {'d', 'a', 't', 'a', ':'};
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private final ApiFamily family;
    private final AnswerEventHandler events;
    private JsonEventReader json = new JsonEventReader();
    private @Nullable EventSplitter splitter;
    private int skipped;
    private long bytesRead;
    private boolean atEnd;

    /** Creates a parser for a sink, which gets all but the end, which {@link #feed} returns. */
    public AnswerStreamParser(ApiFamily family, AnswerSink sink) {
        this.family = family;
        this.events = AnswerEventHandler.of(family, sink);
    }

    /** Parses the next bytes, without keeping the array; returns the end of the answer, if any. */
    public Optional<StreamEnd> feed(byte[] bytes, int from, int to) {
        bytesRead += to - from;
        if (bytesRead > MAX_STREAM_BYTES) {
            events.end(new StreamEnd.Unreadable("it has more than " + MAX_STREAM_BYTES + " bytes"));
        }
        int begin = splitter == null ? firstOf(bytes, from, to) : from;
        if (begin < to && events.streamEnd() == null) {
            EventSplitter cutting = splitter == null ? open(bytes[begin]) : splitter;
            splitter = cutting;
            guard(() -> cutting.feed(bytes, begin, to));
        }
        return Optional.ofNullable(events.streamEnd());
    }

    public StreamEnd end() {
        atEnd = true;
        if (splitter != null) {
            guard(splitter::end);
        }
        if (events.isFinished()) {
            events.endComplete();
        }
        return Objects.requireNonNullElseGet(events.streamEnd(), StreamEnd.CutOff::new);
    }

    /** Releases buffers; unusable afterwards. */
    @Override
    public void close() {
        json.close();
    }

    /** Returns where the content starts, after white space and a byte order mark. */
    private int firstOf(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && isSkipped(bytes[at])) {
            at++;
        }
        return at;
    }

    private boolean isSkipped(byte octet) {
        if (skipped < BYTE_ORDER_MARK.length && octet == BYTE_ORDER_MARK[skipped]) {
            skipped++;
            return true;
        }
        return octet == ' ' || octet == '\t' || octet == '\r' || octet == '\n';
    }

    /** Opens a splitter by the first byte, which is more reliable than the content type. */
    private EventSplitter open(byte first) {
        if (family == ApiFamily.OLLAMA) {
            return new LineSplitter(MAX_EVENT_BYTES, this::event);
        }
        if (first == '{' || first == '[') {
            events.inOnePiece();
            return new SingleEventSplitter(MAX_WHOLE_BYTES, this::event);
        }
        return new SseSplitter(MAX_EVENT_BYTES, this::event);
    }

    private void event(String name, byte[] bytes, int from, int to) {
        int begin = from;
        while (begin < to && isSpace(bytes[begin])) {
            begin++;
        }
        int end = to;
        while (end > begin && isSpace(bytes[end - 1])) {
            end--;
        }
        if (begin < end && events.streamEnd() == null) {
            take(name, bytes, begin, end);
        }
    }

    private void take(String name, byte[] bytes, int from, int to) {
        if (name.equals(SseSplitter.ERROR)) {
            report(bytes, from, to);
        } else if (isDone(bytes, from, to)) {
            events.endComplete();
        } else if (bytes[from] == '{' || bytes[from] == '[') {
            read(!name.isEmpty() && !name.equals("message"), bytes, from, to);
        } else if (Arrays.equals(
                DATA, 0, DATA.length, bytes, from, Math.min(to, from + DATA.length))) {
            event(name, bytes, from + DATA.length, to); // wrapped once more
        } else if (bytes[from] != ':' && !(splitter instanceof SseSplitter)) {
            handleInvalidJson(false);
        } // otherwise a keep-alive
    }

    /** Whether data are the word for the end, in any case, perhaps as JSON. */
    private static boolean isDone(byte[] bytes, int from, int to) {
        boolean quoted = to - from > 2 && bytes[from] == '"' && bytes[to - 1] == '"';
        int begin = quoted ? from + 1 : from;
        int end = quoted ? to - 1 : to;
        return end - begin == 6
                && bytes[begin] == '['
                && bytes[end - 1] == ']'
                && (bytes[begin + 1] | 0x20) == 'd'
                && (bytes[begin + 2] | 0x20) == 'o'
                && (bytes[begin + 3] | 0x20) == 'n'
                && (bytes[begin + 4] | 0x20) == 'e';
    }

    private void read(boolean named, byte[] bytes, int from, int to) {
        try {
            json.begin(bytes, from, to);
            boolean valid = events.read(json, named);
            int next = json.end() ? to : nextObject(bytes, from, to);
            if (next < 0) {
                handleInvalidJson(false);
            } else if (!valid) {
                report(bytes, from, to);
            } else {
                events.commit();
                requireAnswer();
                if (next < to) {
                    renewReader();
                    event("", bytes, next, to);
                }
            }
        } catch (JsonEventReader.BrokenOffException e) {
            handleInvalidJson(true);
        } catch (JacksonException e) {
            handleInvalidJson(false);
        }
    }

    /**
     * Returns where the next object begins if a server parts events by single line feeds, so that
     * they arrive as one; -1 if there is none. Within JSON, no object follows another one so.
     */
    private static int nextObject(byte[] bytes, int from, int to) {
        for (int i = from + 1; i < to - 1; i++) {
            if (bytes[i] == '\n'
                    && bytes[i - 1] == '}'
                    && (bytes[i + 1] == '{' || bytes[i + 1] == '[')) {
                return i + 1;
            }
        }
        return -1;
    }

    private void renewReader() {
        json.close();
        json = new JsonEventReader();
    }

    private void report(byte[] bytes, int from, int to) {
        int length = Math.min(to - from, MAX_REPORT_BYTES);
        int status = splitter instanceof SseSplitter sse ? sse.status() : 0;
        events.end(new StreamEnd.ErrorReported(
                new String(bytes, from, length, StandardCharsets.UTF_8), status));
    }

    private void requireAnswer() {
        if (events.isInOnePiece() && events.streamEnd() == null) {
            events.end(new StreamEnd.Unreadable("it holds no answer"));
        }
    }

    /**
     * Handles invalid JSON: after the finish reason it does not matter, and a last event without
     * its end may be truncated, as may an answer in one piece that breaks off.
     */
    private void handleInvalidJson(boolean brokenOff) {
        renewReader();
        boolean truncated = atEnd && (brokenOff || !events.isInOnePiece());
        if (!events.isFinished() && !truncated) {
            events.end(new StreamEnd.Unreadable("an event is not JSON"));
        }
    }

    private static boolean isSpace(byte octet) {
        return octet >= 0 && octet <= ' ';
    }

    private void guard(Runnable step) {
        try {
            step.run();
        } catch (EventTooLargeException e) {
            events.end(new StreamEnd.Unreadable(e.describe()));
        }
    }
}
