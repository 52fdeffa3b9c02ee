/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.http;

import java.io.IOException;
import java.util.Optional;
import okio.Buffer;
import okio.BufferedSource;

/**
 * Reads server-sent events, as the HTML standard defines them, of a bounded size: lines that end
 * with LF, CR LF or CR, comments, several data lines to one event, a byte order mark. Only the data
 * is handed out. Unlike the standard, an event at the very end needs no blank line after it. Not
 * thread-safe.
 */
final class SseReader {
    /** The most bytes of one event, or of one line that is no data. */
    static final int MAX_EVENT_BYTES = 1 << 20;

    private static final String DATA = "data";
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private final BufferedSource source;
    private final int maxEventBytes;
    private final Buffer line = new Buffer();
    private final StringBuilder data = new StringBuilder();
    private int eventBytes;
    private boolean hasData;
    private boolean afterReturn;
    private boolean afterFirstLine;
    private boolean atEnd;

    /** An event is larger than this reader takes. */
    static final class EventTooLarge extends IOException {
        private static final long serialVersionUID = 1L;

        private EventTooLarge(int maxEventBytes) {
            super("the stream holds an event of more than " + maxEventBytes + " bytes");
        }
    }

    SseReader(BufferedSource source) {
        this(source, MAX_EVENT_BYTES);
    }

    SseReader(BufferedSource source, int maxEventBytes) {
        this.source = source;
        this.maxEventBytes = maxEventBytes;
    }

    /**
     * The data of the next event, its lines joined by LF; waits for it as long as the source does.
     *
     * @return empty at the end of the stream
     * @throws EventTooLarge if the event is larger than the limit
     * @throws IOException if the source fails
     */
    Optional<String> next() throws IOException {
        while (readLine()) {
            String text = takeLine();
            if (!text.isEmpty()) {
                takeField(text);
            } else if (hasData) {
                return Optional.of(takeEvent());
            } else {
                eventBytes = 0;
            }
        }
        atEnd = true;
        return hasData ? Optional.of(takeEvent()) : Optional.empty();
    }

    /** Whether the stream ended during or after the last event, so that it may not be whole. */
    boolean isAtEnd() {
        return atEnd;
    }

    /**
     * Reads up to the end of a line. After a CR it does not wait for the LF that may follow, since
     * the event may be complete and nothing more come for long.
     *
     * @return false if there is no further line
     */
    private boolean readLine() throws IOException {
        while (!source.exhausted()) {
            byte octet = source.readByte();
            boolean secondOfPair = afterReturn && octet == '\n';
            afterReturn = octet == '\r';
            if (secondOfPair) {
                continue;
            }
            if (octet == '\n' || octet == '\r') {
                return true;
            }
            append(octet);
        }
        return line.size() > 0;
    }

    private void append(byte octet) throws EventTooLarge {
        if (++eventBytes > maxEventBytes) {
            throw new EventTooLarge(maxEventBytes);
        }
        line.writeByte(octet);
    }

    private String takeLine() {
        String text = line.readUtf8();
        boolean marked = !afterFirstLine && !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK;
        afterFirstLine = true;
        return marked ? text.substring(1) : text;
    }

    private void takeField(String text) {
        int colon = text.indexOf(':');
        String name = colon < 0 ? text : text.substring(0, colon);
        if (name.equals(DATA)) {
            String value = colon < 0 ? "" : text.substring(colon + 1);
            addData(value.startsWith(" ") ? value.substring(1) : value);
        } else if (!hasData) {
            eventBytes = 0;
        }
    }

    private void addData(String value) {
        if (hasData) {
            data.append('\n');
        }
        data.append(value);
        hasData = true;
    }

    private String takeEvent() {
        String event = data.toString();
        data.setLength(0);
        hasData = false;
        eventBytes = 0;
        return event;
    }
}
