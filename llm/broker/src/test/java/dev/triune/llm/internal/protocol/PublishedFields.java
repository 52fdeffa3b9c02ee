/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Names, types and values of the fields that a provider has published for its requests: a line for
 * each, such as {@code messages[].role! = user | assistant}. An exclamation mark: required in its
 * object. {@code any}: not looked into. A line {@code @name} includes another section.
 */
final class PublishedFields {
    private final Map<String, String> types = new LinkedHashMap<>();

    private PublishedFields() {}

    /** Reads a section, which begins with its name in brackets. */
    static PublishedFields of(String text, String section) {
        PublishedFields fields = new PublishedFields();
        fields.add(text, section);
        return fields;
    }

    private void add(String text, String section) {
        String current = "";
        boolean found = false;
        for (String line : text.lines().map(String::strip).toList()) {
            if (line.startsWith("[")) {
                current = line.substring(1, line.indexOf(']'));
                found |= current.equals(section);
            } else if (current.equals(section) && line.startsWith("@")) {
                add(text, line.substring(1));
            } else if (current.equals(section) && line.contains(" = ")) {
                String[] parts = line.split(" = ", 2);
                types.put(parts[0], parts[1]);
            }
        }
        if (!found) {
            throw new IllegalArgumentException("no section " + section);
        }
    }

    /** What is wrong with a body; empty if nothing is. */
    List<String> problems(JsonNode body) {
        List<String> problems = new ArrayList<>();
        check("", body, problems);
        return problems;
    }

    private void check(String path, JsonNode object, List<String> problems) {
        String prefix = path.isEmpty() ? "" : path + ".";
        types.keySet().stream()
                .filter(name -> name.startsWith(prefix) && name.endsWith("!"))
                .map(name -> name.substring(prefix.length(), name.length() - 1))
                .filter(name -> !name.contains(".") && !name.contains("["))
                .filter(name -> !object.has(name))
                .forEach(name -> problems.add(prefix + name + " is missing"));
        object.propertyStream()
                .forEach(field -> checkValue(prefix + field.getKey(), field.getValue(), problems));
    }

    private void checkValue(String path, JsonNode value, List<String> problems) {
        String type = types.getOrDefault(path, types.getOrDefault(path + "!", ""));
        boolean matches = List.of(type.split(" \\| ", -1)).stream().anyMatch(one -> is(one, value));
        if (!matches) {
            problems.add(path + ": " + value + " is not " + (type.isEmpty() ? "published" : type));
        } else if (value.isArray() && !type.equals("any")) {
            value.forEach(item -> {
                if (item.isObject()) {
                    check(path + "[]", item, problems);
                } else {
                    checkValue(path + "[]", item, problems);
                }
            });
        } else if (value.isObject() && !type.equals("any")) {
            check(path, value, problems);
        }
    }

    private static boolean is(String type, JsonNode value) {
        return switch (type) {
            case "" -> false;
            case "any" -> true;
            case "string" -> value.isString();
            case "integer" -> value.isIntegralNumber();
            case "number" -> value.isNumber();
            case "boolean" -> value.isBoolean();
            case "object" -> value.isObject();
            case "null" -> value.isNull();
            case "array" -> value.isArray();
            default -> value.asString("").equals(type);
        };
    }
}
