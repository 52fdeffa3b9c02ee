/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

/** One event a line; blank lines are passed over. Not thread-safe. */
final class NdjsonSplitter implements EventSplitter {
    private final EventHandler out;
    private final LineSplitter lines;

    NdjsonSplitter(int maxEventBytes, EventHandler out) {
        this.out = out;
        this.lines = new LineSplitter(maxEventBytes, this::line);
    }

    @Override
    public void feed(byte[] bytes, int from, int to) throws EventTooLargeException {
        lines.feed(bytes, from, to);
    }

    @Override
    public void end() throws EventTooLargeException {
        lines.end();
    }

    private void line(byte[] bytes, int from, int to) {
        int begin = from;
        while (begin < to && (bytes[begin] == ' ' || bytes[begin] == '\t')) {
            begin++;
        }
        if (begin < to) {
            out.event("", bytes, begin, to);
        }
    }
}
