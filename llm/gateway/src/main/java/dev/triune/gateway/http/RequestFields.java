/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The fields of a JSON object that a client sent. An invalid field is rejected with its name, its
 * content and the expected one. A null field counts as missing. Immutable.
 */
public final class RequestFields {
    /** The maximum length of a name, unless a method says otherwise. */
    public static final int MAX_NAME_LENGTH = 128;

    private static final int MAX_SHOWN_LENGTH = 40;

    private final JsonNode object;
    private final String path;

    private RequestFields(JsonNode object, String path) {
        this.object = object;
        this.path = path;
    }

    /**
     * Reads the fields of a body.
     *
     * @throws ProblemException if the body is not a JSON object in UTF-8
     */
    public static RequestFields read(ByteBuffer bytes) throws ProblemException {
        try {
            return of(Json.read(bytes));
        } catch (CharacterCodingException e) {
            boolean gzip = bytes.limit() > 1 && bytes.get(0) == 0x1f && bytes.get(1) == (byte) 0x8b;
            throw new ProblemException(
                    ErrorCode.BAD_REQUEST,
                    gzip
                            ? "the body is compressed by gzip (send it as it is)"
                            : "the body is not UTF-8");
        } catch (JacksonException e) { // its message quotes the input
            long at = e.getLocation() == null ? -1 : e.getLocation().getColumnNr();
            throw new ProblemException(
                    ErrorCode.BAD_REQUEST,
                    "the body is not JSON" + (at < 0 ? "" : " (column " + at + ")"));
        }
    }

    /**
     * Reads the fields of a JSON value.
     *
     * @throws ProblemException if it is not an object
     */
    public static RequestFields of(JsonNode body) throws ProblemException {
        if (!body.isObject()) {
            throw new ProblemException(Problem.invalidField(
                    "", "the body is " + kind(body) + " (expected a JSON object)"));
        }
        return new RequestFields(body, "");
    }

    static RequestFields empty() {
        return new RequestFields(Json.object(), "");
    }

    /** Copies these fields, with another text in one of them. */
    RequestFields with(String name, String text) {
        return new RequestFields(((ObjectNode) object.deepCopy()).put(name, text), path);
    }

    /** Returns the raw value of a field; a missing node if it is missing or null. */
    public JsonNode get(String name) {
        JsonNode value = object.path(name);
        return value.isNull() ? MissingNode.getInstance() : value;
    }

    /** Whether a field is present and not null. */
    public boolean has(String name) {
        return !get(name).isMissingNode();
    }

    /** Returns the path of a field for messages, such as {@code requests[2].prompt}. */
    public String path(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    /** Reads a text of any length; empty if it is missing. The whole body has its own limit. */
    public String text(String name) throws ProblemException {
        return text(name, Integer.MAX_VALUE);
    }

    /** Reads a text of at most {@code max} characters; empty if it is missing. */
    public String text(String name, int max) throws ProblemException {
        if (!has(name)) {
            return "";
        }
        if (!get(name).isString()) {
            throw invalid(name, "text");
        }
        String text = get(name).stringValue();
        if (text.length() > max) {
            throw rejected(
                    name,
                    "has " + text.length() + " characters (expected " + max + " at the most)");
        }
        return text;
    }

    /** Reads a word, such as the type of an object; empty if it is missing. */
    public String word(String name) throws ProblemException {
        return text(name, MAX_NAME_LENGTH);
    }

    /** Reads a name, which is a text without control characters; empty if it is missing. */
    public String name(String name) throws ProblemException {
        return name(name, MAX_NAME_LENGTH);
    }

    /** Reads a name of at most {@code max} characters; empty if it is missing. */
    public String name(String name, int max) throws ProblemException {
        String text = text(name, max);
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw rejected(name, "has control characters (expected a name)");
        }
        return text;
    }

    /** Reads a required name. */
    public String requiredName(String name) throws ProblemException {
        return requiredName(name, MAX_NAME_LENGTH);
    }

    /** Reads a required name of at most {@code max} characters. */
    public String requiredName(String name, int max) throws ProblemException {
        String text = name(name, max);
        if (text.isBlank()) {
            throw rejected(name, "is missing (expected a name)");
        }
        return text;
    }

    /** Reads the name of a model; empty if it is missing. */
    public String model() throws ProblemException {
        return name("model", 2 * MAX_NAME_LENGTH);
    }

