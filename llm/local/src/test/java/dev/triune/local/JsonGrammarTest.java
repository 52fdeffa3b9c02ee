/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonGrammarTest {
    private static String root(Map<String, Object> schema) {
        String grammar = JsonGrammar.of(schema);
        return grammar.substring(0, grammar.indexOf('\n'));
    }

    /** The first generated rule. */
    private static String rule(Map<String, Object> schema) {
        return JsonGrammar.of(schema)
                .lines()
                .filter(line -> line.startsWith("rule-0 ::= "))
                .findFirst()
                .orElseThrow()
                .substring("rule-0 ::= ".length());
    }

    private static Map<String, Object> object(List<String> required) {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("a", Map.of("type", "string"));
        properties.put("b", Map.of("type", "integer"));
        properties.put("c", Map.of("type", "boolean"));
        return Map.of("type", "object", "properties", properties, "required", required);
    }

    @Test
    void plainTypesUseTheBaseRules() {
        assertThat(root(Map.of("type", "string"))).isEqualTo("root ::= string");
        assertThat(root(Map.of("type", "null"))).isEqualTo("root ::= null");
        assertThat(root(Map.of("type", "object"))).isEqualTo("root ::= object");
    }

    @Test
    void stringLiteralsAreQuotedForGrammarAndJson() {
        assertThat(rule(Map.of("enum", List.of("a \"b\"", "\\", 3, true))))
                .isEqualTo(
                        "\"\\\"a \\\\\\\"b\\\\\\\"\\\"\" | \"\\\"\\\\\\\\\\\"\" | \"3\" | \"true\"");
        assertThat(root(Map.of("const", "x"))).isEqualTo("root ::= \"\\\"x\\\"\"");
    }

    @Test
    void requiredKeysComeFirstInOrderThenOptionalOnes() {
        assertThat(rule(object(List.of("a", "c"))))
                .isEqualTo(
                        "\"{\" space \"\\\"a\\\":\" space string \",\" space \"\\\"c\\\":\" space"
                                + " boolean ( \",\" space \"\\\"b\\\":\" space integer )? \"}\"");
    }

    @Test
    void anyOptionalKeyMayComeFirst() {
        String rule = rule(object(List.of()));
        assertThat(rule).startsWith("\"{\" space ( \"\\\"a\\\":\"").endsWith(" )? \"}\"");
        assertThat(rule.split(" \\| ")).hasSize(3);
    }

    @Test
    void listsAndStringsHaveTheirBounds() {
        Map<String, Object> items = Map.of("type", "integer");
        assertThat(rule(Map.of("type", "array", "items", items)))
                .isEqualTo("\"[\" space ( integer ( \",\" space integer )* )? \"]\"");
        assertThat(rule(Map.of("type", "array", "items", items, "minItems", 2, "maxItems", 3)))
                .isEqualTo("\"[\" space integer ( \",\" space integer ){1,2} \"]\"");
        assertThat(root(Map.of("type", "array", "items", items, "maxItems", 0)))
                .isEqualTo("root ::= \"[]\"");
        assertThat(rule(Map.of("type", "string", "maxLength", 9)))
                .isEqualTo("\"\\\"\" char{0,9} \"\\\"\"");
    }

    @Test
    void definitionsMayBeRecursive() {
        Map<String, Object> schema = Map.of(
                "$ref",
                "#/$defs/tree",
                "$defs",
                Map.of("tree", Map.of("type", "array", "items", Map.of("$ref", "#/$defs/tree"))));
        assertThat(root(schema)).isEqualTo("root ::= def-0");
        assertThat(JsonGrammar.of(schema))
                .contains("rule-0 ::= \"[\" space ( def-0 ( \",\" space def-0 )* )? \"]\"")
                .containsPattern("def-0 ::= rule-0 +\n");
    }

    @Test
    void unsupportedSchemasAllowAnyJson() {
        assertThat(root(Map.of("allOf", List.of()))).isEqualTo("root ::= value");
        assertThat(root(Map.of("$ref", "other.json"))).isEqualTo("root ::= value");
        assertThat(rule(Map.of("type", List.of("string", "null")))).isEqualTo("string | null");
    }
}
