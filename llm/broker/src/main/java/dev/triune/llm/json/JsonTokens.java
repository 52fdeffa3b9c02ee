/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.json;

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
 * The tokens of a JSON text that is offered one byte at a time, within limits. Whatever is thrown
 * is an {@link UnreadableJson}; nothing can be read after it. Not thread-safe.
 */
final class JsonTokens implements AutoCloseable {
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
    private final byte[] input = new byte[1];
    private JsonToken previous = JsonToken.NOT_AVAILABLE;
    private int tokens;
    private int depth;

    /** Adds a byte. To be called when {@link #next} has nothing more. */
    void offer(byte octet) throws UnreadableJson {
        input[0] = octet;
        try {
            feeder.feedInput(input, 0, 1);
        } catch (JacksonException e) {
            throw unreadable(e);
        }
    }

    /** The next token that the bytes so far complete, or null if it takes more bytes. */
    @Nullable
    JsonToken next() throws UnreadableJson {
        JsonToken token;
        try {
            token = parser.nextToken();
        } catch (JacksonException e) {
            throw unreadable(e);
        }
        if (token == null || token == JsonToken.NOT_AVAILABLE) {
            return null;
        }
        requireValueAfterName(token);
        count(token);
        previous = token;
        return token;
    }

    /** The parser itself lets <code>{"name":}</code> pass. */
    private void requireValueAfterName(JsonToken token) throws UnreadableJson {
        if (token == JsonToken.END_OBJECT && previous == JsonToken.PROPERTY_NAME) {
            throw UnreadableJson.syntax();
        }
    }

    private void count(JsonToken token) throws UnreadableJson {
        if (++tokens > MAX_TOKENS) {
            throw UnreadableJson.limit("the JSON has more than " + MAX_TOKENS + " tokens");
        }
        if (token.isStructStart() && ++depth > MAX_DEPTH) {
            throw UnreadableJson.limit("the JSON is nested deeper than " + MAX_DEPTH + " levels");
        }
        if (token.isStructEnd()) {
            depth--;
        }
    }

    /** The text of the name or string just read. */
    String text() throws UnreadableJson {
        try {
            return parser.getString();
        } catch (JacksonException e) {
            throw unreadable(e);
        }
    }

    /** The whole number just read: a Long, or a Double if it does not fit. */
    Object integer() throws UnreadableJson {
        String digits = digits();
        try {
            return Long.valueOf(digits);
        } catch (NumberFormatException tooLong) {
            return finite(digits);
        }
    }

    /** The number with a fraction or an exponent just read. */
    Double fraction() throws UnreadableJson {
        return finite(digits());
    }

    private String digits() throws UnreadableJson {
        String digits = text();
        if (digits.length() > MAX_NUMBER) {
            throw UnreadableJson.limit("a number is longer than " + MAX_NUMBER + " characters");
        }
        return digits;
    }

    private static Double finite(String digits) throws UnreadableJson {
        double number = Double.parseDouble(digits);
        if (Double.isInfinite(number)) {
            throw UnreadableJson.limit("a number is beyond the range of a double");
        }
        return number;
    }

    private static UnreadableJson unreadable(JacksonException cause) {
        if (cause instanceof StreamConstraintsException) {
            return UnreadableJson.limit("a string is longer than " + MAX_STRING + " characters");
        }
        return UnreadableJson.syntax();
    }

    @Override
    public void close() {
        parser.close();
    }
}
