/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.json;

import java.io.OutputStream;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.async.ByteArrayFeeder;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/**
 * Splits a JSON text, offered in slices, into tokens within limits. Throws {@link
 * StreamConstraintsException}, whose message names the limit, or {@link StreamReadException};
 * unusable after either. Not thread-safe.
 *
 * <p>The boundaries of the slices make no difference. Jackson parses a fraction or an escape by
 * another path if all of it is available, and the paths disagree about <code>1.5f</code> and names
 * with many escapes. So it never gets a byte together with the point, backslash or quote before it.
 */
final class JsonTokenizer implements AutoCloseable {
    static final int MAX_DEPTH = 64; // the maximum nesting depth
    static final int MAX_TOKENS = 32_768; // the maximum number of tokens: names, values, brackets
    static final int MAX_STRING = 65_536; // the maximum length of a string or name, in characters
    static final int MAX_NUMBER = 100; // the maximum length of a number, in characters

    /** Accepts what models often write although JSON forbids it. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(
                    JsonReadFeature.ALLOW_TRAILING_COMMA,
                    JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS,
                    JsonReadFeature.ALLOW_JAVA_COMMENTS,
                    JsonReadFeature.ALLOW_YAML_COMMENTS,
                    JsonReadFeature.ALLOW_BACKSLASH_ESCAPING_ANY_CHARACTER,
                    JsonReadFeature.ALLOW_LEADING_PLUS_SIGN_FOR_NUMBERS,
                    JsonReadFeature.ALLOW_LEADING_ZEROS_FOR_NUMBERS,
                    JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(MAX_STRING)
                    .maxNameLength(MAX_STRING)
                    .build())
            .build();

    private final JsonParser parser =
            FACTORY.createNonBlockingByteArrayParser(ObjectReadContext.empty());
    private final ByteArrayFeeder feeder = (ByteArrayFeeder) parser.nonBlockingInputFeeder();
    private byte[] slice = {};
    private int at;
    private int end;
    private JsonToken token = JsonToken.NOT_AVAILABLE;
    private int tokens;
    private int depth;
    private @Nullable StringTap tap;

    /** Adds bytes when {@link #next} has returned null; they must not change until read. */
    void offer(byte[] bytes, int from, int to) {
        slice = bytes;
        at = from;
        end = to;
    }

    /** Reads the next token that is complete; null if more bytes are needed. */
    @Nullable
    JsonToken next() {
        JsonToken next = JsonToken.NOT_AVAILABLE;
        while (next == JsonToken.NOT_AVAILABLE) {
            if (feeder.needMoreInput()) {
                if (at == end) {
                    return null;
                }
                feedRun();
            }
            next = bounded(parser::nextToken);
        }
        if (next == JsonToken.END_OBJECT && token == JsonToken.PROPERTY_NAME) {
            throw new StreamReadException(parser, "a name without a value"); // Jackson accepts
        }
        token = next;
        count();
        return token;
    }

    /** Applies the limit of strings, which the parser reports in its own way. */
    private static <R> R bounded(Supplier<R> reading) {
        try {
            return reading.get();
        } catch (StreamConstraintsException e) {
            throw limit("a string is longer than " + MAX_STRING + " characters");
        }
    }

    /** Also passes the bytes from now on to a reader of one string; null to stop. */
    void tap(@Nullable StringTap reader) {
        tap = reader;
    }

    /** Passes bytes to the parser up to and including the first point, backslash or quote. */
    private void feedRun() {
        int from = at;
        byte last;
        do {
            last = slice[at++];
        } while (at < end && last != '.' && last != '\\' && last != '"');
        if (tap != null) {
            tap.take(slice, from, at);
        }
        feeder.feedInput(slice, from, at);
    }

    /** Returns the number of bytes of the slice behind the last token. */
    int unread() {
        return end - at + parser.releaseBuffered(OutputStream.nullOutputStream());
    }

    private void count() {
        if (++tokens > MAX_TOKENS) {
            throw limit("the JSON has more than " + MAX_TOKENS + " tokens");
        }
        depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
        if (depth > MAX_DEPTH) {
            throw limit("the JSON is nested deeper than " + MAX_DEPTH + " levels");
        }
    }

    /** Returns the last name in the object that the token belongs to; empty in a list. */
    String name() {
        return Objects.requireNonNullElse(parser.currentName(), "");
    }

    /**
     * Returns the current scalar: String, Long, Double for other numbers, Boolean, null. NaN and
     * infinity, which are not JSON, are strings.
     */
    @Nullable
    Object scalar() {
        return switch (token) {
            case VALUE_STRING -> bounded(parser::getString);
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(bounded(parser::getString));
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> null;
        };
    }

    private Object number(String digits) {
        if (digits.length() > MAX_NUMBER) {
            throw limit("a number is longer than " + MAX_NUMBER + " characters");
        }
        if (token == JsonToken.VALUE_NUMBER_INT) {
            try {
                return Long.valueOf(digits);
            } catch (NumberFormatException e) {
                // beyond the range of a long
            }
        }
        if (!Character.isDigit(digits.charAt(digits.length() - 1))) {
            return digits; // NaN, Infinity
        }
        double number = Double.parseDouble(digits);
        if (Double.isInfinite(number)) {
            throw limit("a number is beyond the range of a double");
        }
        return number;
    }

    private static StreamConstraintsException limit(String limit) {
        return new StreamConstraintsException(limit);
    }

    @Override
    public void close() {
        parser.close();
    }
}
