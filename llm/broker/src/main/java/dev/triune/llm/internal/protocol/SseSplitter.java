/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Splits server-sent events of the HTML standard. Deviating from it, the last event needs no blank
 * line, and a field {@code error}, which older llama.cpp sends, is an event of that name. Not
 * thread-safe.
 */
final class SseSplitter implements EventSplitter {
    static final String ERROR = "error"; // the name of an event that reports an error
    private static final byte[] DATA_FIELD = ascii("data");
    private static final byte[] EVENT_FIELD = ascii("event");
    private static final byte[] ERROR_FIELD = ascii(ERROR);

    /** A comment of DashScope before an error, followed by three digits. */
    private static final byte[] STATUS = ascii(":HTTP_STATUS/");

    private static final int FIRST_ROOM = 512;
    private static final int MAX_NAME_LENGTH = 64;

    private final int maxEventBytes;
    private final EventHandler out;
    private final LineSplitter lines;
    private byte[] data = new byte[FIRST_ROOM];
    private int dataBytes;
    private boolean hasData;
    private byte[] nameBytes = {};
    private String lastName = "";
    private String name = "";
    private int status;

    SseSplitter(int maxEventBytes, EventHandler out) {
        this.maxEventBytes = maxEventBytes;
        this.out = out;
        this.lines = new LineSplitter(maxEventBytes, this::line);
    }

    @Override
    public void feed(byte[] bytes, int from, int to) {
        lines.feed(bytes, from, to);
    }

    @Override
    public void end() {
        lines.end();
        dispatch();
    }

    private void line(String none, byte[] bytes, int from, int to) {
        if (from == to) {
            dispatch();
            return;
        }
        int colon = from;
        while (colon < to && bytes[colon] != ':') {
            colon++;
        }
        int value = Math.min(colon + 1, to);
        if (value < to && bytes[value] == ' ') {
            value++;
        }
        if (is(DATA_FIELD, bytes, from, colon)) {
            addData(bytes, value, to);
        } else if (is(EVENT_FIELD, bytes, from, colon)) {
            name = name(bytes, value, to);
        } else if (is(ERROR_FIELD, bytes, from, colon)) {
            name = ERROR;
            addData(bytes, value, to);
        } else if (to - from == STATUS.length + 3
                && is(STATUS, bytes, from, from + STATUS.length)) {
            status = 0;
            for (int i = to - 3; i < to; i++) {
                status = 10 * status + Math.floorMod(bytes[i] - '0', 10);
            }
        }
    }

    /** Returns the HTTP status that the stream stated last; 0 if it stated none. */
    int status() {
        return status;
    }

    private void addData(byte[] bytes, int from, int to) {
        int wanted = dataBytes + (hasData ? 1 : 0) + to - from;
        data = EventSplitter.withRoom(data, wanted, maxEventBytes);
        if (hasData) {
            data[dataBytes++] = '\n';
        }
        System.arraycopy(bytes, from, data, dataBytes, to - from);
        dataBytes = wanted;
        hasData = true;
    }

    private void dispatch() {
        String of = name;
        int length = dataBytes;
        boolean any = hasData;
        name = "";
        dataBytes = 0;
        hasData = false;
        if (any) {
            out.event(of, data, 0, length);
        }
    }

    /** Returns a name; the last one is cached, as most events of a stream are of the same kind. */
    private String name(byte[] bytes, int from, int to) {
        int end = Math.min(to, from + MAX_NAME_LENGTH);
        if (!is(nameBytes, bytes, from, end)) {
            nameBytes = Arrays.copyOfRange(bytes, from, end);
            lastName = new String(nameBytes, StandardCharsets.UTF_8);
        }
        return lastName;
    }

    private static boolean is(byte[] wanted, byte[] bytes, int from, int to) {
        return Arrays.equals(wanted, 0, wanted.length, bytes, from, to);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
