/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import java.io.StringWriter;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.async.ByteArrayFeeder;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads the JSON of events token by token, since a tree costs twice as much, with one parser for a
 * whole stream. Positioned at one value at a time; a value that is not read is skipped. Throws a
 * {@link JacksonException} for invalid JSON, after which it is unusable. Not thread-safe.
 */
final class JsonEventReader implements AutoCloseable {
    private static final int MAX_NESTING = 64;
    private static final double MAX_TOKENS = Integer.MAX_VALUE;
    private static final Pattern INDEX = Pattern.compile("[0-9]{1,9}");

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(MAX_NESTING).build())
            .build();

    private final JsonParser json =
            FACTORY.createNonBlockingByteArrayParser(ObjectReadContext.empty());
    private final ByteArrayFeeder feeder = (ByteArrayFeeder) json.nonBlockingInputFeeder();

    /** Moves to the value of the next event, which these bytes contain completely. */
    void begin(byte[] bytes, int from, int to) {
        feeder.feedInput(bytes, from, to);
        json.nextToken();
        if (json.currentToken() == null) { // blank or empty: no value
            throw brokenOff();
        }
    }

    /** Skips the value; whether the event contains nothing else. */
    boolean end() {
        skipValue();
        return json.nextToken() == JsonToken.NOT_AVAILABLE;
    }

    @Override
    public void close() {
        json.close();
    }

    /** Handles a field; may skip its value, at which the reader is positioned. */
    @FunctionalInterface
    interface FieldHandler {
        void field(String name, JsonEventReader value);
    }

    /** Visits the fields of this value; none if it is not an object. */
    void fields(FieldHandler fieldHandler) {
        if (!isObject()) {
            return;
        }
        JsonToken token = json.nextToken();
        while (token == JsonToken.PROPERTY_NAME) {
            String name = json.currentName();
            requireValue(json.nextToken());
            fieldHandler.field(name, this);
            skipValue();
            token = json.nextToken();
        }
        if (token != JsonToken.END_OBJECT) {
            throw brokenOff();
        }
    }

    /** Visits the fields of all objects in this value, if it is a list. */
    void elements(FieldHandler fieldHandler) {
        each(element -> element.fields(fieldHandler));
    }

    void each(Consumer<JsonEventReader> handler) {
        elements(Integer.MAX_VALUE, handler);
    }

    /** Visits the fields of the first element of this value, if it is a list. */
    void first(FieldHandler fieldHandler) {
        elements(1, element -> element.fields(fieldHandler));
    }

    private void elements(int maxElements, Consumer<JsonEventReader> handler) {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            return;
        }
        int count = 0;
        for (JsonToken token = json.nextToken();
                token != JsonToken.END_ARRAY;
                token = json.nextToken()) {
            requireValue(token);
            if (count++ < maxElements) {
                handler.accept(this);
            }
            skipValue();
        }
    }

    /** Requires a value: the parser only requests more bytes if the event is truncated. */
    private void requireValue(JsonToken token) {
        if (token == JsonToken.NOT_AVAILABLE || token.isStructEnd()) {
            throw brokenOff();
        }
    }

    private BrokenOffException brokenOff() {
        return new BrokenOffException(json);
    }

    /** The event breaks off, so far as valid JSON. */
    static final class BrokenOffException extends StreamReadException {
        private static final long serialVersionUID = 1L;

        private BrokenOffException(JsonParser json) {
            super(json, "the event breaks off");
        }
    }

    /**
     * Reads this value; whether it says nothing, as null, false, 0, an empty text, and objects and
     * lists of nothing else.
     */
    boolean isNothing() {
        return switch (json.currentToken()) {
            case VALUE_NULL, VALUE_FALSE -> true;
            case VALUE_STRING -> json.getString().isEmpty();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> json.getNumberValue().doubleValue() == 0;
            case START_OBJECT, START_ARRAY -> {
                boolean[] nothing = {true};
                fields((name, value) -> nothing[0] &= value.isNothing());
                each(value -> nothing[0] &= value.isNothing());
                yield nothing[0];
            }
            default -> false;
        };
    }

    private void skipValue() {
        int depth = json.currentToken().isStructStart() ? 1 : 0;
        while (depth > 0) {
            JsonToken token = requireToken(json.nextToken());
            depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
        }
    }

    /** Returns this text; empty if it is not one. */
    String text() {
        return json.currentToken() == JsonToken.VALUE_STRING ? json.getString() : "";
    }

    /** Returns this value as JSON, without white space. */
    String json() {
        StringWriter text = new StringWriter();
        try (JsonGenerator copy = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
            int depth = 0;
            JsonToken token = requireToken(json.currentToken());
            do {
                copy.copyCurrentEvent(json);
                depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
                if (depth > 0) {
                    token = requireToken(json.nextToken());
                }
            } while (depth > 0);
        }
        return text.toString();
    }

    /** Requires a token; at the end of the bytes, the parser may keep the last one as current. */
    private JsonToken requireToken(@Nullable JsonToken token) {
        if (token == null || token == JsonToken.NOT_AVAILABLE) {
            throw brokenOff();
        }
        return token;
    }

    boolean isText() {
        return json.currentToken() == JsonToken.VALUE_STRING;
    }

    boolean isTrue() {
        return json.currentToken() == JsonToken.VALUE_TRUE;
    }

    boolean isNull() {
        return json.currentToken() == JsonToken.VALUE_NULL;
    }

    boolean isObject() {
        return json.currentToken() == JsonToken.START_OBJECT;
    }

    boolean isList() {
        return json.currentToken() == JsonToken.START_ARRAY;
    }

    boolean isNumber() {
        return json.currentToken().isNumeric();
    }

    /** Returns this index, a number or a text of digits; -1 if it is neither. */
    long index() {
        if (isNumber()) {
            return (long) json.getNumberValue().doubleValue();
        }
        return INDEX.matcher(text()).matches() ? Long.parseLong(text()) : -1;
    }

    /** Returns this number of tokens, limited so that sums cannot overflow; 0 if not a number. */
    long tokens() {
        double count = 0;
        if (isNumber()) {
            count = json.getNumberValue().doubleValue(); // of any length, unlike others
        } else if (isText() && json.getString().matches("[0-9]{1,12}")) {
            count = Double.parseDouble(json.getString());
        }
        return (long) Math.max(0, Math.min(MAX_TOKENS, count));
    }
}
