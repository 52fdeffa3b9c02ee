/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.tape;

import dev.triune.llm.AnswerPart;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

/**
 * Parts of answers as JSON, and back to equal ones. Written by hand: it keeps Long and Double apart
 * and escapes names that readers of JSON refuse. Stateless.
 */
final class AnswerPartJson {
    private static final char ESCAPE = '\\';
    private static final int DIGITS = 4;

    private AnswerPartJson() {}

    /**
     * Writes a part as an object.
     *
     * @throws IllegalArgumentException if it holds what an {@link AnswerPart} may not hold
     */
    static void write(JsonGenerator json, AnswerPart part) {
        json.writeStartObject();
        if (part instanceof AnswerPart.Text text) {
            json.writeStringProperty("text", text.delta());
        } else if (part instanceof AnswerPart.Action action) {
            json.writeStringProperty("action", action.type());
            json.writeName("fields");
            value(json, action.fields());
        } else if (part instanceof AnswerPart.Speech speech) {
            json.writeStringProperty("speech", speech.text());
        } else if (part instanceof AnswerPart.Goal goal) {
            json.writeStringProperty("goal", goal.type());
            json.writeStringProperty("description", goal.description());
        } else if (part instanceof AnswerPart.Thought thought) {
            json.writeStringProperty("thought", thought.text());
        } else if (part instanceof AnswerPart.Unknown unknown) {
            json.writeStringProperty("unknown", unknown.key());
        } else if (part instanceof AnswerPart.Malformed malformed) {
            json.writeStringProperty("malformed", malformed.reason());
        } else if (part instanceof AnswerPart.ToolCall call) {
            json.writeStringProperty("toolCall", call.name());
            json.writeStringProperty("id", call.id());
            json.writeStringProperty("arguments", call.arguments());
        }
        json.writeEndObject();
    }

    private static void value(JsonGenerator json, Object value) {
        if (value instanceof String text) {
            json.writeString(text);
        } else if (value instanceof Long number) {
            json.writeNumber(number);
        } else if (value instanceof Double number && Double.isFinite(number)) {
            json.writeNumber(number);
        } else if (value instanceof Boolean truth) {
            json.writeBoolean(truth);
        } else if (value instanceof List<?> list) {
            json.writeStartArray();
            list.forEach(member -> value(json, member));
            json.writeEndArray();
        } else if (value instanceof Map<?, ?> map) {
            json.writeStartObject();
            map.forEach((name, member) -> {
                json.writeName(escaped((String) name));
                value(json, member);
            });
            json.writeEndObject();
        } else {
            throw new IllegalArgumentException(
                    "an action holds a " + value.getClass().getName()
                            + " (expected String, Long, finite Double, Boolean, List or Map)");
        }
    }

    /**
     * Reads a part.
     *
     * @throws IllegalArgumentException if it is none
     */
    static AnswerPart read(JsonNode node) {
        String variant = node.propertyNames().stream().findFirst().orElse("");
        return switch (variant) {
            case "text" -> new AnswerPart.Text(text(node, variant));
            case "action" ->
                new AnswerPart.Action(text(node, variant), map(node.required("fields")));
            case "speech" -> new AnswerPart.Speech(text(node, variant));
            case "goal" -> new AnswerPart.Goal(text(node, variant), text(node, "description"));
            case "thought" -> new AnswerPart.Thought(text(node, variant));
            case "unknown" -> new AnswerPart.Unknown(text(node, variant));
            case "malformed" -> new AnswerPart.Malformed(text(node, variant));
            case "toolCall" ->
                new AnswerPart.ToolCall(
                        text(node, "id"), text(node, variant), text(node, "arguments"));
            default -> throw new IllegalArgumentException("no part of an answer: " + variant);
        };
    }

    private static String text(JsonNode node, String name) {
        return node.required(name).stringValue();
    }

    private static Map<String, Object> map(JsonNode node) {
        Map<String, Object> members = new LinkedHashMap<>();
        node.properties()
                .forEach(member ->
                        members.put(unescaped(member.getKey()), value(member.getValue())));
        return Collections.unmodifiableMap(members);
    }

    private static Object value(JsonNode node) {
        return switch (node.getNodeType()) {
            case STRING -> node.stringValue();
            case NUMBER -> number(node);
            case BOOLEAN -> node.booleanValue();
            case ARRAY -> list(node);
            case OBJECT -> map(node);
            default ->
                throw new IllegalArgumentException("no value of an action: " + node.getNodeType());
        };
    }

    private static Object number(JsonNode node) {
        if (node.isIntegralNumber()) {
            return node.longValue();
        }
        return node.doubleValue();
    }

    private static List<Object> list(JsonNode node) {
        List<Object> members = new ArrayList<>();
        node.values().forEach(member -> members.add(value(member)));
        return Collections.unmodifiableList(members);
    }

    // ---- names: readers of JSON accept half a surrogate pair in strings, but not in names

    private static String escaped(String name) {
        if (name.chars().noneMatch(AnswerPartJson::needsEscape)) {
            return name;
        }
        StringBuilder escaped = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char unit = name.charAt(i);
            if (needsEscape(unit)) {
                escaped.append(ESCAPE).append(HexFormat.of().toHexDigits(unit));
            } else {
                escaped.append(unit);
            }
        }
        return escaped.toString();
    }

    private static boolean needsEscape(int unit) {
        return unit == ESCAPE || Character.isSurrogate((char) unit);
    }

    private static String unescaped(String name) {
        if (name.indexOf(ESCAPE) < 0) {
            return name;
        }
        StringBuilder plain = new StringBuilder();
        int at = 0;
        for (int next = name.indexOf(ESCAPE); next >= 0; next = name.indexOf(ESCAPE, at)) {
            plain.append(name, at, next);
            at = next + 1 + DIGITS;
            plain.append((char) HexFormat.fromHexDigits(name, next + 1, at));
        }
        return plain.append(name, at, name.length()).toString();
    }
}
