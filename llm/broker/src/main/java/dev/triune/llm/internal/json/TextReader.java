/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.json;

import dev.triune.llm.AnswerPart;
import java.util.function.Consumer;

/**
 * Passes text through without thoughts; holds back only leading white space, what may start a mark
 * of {@link ThoughtMarks}, and a text that may be thoughts up to its end.
 *
 * <p>Thoughts between marks are dropped. Before a lone closing mark, whose thoughts the server
 * opened, the text in the same piece is dropped; text emitted earlier is reported by an {@link
 * AnswerPart.Malformed} at the end. In JSON, only thoughts before its first character count. Not
 * thread-safe.
 */
final class TextReader implements AnswerReader {
    private static final int MAX_HELD = 1024;

    private final boolean json;
    private final ThoughtMarks marks = new ThoughtMarks(false);
    private final StringBuilder heldText = new StringBuilder();
    private boolean hasText;
    private boolean skipsBlanks;
    private boolean delivered;
    private boolean leaked;

    TextReader(boolean json) {
        this.json = json;
    }

    @Override
    public void feed(String delta, Consumer<AnswerPart> out) {
        int at = 0;
        while (at < delta.length()
                && (!json
                        || !hasText
                        || marks.matched() > 0
                        || marks.hasChannels()
                        || marks.isDoubtful())) {
            take(delta.charAt(at++));
        }
        heldText.append(delta, at, delta.length());
        if ((hasText || heldText.length() > MAX_HELD) && !marks.isDoubtful()) {
            emit(textLength(), out);
        }
    }

    @Override
    public void end(Consumer<AnswerPart> out) {
        if (marks.isThinking() && !marks.isBetweenMessages()) {
            out.accept(new AnswerPart.Malformed("the answer ends before its thoughts do"));
            return;
        }
        emit(heldText.length(), out);
        if (leaked) {
            out.accept(new AnswerPart.Malformed(
                    "thoughts without an opening tag were delivered as text"));
        }
    }

    private void take(char next) {
        boolean thinking = marks.isThinking();
        if (!thinking && !(skipsBlanks && Character.isWhitespace(next))) {
            heldText.append(next);
            skipsBlanks = false;
        }
        boolean mark = marks.take(next);
        if (mark && !marks.isThinking()) {
            closeThoughts(!thinking);
        } else if (mark && !thinking) {
            heldText.setLength(heldText.length() - marks.markLength());
        }
        int length = textLength();
        hasText |= length > 0 && !Character.isWhitespace(heldText.charAt(length - 1));
        if (json && hasText && !marks.isDoubtful()) {
            marks.onlyChannels();
        }
    }

    /** Returns the number of held characters that cannot belong to a mark. */
    private int textLength() {
        return heldText.length() - (marks.isThinking() ? 0 : marks.matched());
    }

    private void closeThoughts(boolean alone) {
        leaked |= alone && delivered;
        if (alone || !hasText) {
            heldText.setLength(0);
            skipsBlanks = true;
            hasText = false;
        }
    }

    private void emit(int length, Consumer<AnswerPart> out) {
        if (length > 0) {
            delivered = true;
            out.accept(new AnswerPart.Text(heldText.substring(0, length)));
            heldText.delete(0, length);
        }
    }

    /** Returns a text without thoughts; empty if they do not end. */
    static String withoutThoughts(String text) {
        StringBuilder rest = new StringBuilder();
        Consumer<AnswerPart> out = part -> {
            if (part instanceof AnswerPart.Text piece) {
                rest.append(piece.delta());
            }
        };
        TextReader reader = new TextReader(false);
        reader.feed(text, out);
        reader.end(out);
        return rest.toString();
    }
}
