/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.json;

import dev.triune.llm.AnswerPart;
import java.util.function.Consumer;

/**
 * Passes text through without thoughts; holds back only leading white space and what may start a
 * tag.
 *
 * <p>{@code <think>} blocks are dropped. Before a lone {@code </think>}, whose block the server
 * opened, the text in the same piece is dropped; text emitted earlier is reported by an {@link
 * AnswerPart.Malformed} at the end. In JSON, only blocks before its first character count. Not
 * thread-safe.
 */
final class TextReader implements AnswerReader {
    private static final int MAX_HELD = 1024;

    private final boolean json;
    private final ThoughtTags tags = new ThoughtTags();
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
        while (at < delta.length() && !(json && hasText)) {
            take(delta.charAt(at++));
        }
        heldText.append(delta, at, delta.length());
        if (hasText || heldText.length() > MAX_HELD) {
            emit(textLength(), out);
        }
    }

    @Override
    public void end(Consumer<AnswerPart> out) {
        if (tags.isThinking()) {
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
        boolean thinking = tags.isThinking();
        if (!thinking && !(skipsBlanks && Character.isWhitespace(next))) {
            heldText.append(next);
            skipsBlanks = false;
        }
        boolean tag = tags.take(next);
        if (tag && !tags.isThinking()) {
            closeThoughts(!thinking);
        } else if (tag && !thinking) {
            heldText.setLength(heldText.length() - ThoughtTags.OPENING.length());
        }
        int length = textLength();
        hasText |= length > 0 && !Character.isWhitespace(heldText.charAt(length - 1));
    }

    /** Returns the number of held characters that cannot belong to a tag. */
    private int textLength() {
        return heldText.length() - (tags.isThinking() ? 0 : tags.matched());
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
}
