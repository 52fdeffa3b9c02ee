/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.json;

import dev.triune.llm.AnswerPart;
import dev.triune.llm.internal.json.EnvelopeParser.State;
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
 * <p>No split of the text matters: bytes are handed to the parser as they come, and where it must be
 * known which of them is no JSON, they are read once more, one at a time. Time is linear in the
 * length of the answer, and all memory is bounded: by {@value #MAX_CHARACTERS} characters in all,
 * {@value JsonTokenizer#MAX_DEPTH} levels of nesting, {@value JsonTokenizer#MAX_TOKENS} JSON tokens,
 * {@value JsonTokenizer#MAX_STRING} characters of one string, {@value JsonTokenizer#MAX_NUMBER} of one
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

    private final Utf8Encoder utf8 = new Utf8Encoder();
    private final ObjectFinder finder = new ObjectFinder();
    private @Nullable ObjectCandidate objectCandidate;
    private int characters;
    private int parts;
    private int falseStarts;

    private long readAgain;
    private boolean over;

    @Override
    public void feed(String delta, Consumer<AnswerPart> out) {
        if (over) {
            return;
        }
        int taken = Math.min(delta.length(), MAX_CHARACTERS - characters);
        characters += taken;
        int at = 0;
        while (at < taken && !over) {
            at = utf8.encode(delta, at, taken);
            read(out);
        }
        if (taken < delta.length()) {
            fail("the answer is longer than " + MAX_CHARACTERS + " characters", out);
        }
    }

    @Override
    public void end(Consumer<AnswerPart> out) {
        if (over) {
            return;
        }
        utf8.end();
        read(out);
        boolean none = objectCandidate == null;
        fail(none ? "no JSON object in the answer" : "the JSON object is not complete", out);
    }

    /** How many bytes were read once more to find the one that is no JSON. */
    long readAgain() {
        return readAgain;
    }

    private void read(Consumer<AnswerPart> out) {
        byte[] bytes = utf8.bytes();
        int length = utf8.length();
        int at = 0;
        while (at < length && !over) {
            ObjectCandidate current = objectCandidate;
            at = current == null ? seek(bytes, at, length) : parse(current, bytes, at, length, out);
        }
    }

    /** The index of the byte that an object goes on with, or the end. */
    private int seek(byte[] bytes, int from, int to) {
        for (int at = from; at < to; at++) {
            if (finder.opensWith(bytes[at])) {
                objectCandidate = new ObjectCandidate();
                return at;
            }
        }
        return to;
    }

    /** The index of the first byte that the object has not taken. */
    private int parse(
            ObjectCandidate current, byte[] bytes, int from, int to, Consumer<AnswerPart> out) {
        current.offer(bytes, from, to);
        State state = current.next();
        while (state == State.PART) {
            hand(current.part(), out);
            state = over ? State.CLOSED : current.next();
        }
        switch (state) {
            case OPEN, PART -> {}
            case CLOSED -> finish();
            case NOT_JSON -> {
                return resumeAfter(current, bytes, out);
            }
            case BEYOND_LIMIT -> fail(current.limit(), out);
        }
        return to;
    }

    private void hand(AnswerPart part, Consumer<AnswerPart> out) {
        if (parts == MAX_PARTS) {
            fail("the answer has more than " + MAX_PARTS + " parts", out);
            return;
        }
        parts++;
        out.accept(part);
    }

    /**
     * The byte was no JSON, but it may begin what the finder looks for: a brace, a tag.
     *
     * @return the index of the byte after it
     */
    private int resumeAfter(ObjectCandidate failed, byte[] bytes, Consumer<AnswerPart> out) {
        int at = failed.failedAt();
        readAgain += failed.readAgain();
        if (parts > 0) {
            fail("the JSON cannot be read further", out);
        } else if (++falseStarts > MAX_FALSE_STARTS) {
            fail("more than " + MAX_FALSE_STARTS + " braces begin no JSON", out);
        } else {
            closeAttempt();
            finder.restart(bytes[at]);
        }
        return at + 1;
    }

    private void fail(String reason, Consumer<AnswerPart> out) {
        if (!over) {
            finish();
            out.accept(new AnswerPart.Malformed(reason));
        }
    }

    private void finish() {
        over = true;
        closeAttempt();
    }

    private void closeAttempt() {
        if (objectCandidate != null) {
            objectCandidate.close();
            objectCandidate = null;
        }
    }
}
