/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.json;

import dev.triune.llm.AnswerPart;
import dev.triune.llm.internal.json.PlanObject.State;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parses the JSON of a plan while it streams in, and emits each part once it is complete.
 *
 * <p>The answer is one object, its keys in any order:
 *
 * <pre>{@code
 * {"to": "...", "action": [{"type": ..., ...}, ...], "speaking": "...", "end": true,
 *  "goal": {...}, "thinking": "..."}
 * }</pre>
 *
 * <p>{@code action} may also be a single object, a name, or a text that holds such JSON, {@code
 * goal} a text; null, an empty name or an empty list means no action. A step may also be {@linkplain
 * PlanObject flat}. Other keys and values of another form are {@link AnswerPart.Unknown}. The answer
 * may also be the list of actions alone, if the first begins with its type.
 *
 * <p>Objects that follow the plan with nothing but separators in between continue it, if each is one
 * more step, or brings what the plan lacks. Another one, or one that repeats the step before, is
 * left out and ends the answer with an {@link AnswerPart.Malformed}.
 *
 * <p>Text before the object, code fences and thoughts are skipped, as are braces in
 * prose that start no JSON, an object without a key of a plan, or one with thoughts only; text
 * after the plan is ignored. Trailing commas, comments and unescaped control characters are
 * accepted. If no plan follows, the parts of the last such object are reported, or of several
 * that are flat steps with a {@code type} alone. After the first
 * part of a plan, invalid JSON ends the parsing.
 *
 * <p>If the server opens the thoughts itself, the model may draft a plan before a lone closing mark,
 * and an emitted action cannot be undone. So parts after prose are held until the answer ends, and
 * dropped at such a mark. Parts are emitted at once if the object starts the answer, follows a
 * closing mark, or is only preceded by white space, a code fence and less
 * than {@value #MAX_PREFACE} bytes that end with a colon. Pieces of speech, if requested, are
 * emitted for such objects only, and make them the plan.
 *
 * <p>Speech may be held until the actions of its object are read, or the object ends.
 *
 * <p>Except for these pieces the boundaries of the text make no difference: until a plan is
 * certain, the parser gets its bytes one at a time. Time is linear and memory bounded, by {@value
 * #MAX_CHARACTERS} characters, {@value JsonTokenizer#MAX_DEPTH} levels, {@value
 * JsonTokenizer#MAX_TOKENS} tokens, {@value JsonTokenizer#MAX_STRING} characters of a string,
 * {@value JsonTokenizer#MAX_NUMBER} of a number and {@value #MAX_PARTS} parts; an answer beyond a
 * limit ends with an {@link AnswerPart.Malformed} that names it. Not thread-safe.
 */
final class PlanReader implements AnswerReader {
    static final int MAX_CHARACTERS = 1 << 20;

    /** The maximum parts of an object, not counting a final {@link AnswerPart.Malformed}. */
    static final int MAX_PARTS = 256;

    /** The maximum number of braces that start no plan. */
    static final int MAX_FALSE_STARTS = 1024;

    private static final List<AnswerPart> NOTHING =
            List.of(new AnswerPart.Malformed("no JSON object in the answer"));
    private static final byte[] REPLACEMENT = "\uFFFD".getBytes(StandardCharsets.UTF_8);

    /** A byte order mark, a short introduction, a code fence and a bracket; bytes as characters. */
    private static final Pattern PREFACE = Pattern.compile(
            "(?s)(?:\u00ef\u00bb\u00bf)?\\s*(?:.*:\\s*)?(?:```\\w*\\s*)?(?:\\[\\s*)?");

    private static final int MAX_PREFACE = 64;

    /** What may stand between the objects of an answer, besides white space and code fences. */
    private static final String SEPARATORS = "{,;[]";

    private static final String NOT_CONTINUED = "another object follows that is no further step";

    private final boolean speechPieces;
    private final boolean actionsFirst;
    private final CharsetEncoder encoder = StandardCharsets.UTF_8
            .newEncoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .replaceWith(REPLACEMENT);
    private final ByteBuffer bytes = ByteBuffer.allocate(1024);

    /** An unfinished surrogate pair, or empty. */
    private String carried = "";

    private int characters;
    private final ThoughtMarks marks = new ThoughtMarks(true);

    /** The text outside of objects, up to the length that decides whether it is prose. */
    private final StringBuilder prefix = new StringBuilder();

    private boolean afterBrace;
    private int falseStarts;

    private @Nullable PlanObject object;
    private boolean certain; // whether the object cannot be a draft
    private int parts;
    private List<AnswerPart> heldParts = new ArrayList<>(); // the parts that were not emitted yet
    private List<AnswerPart> fallback = NOTHING; // emitted if no other object follows

    /**
     * Whether an object was a plan; one that is not certain is the fallback, which is only replaced
     * after a lone closing tag.
     */
    private boolean accepted;

    private boolean finished;

    /** Whether only what separates objects came since the last one. */
    private boolean adjacent;

    private List<AnswerPart> heldSpeech = new ArrayList<>(0); // until the actions are read
    private boolean refused; // whether the object was left out
    private boolean joins; // whether the object began adjacent to the one before
    private boolean inFence; // whether the name of a code fence's language is being read
    private Sequence sequence = new Sequence();

    /** What the objects of a plan have brought, to judge whether another one continues it. */
    private static final class Sequence {
        private final Set<Class<?>> kinds = new HashSet<>();
        private @Nullable AnswerPart lastAction;
        private boolean listed;

        void add(AnswerPart part) {
            kinds.add(part.getClass());
            lastAction = part instanceof AnswerPart.Action ? part : lastAction;
        }

        /** Whether an object adds another step, or what the plan lacks; not what it repeats. */
        boolean isContinuedBy(List<AnswerPart> more, boolean list) {
            boolean stepwise = !listed && !list;
            for (AnswerPart part : more) {
                boolean step =
                        part instanceof AnswerPart.Action && stepwise && !part.equals(lastAction);
                boolean free =
                        part instanceof AnswerPart.Thought || part instanceof AnswerPart.Unknown;
                if (kinds.contains(part.getClass()) && !step && !free) {
                    return false;
                }
            }
            return true;
        }
    }

    PlanReader() {
        this(false, false);
    }

    PlanReader(boolean speechPieces, boolean actionsFirst) {
        this.speechPieces = speechPieces;
        this.actionsFirst = actionsFirst;
    }

    @Override
    public void feed(String delta, Consumer<AnswerPart> out) {
        if (finished) {
            return;
        }
        int taken = Math.min(delta.length(), MAX_CHARACTERS - characters);
        characters += taken;
        encode(delta.substring(0, taken), false, out);
        PlanObject current = finished || !certain || accepted ? null : object;
        if (current != null && (!actionsFirst || current.actionsAreRead())) {
            String piece = current.speechPiece();
            if (!piece.isEmpty()) {
                out.accept(new AnswerPart.SpeechPiece(piece));
            }
        }
        if (taken < delta.length()) {
            end("the answer is longer than " + MAX_CHARACTERS + " characters", out);
        }
    }

    @Override
    public void end(Consumer<AnswerPart> out) {
        if (!finished) {
            encode("", true, out);
        }
        if (object != null) {
            end("the JSON object is not complete", out);
        } else if (!finished) {
            finish(accepted && certain ? List.of() : fallback, out);
        }
    }

    private void end(String reason, Consumer<AnswerPart> out) {
        if (finished) {
            return;
        }
        PlanObject current = object;
        if (accepted) {
            if (current != null) {
                refuse(reason, out);
            }
            finish(certain ? List.of() : fallback, out);
            return;
        }
        if (current != null) {
            addRest(current, out);
        }
        List<AnswerPart> rest = new ArrayList<>(
                fallback != NOTHING && (joins || current == null) ? fallback : List.of());
        rest.addAll(current == null ? List.of() : heldParts);
        rest.add(new AnswerPart.Malformed(reason));
        finish(rest, out);
    }

    /** Encodes and reads the text as UTF-8; half a surrogate pair becomes U+FFFD. */
    private void encode(String text, boolean end, Consumer<AnswerPart> out) {
        CharBuffer rest = CharBuffer.wrap((carried + text).toCharArray());
        boolean hasMore = true;
        while (hasMore && !finished) {
            hasMore = encoder.encode(rest, bytes, end).isOverflow();
            read(bytes.array(), bytes.position(), out);
            ((Buffer) bytes).clear(); // the override is missing on Android
        }
        carried = rest.hasRemaining() ? rest.toString() : "";
    }

    private void read(byte[] source, int length, Consumer<AnswerPart> out) {
        int at = 0;
        while (at < length && !finished) {
            PlanObject current = object;
            if (current == null && !opensWith(source[at])) {
                if (accepted && certain && !adjacent) {
                    finish(List.of(), out);
                }
                at++;
            } else if (current == null) {
                open(out); // and continues with this byte
            } else {
                int to = certain && current.decides() ? length : at + 1;
                at = parse(current, source, at, to, out);
            }
        }
    }

    /** Reads a byte outside of objects; whether it starts an object with the brace before it. */
    private boolean opensWith(byte octet) {
        boolean thinking = marks.isThinking();
        if (marks.take(octet & 0xFF) && !thinking && !marks.isThinking()) {
            fallback = NOTHING;
            accepted = false;
            adjacent = false;
            prefix.setLength(0);
        }
        if (marks.isThinking()) {
            return false;
        }
        boolean opens = afterBrace
                && (octet == '"' || (octet == '}' && !accepted))
                && (!accepted || adjacent);
        boolean space = octet == ' ' || octet == '\n' || octet == '\r' || octet == '\t';
        afterBrace = octet == '{' || (afterBrace && space);
        inFence = octet == '`' || (inFence && Character.isLetter(octet));
        adjacent &= space || opens || inFence || (octet != 0 && SEPARATORS.indexOf(octet) >= 0);
        boolean leading = space && prefix.length() == 0;
        if (!afterBrace && !opens && !leading && prefix.length() < MAX_PREFACE) {
            prefix.append((char) (octet & 0xFF));
        }
        return opens;
    }

    private void open(Consumer<AnswerPart> out) {
        heldParts = new ArrayList<>();
        heldSpeech = new ArrayList<>(0);
        joins = adjacent;
        if (accepted) {
            object = new PlanObject(false, false);
            return;
        }
        parts = 0;
        if (falseStarts > MAX_FALSE_STARTS) {
            end("more than " + MAX_FALSE_STARTS + " braces begin no plan", out);
            return;
        }
        boolean prose = falseStarts > 0
                || marks.isDoubtful()
                || prefix.length() == MAX_PREFACE
                || !PREFACE.matcher(prefix).matches();
        certain = marks.isClosed() || !prose;
        boolean inList = certain && prefix.toString().stripTrailing().endsWith("[");
        object = new PlanObject(speechPieces, inList);
        if (!joins) {
            sequence = new Sequence();
        }
    }

    /** Parses some bytes; returns the place up to which they belong to the object. */
    private int parse(
            PlanObject current, byte[] source, int from, int to, Consumer<AnswerPart> out) {
        current.offer(source, from, to);
        State state = current.next();
        while (state == State.PART && parts < MAX_PARTS) {
            addPart(current, out);
            state = current.next();
        }
        if (state != State.OPEN || current.actionsAreRead()) {
            releaseSpeech(current, out);
        }
        if (state == State.OPEN) {
            return to;
        }
        int end = state == State.CLOSED ? to - current.unread() : to;
        String problem = state == State.PART
                ? "the answer has more than " + MAX_PARTS + " parts"
                : state == State.BEYOND_LIMIT
                        ? current.limit()
                        : state == State.CLOSED ? "" : "the JSON cannot be read further";
        boolean isPlan = current.isPlan() || (certain && current.startsPlan());
        if (accepted) {
            endSequel(current, problem, out);
        } else if (problem.isEmpty() && !current.decides()) {
            endWithoutPlan(current);
        } else if (state == State.NOT_JSON && !isPlan) {
            falseStarts++;
        } else {
            acceptPlan(current, problem, out);
        }
        closeObject();
        marks.reset();
        adjacent = state == State.CLOSED && !refused;
        refused = false;
        if (state == State.CLOSED) {
            afterBrace = false;
            prefix.append(prefix.length() < MAX_PREFACE ? "}" : "");
        } else if (!finished) {
            opensWith(source[from]); // invalid JSON may start a tag or an object
        }
        return end;
    }

    private void addPart(PlanObject current, Consumer<AnswerPart> out) {
        parts++;
        boolean waits = actionsFirst
                && current.part() instanceof AnswerPart.Speech
                && !current.actionsAreRead();
        if (!heldSpeech.isEmpty()
                && current.actionsAreRead()
                && !(current.part() instanceof AnswerPart.Action)
                && !(current.part() instanceof AnswerPart.Addressee)) {
            heldParts.addAll(heldSpeech);
            heldSpeech.clear();
        }
        (waits ? heldSpeech : heldParts).add(current.part());
        if (certain && !accepted && current.isPlan()) {
            deliver(out);
        }
    }

    private void releaseSpeech(PlanObject current, Consumer<AnswerPart> out) {
        heldParts.addAll(heldSpeech);
        heldSpeech.clear();
        if (certain && !accepted && current.isPlan()) {
            deliver(out);
        }
    }

    private void deliver(Consumer<AnswerPart> out) {
        heldParts.forEach(sequence::add);
        heldParts.forEach(out);
        heldParts.clear();
    }

    /** Adds what an object that broke off still holds. */
    private void addRest(PlanObject current, Consumer<AnswerPart> out) {
        while (parts < MAX_PARTS && current.nextOfBroken() != null) {
            addPart(current, out);
        }
        releaseSpeech(current, out);
    }

    /** Accepts the object as the plan, unless it may be a draft and a lone closing tag follows. */
    private void acceptPlan(PlanObject current, String problem, Consumer<AnswerPart> out) {
        if (!problem.isEmpty()) {
            addRest(current, out);
            heldParts.add(new AnswerPart.Malformed(problem));
        }
        accepted = true;
        sequence.listed |= current.isListed();
        if (!certain) {
            heldParts.forEach(sequence::add);
            fallback = heldParts;
        } else if (problem.isEmpty()) {
            deliver(out);
        } else {
            finish(heldParts, out);
        }
    }

    /** Keeps what an object without a plan has for the case that no plan follows. */
    private void endWithoutPlan(PlanObject current) {
        falseStarts++;
        if (!joins || fallback == NOTHING) {
            heldParts.forEach(sequence::add);
            fallback = fallback == NOTHING || !heldParts.isEmpty() ? heldParts : fallback;
        } else if (!sequence.kinds.contains(AnswerPart.Malformed.class)) {
            if (!sequence.isContinuedBy(heldParts, current.isListed())) {
                heldParts = List.of(new AnswerPart.Malformed(NOT_CONTINUED));
            }
            heldParts.forEach(sequence::add);
            fallback.addAll(heldParts);
        }
    }

    /** Adds what an object after the plan brings, or reports that it is left out. */
    private void endSequel(PlanObject current, String problem, Consumer<AnswerPart> out) {
        if (!problem.isEmpty() || !sequence.isContinuedBy(heldParts, current.isListed())) {
            refuse(problem.isEmpty() ? NOT_CONTINUED : problem, out);
            return;
        }
        sequence.listed |= current.isListed();
        if (certain) {
            deliver(out);
        } else {
            heldParts.forEach(sequence::add);
            fallback.addAll(heldParts);
        }
    }

    /** Reports an object after the plan that is left out; nothing more is read. */
    private void refuse(String reason, Consumer<AnswerPart> out) {
        refused = true;
        AnswerPart refusal = new AnswerPart.Malformed(reason);
        if (certain) {
            finish(List.of(refusal), out);
        } else {
            fallback.add(refusal);
        }
    }

    private void finish(List<AnswerPart> rest, Consumer<AnswerPart> out) {
        finished = true;
        closeObject();
        rest.forEach(out);
    }

    private void closeObject() {
        if (object != null) {
            object.close();
            object = null;
        }
    }
}
