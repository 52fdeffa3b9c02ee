/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.json;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.async.ByteArrayFeeder;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/**
 * The tokens of a JSON text that is offered in slices, within limits. Whatever is thrown is an
 * {@link UnreadableJsonException}; nothing can be read after it. Not thread-safe.
 *
 * <p>Where the slices are cut makes no difference. The parser below would let it make one: it reads
 * a fraction or an escape by another path if all of it is there at once, and the paths disagree
 * about <code>1.5f</code> and about names of many escapes. So it never gets a byte together with the
 * point or the backslash before it.
 */
final class JsonTokenizer implements AutoCloseable {
    /** The most levels of nesting. */
    static final int MAX_DEPTH = 64;

    /** The most tokens: names, values, brackets. */
    static final int MAX_TOKENS = 32_768;

    /** The most characters of one string or name. */
    static final int MAX_STRING = 65_536;

    /** The most characters of one number. */
    static final int MAX_NUMBER = 100;

    /** Models like to leave a comma before a closing bracket, which does no harm. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(MAX_STRING)
                    .maxNameLength(MAX_STRING)
                    .build())
            .build();

    private final ObjectReadContext context = ObjectReadContext.empty();
    private final JsonParser parser = FACTORY.createNonBlockingByteArrayParser(context);
    private final ByteArrayFeeder feeder = (ByteArrayFeeder) parser.nonBlockingInputFeeder();
    private byte[] slice = {};
    private int at;
    private int end;

    /** Whether the parser has read all that it was given. */
    private boolean hungry = true;

    private JsonToken previous = JsonToken.NOT_AVAILABLE;
    private int tokens;
    private int depth;

    /**
     * Adds bytes, which must not change until they are read. To be called when {@link #next} has
     * nothing more.
     */
    void offer(byte[] bytes, int from, int to) {
        slice = bytes;
        at = from;
        end = to;
    }

    /** The next token that the bytes so far complete, or null if it takes more bytes. */
    @Nullable
    JsonToken next() throws UnreadableJsonException {
        JsonToken token = read();
        if (token == null) {
            return null;
        }
        requireValueAfterName(token);
        count(token);
        previous = token;
        return token;
    }

    private @Nullable JsonToken read() throws UnreadableJsonException {
        try {
            while (true) {
                if (hungry) {
                    if (at == end) {
                        return null;
                    }
                    feedRun();
                }
                JsonToken token = parser.nextToken();
                hungry = token == JsonToken.NOT_AVAILABLE;
                if (!hungry) {
                    return token;
                }
            }
        } catch (JacksonException e) {
            throw unreadable(e);
        }
    }

    /** Gives the parser the bytes up to the first point or backslash, with it. */
    private void feedRun() {
        byte[] bytes = slice;
        int from = at;
        int to = from;
        byte last;
        do {
            last = bytes[to++];
        } while (to < end && last != '.' && last != '\\');
        at = to;
        feeder.feedInput(bytes, from, to);
    }

    /** The parser itself lets <code>{"name":}</code> pass. */
    private void requireValueAfterName(JsonToken token) throws UnreadableJsonException {
        if (token == JsonToken.END_OBJECT && previous == JsonToken.PROPERTY_NAME) {
            throw UnreadableJsonException.syntax();
        }
    }

    private void count(JsonToken token) throws UnreadableJsonException {
        if (++tokens > MAX_TOKENS) {
            throw UnreadableJsonException.limit("the JSON has more than " + MAX_TOKENS + " tokens");
        }
        if (token.isStructStart() && ++depth > MAX_DEPTH) {
            throw UnreadableJsonException.limit(
                    "the JSON is nested deeper than " + MAX_DEPTH + " levels");
        }
        if (token.isStructEnd()) {
            depth--;
        }
    }

    /** The text of the name or string just read. */
    String text() throws UnreadableJsonException {
        try {
            return parser.getString();
        } catch (JacksonException e) {
            throw unreadable(e);
        }
    }

    /** The whole number just read: a Long, or a Double if it does not fit. */
    Object integer() throws UnreadableJsonException {
        String digits = digits();
        try {
            return Long.valueOf(digits);
        } catch (NumberFormatException tooLong) {
            return finite(digits);
        }
    }

    /** The number with a fraction or an exponent just read. */
    Double fraction() throws UnreadableJsonException {
        return finite(digits());
    }

    private String digits() throws UnreadableJsonException {
        String digits = text();
        if (digits.length() > MAX_NUMBER) {
            throw UnreadableJsonException.limit(
                    "a number is longer than " + MAX_NUMBER + " characters");
        }
        return digits;
    }

    private static Double finite(String digits) throws UnreadableJsonException {
        double number = Double.parseDouble(digits);
        if (Double.isInfinite(number)) {
            throw UnreadableJsonException.limit("a number is beyond the range of a double");
        }
        return number;
    }

    private static UnreadableJsonException unreadable(JacksonException cause) {
        if (cause instanceof StreamConstraintsException) {
            return UnreadableJsonException.limit(
                    "a string is longer than " + MAX_STRING + " characters");
        }
        return UnreadableJsonException.syntax();
    }

    @Override
    public void close() {
        parser.close();
    }
}
