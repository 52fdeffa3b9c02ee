/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.json;

import dev.triune.llm.AnswerPart;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the JSON of a plan while it streams in, and hands out each part the moment it is whole.
 *
 * <p>The answer is one object, its keys in any order:
 *
 * <pre>{@code
 * {"action": [{"type": ..., ...}, ...], "speaking": "...", "goal": {...}, "thinking": "..."}
 * }</pre>
 *
 * <p>{@code action} may also be a single object or the bare name of an action, {@code goal} also a
 * text. An action that is null, an empty name or an empty list is no action. A key that no part
 * stands for, and a value of a form that its key does not have (a number as {@code speaking}, a
 * list among the actions), are reported as {@link AnswerPart.Unknown} with that key.
 *
 * <p>Text before the object, code fences and {@code <think>} blocks are skipped, and what follows
 * the object is ignored. A brace in the prose that begins no JSON is given up at the first
 * character that is no JSON, as long as no part was handed out; after that, such a character ends
 * the reading. A comma too many before a closing bracket is let pass.
 *
 * <p>Text is read one byte at a time, so that no split of it can matter. Time is linear in the
 * length of the answer, and all memory is bounded: by {@value #MAX_CHARACTERS} characters in all,
 * {@value JsonTokens#MAX_DEPTH} levels of nesting, {@value JsonTokens#MAX_TOKENS} JSON tokens,
 * {@value JsonTokens#MAX_STRING} characters of one string, {@value JsonTokens#MAX_NUMBER} of one
 * number, and {@value #MAX_PARTS} parts. An answer beyond a limit ends with an
 * {@link AnswerPart.Malformed} that names the limit. Not thread-safe.
 */
final class PlanReader implements AnswerReader {
    /** The most characters (UTF-16 units) of an answer that are read. */
    static final int MAX_CHARACTERS = 1 << 20;

    /** The most parts of one answer, not counting the {@link AnswerPart.Malformed} at its end. */
    static final int MAX_PARTS = 256;

    /** The most places where an answer may look as if its JSON began, and yet not be JSON. */
    static final int MAX_FALSE_STARTS = 1024;

    private final Utf8Pieces utf8 = new Utf8Pieces();
    private final ObjectFinder finder = new ObjectFinder();
    private @Nullable EnvelopeParser envelope;
    private int characters;
    private int parts;
    private int falseStarts;
    private boolean over;

    @Override
    public void feed(String delta, Consumer<AnswerPart> out) {
        if (over) {
            return;
        }
        int taken = Math.min(delta.length(), MAX_CHARACTERS - characters);
        characters += taken;
        utf8.feed(delta.substring(0, taken), octet -> read(octet, out));
        if (taken < delta.length()) {
            fail("the answer is longer than " + MAX_CHARACTERS + " characters", out);
        }
    }

    @Override
    public void end(Consumer<AnswerPart> out) {
        if (over) {
            return;
        }
        utf8.end(octet -> read(octet, out));
        boolean none = envelope == null;
        fail(none ? "no JSON object in the answer" : "the JSON object is not complete", out);
    }

    private void read(byte octet, Consumer<AnswerPart> out) {
        if (over) {
            return;
        }
        if (envelope != null) {
            parse(envelope, octet, out);
        } else if (finder.opensWith(octet)) {
            EnvelopeParser opened = new EnvelopeParser();
            envelope = opened;
            parse(opened, (byte) '{', out);
            parse(opened, octet, out);
        }
    }

    private void parse(EnvelopeParser parser, byte octet, Consumer<AnswerPart> out) {
        switch (parser.read(octet, part -> hand(part, out))) {
            case OPEN -> {}
            case CLOSED -> finish();
            case NOT_JSON -> resumeAfter(octet, out);
            case BEYOND_LIMIT -> fail(parser.limit(), out);
        }
    }

    private void hand(AnswerPart part, Consumer<AnswerPart> out) {
        if (over) {
            return;
        }
        if (parts == MAX_PARTS) {
            fail("the answer has more than " + MAX_PARTS + " parts", out);
            return;
        }
        parts++;
        out.accept(part);
    }

    /** The octet was no JSON, but it may begin what the finder looks for: a brace, a tag. */
    private void resumeAfter(byte octet, Consumer<AnswerPart> out) {
        if (parts > 0) {
            fail("the JSON cannot be read further", out);
        } else if (++falseStarts > MAX_FALSE_STARTS) {
            fail("more than " + MAX_FALSE_STARTS + " braces begin no JSON", out);
        } else {
            closeEnvelope();
            finder.restart(octet);
        }
    }

    private void fail(String reason, Consumer<AnswerPart> out) {
        if (!over) {
            finish();
            out.accept(new AnswerPart.Malformed(reason));
        }
    }

    private void finish() {
        over = true;
        closeEnvelope();
    }

    private void closeEnvelope() {
        if (envelope != null) {
            envelope.close();
            envelope = null;
        }
    }
}
