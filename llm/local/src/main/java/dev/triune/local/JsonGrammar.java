/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.local;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Converts a JSON schema to a grammar in GBNF, with which llama.cpp restricts a model. Keys come in
 * the order of the schema, required ones first; parts with unsupported keywords, such as {@code
 * allOf} and {@code pattern}, may be any JSON.
 */
final class JsonGrammar {
    private static final int MAX_REPEATS = 256;
    private static final String DEFINITION = "#/$defs/";

    private static final String BASE = """
            space ::= " "?
            value ::= object | array | string | number | boolean | null
            object ::= "{" space ( string ":" space value ( "," space string ":" space value )* )? "}"
            array ::= "[" space ( value ( "," space value )* )? "]"
            string ::= "\\"" char* "\\""
            char ::= [^"\\\\\\x7F\\x00-\\x1F] | "\\\\" ( ["\\\\bfnrt/] | "u" [0-9a-fA-F]{4} )
            integer ::= "-"? ( "0" | [1-9] [0-9]{0,15} )
            number ::= integer ( "." [0-9]{1,16} )? ( [eE] [-+]? [0-9]{1,3} )?
            boolean ::= "true" | "false"
            null ::= "null"
            """;

    /** The grammar of any JSON object. */
    static final String ANY_OBJECT = "root ::= object\n" + BASE;

    private final Map<?, ?> definitions;
    /** The names of rules by their body, so that equal parts are written once. */
    private final Map<String, String> rules = new LinkedHashMap<>();
    /** The names of rules by the name of their definition. */
    private final Map<String, String> defined = new LinkedHashMap<>();

    private JsonGrammar(Map<String, Object> root) {
        this.definitions = root.get("$defs") instanceof Map<?, ?> map ? map : Map.of();
    }

    /** Returns the grammar of a schema. */
    static String of(Map<String, Object> schema) {
        JsonGrammar grammar = new JsonGrammar(schema);
        StringBuilder text =
                new StringBuilder("root ::= " + grammar.expression(schema) + "\n" + BASE);
        grammar.rules.forEach(
                (body, name) -> text.append(name).append(" ::= ").append(body).append('\n'));
        return text.toString();
    }

    private String expression(@Nullable Object part) {
        if (!(part instanceof Map<?, ?> schema)) {
            return "value";
        }
        if (schema.get("$ref") instanceof String reference) {
            return definition(reference);
        }
        Object either = schema.containsKey("anyOf") ? schema.get("anyOf") : schema.get("oneOf");
        if (either instanceof List<?> schemas && !schemas.isEmpty()) {
            return rule(schemas.stream().map(this::expression).collect(Collectors.joining(" | ")));
        }
        if (schema.containsKey("const")) {
            return literal(schema.get("const"));
        }
        if (schema.get("enum") instanceof List<?> words && !words.isEmpty()) {
            return rule(
                    words.stream().map(JsonGrammar::literal).collect(Collectors.joining(" | ")));
        }
        if (schema.get("type") instanceof List<?> types && !types.isEmpty()) {
            return rule(types.stream()
                    .map(type -> ofType(String.valueOf(type), schema))
                    .collect(Collectors.joining(" | ")));
        }
        if (schema.get("properties") instanceof Map) {
            return object(schema);
        }
        return schema.get("type") instanceof String type ? ofType(type, schema) : "value";
    }

    private String ofType(String type, Map<?, ?> schema) {
        return switch (type) {
            case "object" -> object(schema);
            case "array" -> array(schema);
            case "string" -> string(schema);
            case "integer", "number", "boolean", "null" -> type;
            default -> "value";
        };
    }

    /** Returns a separate rule for a definition, which may refer to itself. */
    private String definition(String reference) {
        String name =
                reference.startsWith(DEFINITION) ? reference.substring(DEFINITION.length()) : "";
        if (!definitions.containsKey(name)) {
            return "value";
        }
        String known = defined.get(name);
        if (known == null) {
            known = "def-" + defined.size();
            defined.put(name, known);
            // trailing spaces distinguish the rule from others with an equal body
            rules.put(expression(definitions.get(name)) + " ".repeat(defined.size()), known);
        }
        return known;
    }

    private String object(Map<?, ?> schema) {
        if (!(schema.get("properties") instanceof Map<?, ?> properties) || properties.isEmpty()) {
            boolean closed = Boolean.FALSE.equals(schema.get("additionalProperties"));
            return closed ? "\"{}\"" : "object";
        }
        List<?> required = schema.get("required") instanceof List<?> names ? names : List.of();
        StringJoiner always = new StringJoiner(" \",\" space ");
        List<String> perhaps = new ArrayList<>();
        properties.forEach((key, value) -> {
            String entry = literal(key, ":") + " space " + expression(value);
            if (required.contains(key)) {
                always.add(entry);
            } else {
                perhaps.add(entry);
            }
        });
        String optional = always.length() > 0
                ? always + followers(perhaps)
                : "( " + anyFirst(perhaps) + " )?";
        return rule("\"{\" space " + optional + " \"}\"");
    }

    private static String followers(List<String> entries) {
        return entries.stream()
                .map(entry -> " ( \",\" space " + entry + " )?")
                .collect(Collectors.joining());
    }

    /** Returns any first entry, followed by some of the entries after it. */
    private static String anyFirst(List<String> entries) {
        StringJoiner choices = new StringJoiner(" | ");
        for (int i = 0; i < entries.size(); i++) {
            choices.add(entries.get(i) + followers(entries.subList(i + 1, entries.size())));
        }
        return choices.toString();
    }

    private String array(Map<?, ?> schema) {
        String item = expression(schema.get("items"));
        int least = bound(schema, "minItems", 0);
        int most = bound(schema, "maxItems", -1);
        if (most == 0) {
            return "\"[]\"";
        }
        String more = item + " ( \",\" space " + item + " )" + repeats(least - 1, most - 1);
        return rule("\"[\" space " + (least > 0 ? more : "( " + more + " )?") + " \"]\"");
    }

    private String string(Map<?, ?> schema) {
        int least = bound(schema, "minLength", 0);
        int most = bound(schema, "maxLength", -1);
        return least == 0 && most < 0
                ? "string"
                : rule("\"\\\"\" char" + repeats(least, most) + " \"\\\"\"");
    }

    /** Returns a bound of the schema; those that would make the grammar too large are ignored. */
    private static int bound(Map<?, ?> schema, String key, int otherwise) {
        return schema.get(key) instanceof Number number
                        && number.intValue() >= 0
                        && number.intValue() <= MAX_REPEATS
                ? number.intValue()
                : otherwise;
    }

    private static String repeats(int least, int most) {
        int from = Math.max(0, least);
        if (most < 0) {
            return from == 0 ? "*" : "{" + from + ",}";
        }
        return "{" + from + "," + Math.max(from, most) + "}";
    }

    private String rule(String body) {
        return rules.computeIfAbsent(body, it -> "rule-" + rules.size());
    }

    private static String literal(@Nullable Object value) {
        return literal(value, "");
    }

    /** Returns the JSON of a plain value, in the quotes of the grammar. */
    private static String literal(@Nullable Object value, String after) {
        String json = value instanceof String text ? quoted(text) : String.valueOf(value);
        return quoted(json + after);
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"', '\\' -> quoted.append('\\').append(c);
                case '\n' -> quoted.append("\\n");
                case '\r' -> quoted.append("\\r");
                case '\t' -> quoted.append("\\t");
                default -> quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