    /** Reads a whole number within bounds, if it is present. */
    public Optional<Long> integer(String name, long min, long max) throws ProblemException {
        if (!has(name)) {
            return Optional.empty();
        }
        JsonNode number = get(name);
        boolean finite = number.isNumber() && Double.isFinite(number.doubleValue());
        boolean integral = finite && number.decimalValue().stripTrailingZeros().scale() <= 0;
        BigDecimal exact = integral ? number.decimalValue() : BigDecimal.ZERO;
        if (!integral
                || exact.compareTo(BigDecimal.valueOf(min)) < 0
                || exact.compareTo(BigDecimal.valueOf(max)) > 0) {
            throw invalid(name, "a whole number from " + min + " to " + max);
        }
        return Optional.of(exact.longValueExact());
    }

    /** Reads a number within bounds, if it is present. */
    public Optional<Double> number(String name, double min, double max) throws ProblemException {
        if (!has(name)) {
            return Optional.empty();
        }
        double number = get(name).isNumber() ? get(name).doubleValue() : Double.NaN;
        if (!(number >= min && number <= max)) {
            throw invalid(name, "a number from " + min + " to " + max);
        }
        return Optional.of(number);
    }

    /** Reads a share, above 0 and at most 1, if it is present. */
    public Optional<Double> share(String name) throws ProblemException {
        Optional<Double> share = number(name, 0, 1);
        if (share.isPresent() && share.get() == 0) {
            throw invalid(name, "a number above 0, at most 1");
        }
        return share;
    }

    /** Reads a boolean, false if it is missing. */
    public boolean flag(String name) throws ProblemException {
        if (has(name) && !get(name).isBoolean()) {
            throw invalid(name, "true or false");
        }
        return get(name).asBoolean(false);
    }

    /** Reads a nested object; one without fields if it is missing. */
    public RequestFields object(String name) throws ProblemException {
        return has(name) ? requiredObject(name) : new RequestFields(Json.object(), path(name));
    }

    /** Reads a required nested object. */
    public RequestFields requiredObject(String name) throws ProblemException {
        if (!get(name).isObject()) {
            throw invalid(name, "an object");
        }
        return new RequestFields(get(name), path(name));
    }

    /** Reads a list of at most {@code max} objects; empty if it is missing. */
    public List<RequestFields> objects(String name, int max) throws ProblemException {
        if (!has(name)) {
            return List.of();
        }
        if (!get(name).isArray() || get(name).size() > max) {
            throw invalid(name, "a list of " + max + " at the most");
        }
        List<RequestFields> items = new ArrayList<>();
        for (JsonNode item : get(name)) {
            String at = path(name) + "[" + items.size() + "]";
            if (!item.isObject()) {
                throw new ProblemException(Problem.invalidField(
                        at, at + " is " + kind(item) + " (expected an object)"));
            }
            items.add(new RequestFields(item, at));
        }
        return items;
    }

    /** Returns the names of all fields. */
    public Iterable<String> names() {
        return object.propertyNames();
    }

    /** Creates the error of a field: its path, then the text. */
    public ProblemException rejected(String name, String problem) {
        return new ProblemException(Problem.invalidField(path(name), path(name) + " " + problem));
    }

    /** Creates the error of a field with unexpected content. */
    public ProblemException invalid(String name, String expected) {
        return rejected(name, "is " + describe(get(name)) + " (expected " + expected + ")");
    }

    private static String describe(JsonNode value) {
        if (value.isString()) {
            return "another text";
        }
        return value.isArray() && value.isEmpty() ? "an empty list" : shown(value);
    }

    /** Returns numbers and booleans for display, but no texts, which may be prompts or keys. */
    private static String shown(JsonNode value) {
        String text = value.isNumber() || value.isBoolean() ? value.asString() : kind(value);
        return text.length() > MAX_SHOWN_LENGTH ? text.substring(0, MAX_SHOWN_LENGTH) + "…" : text;
    }

    private static String kind(JsonNode value) {
        return switch (value.getNodeType()) {
            case OBJECT, POJO -> "an object";
            case ARRAY -> "a list";
            case STRING, BINARY -> "text";
            case NUMBER -> "a number";
            case BOOLEAN -> "true or false";
            case NULL, MISSING -> "missing";
        };
    }
}
