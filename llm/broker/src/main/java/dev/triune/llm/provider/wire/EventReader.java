/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.wire;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;

/**
 * The JSON of one event, read token by token: most of an event is of no interest, and a tree of it
 * costs twice the reading. Stands at one value at a time; a value that is not read is passed over. Not
 * thread-safe.
 */
final class EventReader {
    private final JsonParser json;

    /** Reads on from a parser that stands at a value. */
    EventReader(JsonParser json) {
        this.json = json;
    }

    /** Takes the field that the reader stands at, or leaves it. */
    @FunctionalInterface
    interface Fields {
        /** A field of that name; its value is the reader's. */
        void field(String name, EventReader value);
    }

    /** Goes through the fields of this object; what is none has none. */
    void fields(Fields fields) {
        if (!isObject()) {
            return;
        }
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = json.currentName();
            json.nextToken();
            fields.field(name, this);
            passOver();
        }
    }

    /** Goes through the elements of this list that are objects; what is none has none. */
    void elements(Fields fields) {
        elements(Integer.MAX_VALUE, fields);
    }

    /** As {@link #elements}, but takes the first element only. */
    void first(Fields fields) {
        elements(1, fields);
    }

    private void elements(int most, Fields fields) {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            return;
        }
        int count = 0;
        while (json.nextToken() != JsonToken.END_ARRAY) {
            if (count++ < most) {
                fields(fields);
            }
            passOver();
        }
    }

    private void passOver() {
        if (json.currentToken().isStructStart()) {
            json.skipChildren();
        }
    }

    /** This text; empty if it is none. */
    String text() {
        return json.currentToken() == JsonToken.VALUE_STRING ? json.getString() : "";
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

    boolean isNumber() {
        return json.currentToken().isNumeric();
    }

    /** This number as a count of tokens; see {@link Tokens}. */
    long tokens() {
        return isNumber() ? Tokens.of(json.getNumberValue().doubleValue()) : 0;
    }

    /** This value as a tree, for what is read once in an answer. */
    JsonNode tree() {
        return WireJson.tree(json);
    }
}
