/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.text;

import java.util.Map;
import java.util.stream.Collectors;

/** Writes values as JSON. */
public final class JsonText {
    private JsonText() {}

    /**
     * Writes a value in one line.
     *
     * @param value a text, a number, a Boolean, an iterable or a map with texts as keys
     */
    public static String of(Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry ->
                            quoted(String.valueOf(entry.getKey())) + ":" + of(entry.getValue()))
                    .collect(Collectors.joining(",", "{", "}"));
        }
        if (value instanceof Iterable<?> items) {
            StringBuilder list = new StringBuilder("[");
            for (Object item : items) {
                list.append(list.length() == 1 ? "" : ",").append(of(item));
            }
            return list.append(']').toString();
        }
        if (value instanceof Double number) {
            return NameNormalizer.number(number);
        }
        return value instanceof String text ? quoted(text) : value.toString();
    }

    /** Writes a text between double quotes. */
    public static String quoted(String text) {
        StringBuilder json = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"', '\\' -> json.append('\\').append(c);
                case '\n' -> json.append("\\n");
                case '\r' -> json.append("\\r");
                case '\t' -> json.append("\\t");
                default -> {
                    if (c < ' ') {
                        json.append(String.format("\\u%04X", (int) c));
                    } else {
                        json.append(c);
                    }
                }
            }
        }
        return json.append('"').toString();
    }
}
