/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Schemas: which values they accept, that they copy their input, and which are strict. */
final class AnswerSchemaTest {
    private static final Map<String, Object> TEXT = Map.of("type", "string");

    private static AnswerSchema schema(Map<String, Object> root) {
        return new AnswerSchema("plan", root);
    }

    /** A strict object schema. */
    private static Map<String, Object> closed(Map<String, Object> properties) {
        return Map.of(
                "type",
                "object",
                "properties",
                properties,
                "required",
                List.copyOf(properties.keySet()),
                "additionalProperties",
                false);
    }

    private static Map<String, Object> without(String key, Map<String, Object> map) {
        return with(key, null, map);
    }

    private static Map<String, Object> with(
            String key, @Nullable Object value, Map<String, Object> map) {
        Map<String, Object> copy = new HashMap<>(map);
        if (value == null) {
            copy.remove(key);
        } else {
            copy.put(key, value);
        }
        return copy;
    }

    private static Map<String, Object> nested(int levels) {
        Map<String, Object> map = Map.of("type", "string");
        for (int i = 1; i < levels; i++) {
            map = Map.of("items", map);
        }
        return map;
    }

    // values

    @ParameterizedTest
    @ValueSource(doubles = {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN})
    void rejectsNumbersThatJsonCannotRepresent(double number) {
        assertThatThrownBy(() -> schema(Map.of("minimum", number)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("schema value " + number + " (expected a number that JSON can hold)");
        assertThatThrownBy(() -> schema(Map.of("enum", List.of(1, (float) number))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(schema(Map.of("minimum", Double.MAX_VALUE)).root())
                .containsEntry("minimum", Double.MAX_VALUE);
    }

    // names

    @ParameterizedTest
    @ValueSource(strings = {"a", "Plan_2-b", "0"})
    void acceptsLettersDigitsUnderscoresAndHyphensInNames(String name) {
        assertThat(new AnswerSchema(name, TEXT).name()).isEqualTo(name);
        assertThat(new AnswerSchema("x".repeat(64), TEXT).name()).hasSize(64);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "a.b", "ä", "a\n", "a/b"})
    void rejectsInvalidNames(String name) {
        assertThatThrownBy(() -> new AnswerSchema(name, TEXT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("64 letters");
    }

    @Test
    void rejectsNamesOf65Characters() {
        assertThatThrownBy(() -> new AnswerSchema("x".repeat(65), TEXT))
                .isInstanceOf(IllegalArgumentException.class);
    }

    // values

    @Test
    void acceptsJsonValuesAndNullsInLists() {
        Map<String, Object> root = Map.of(
                "enum", Arrays.asList("a", 1, 2.5, true, null, List.of(), Map.of()), "minimum", 1L);
        assertThat(schema(root).root()).isEqualTo(root);
    }

    @Test
    void rejectsNullValuesOfKeys() {
        Map<String, Object> root = new HashMap<>();
        root.put("type", null);
        assertThatThrownBy(() -> schema(root))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("type");
    }

    @Test
    void rejectsKeysThatAreNotText() {
        assertThatThrownBy(() -> schema(Map.of("properties", Map.of(1, "a"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("text as a key");
    }

    @Test
    void rejectsNonJsonValuesAtAnyDepth() {
        for (Object value : List.of('c', new Object(), new int[] {1}, Optional.of(1))) {
            for (Object where : List.of(value, List.of(value), Map.of("b", value))) {
                assertThatThrownBy(() -> schema(Map.of("a", where)))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining(value.getClass().getName());
            }
        }
    }

    // depth

    @Test
    void acceptsMaximumDepthAndRejectsOneLevelMore() {
        assertThat(schema(nested(AnswerSchema.MAX_DEPTH)).root()).containsKey("items");
        assertThatThrownBy(() -> schema(nested(AnswerSchema.MAX_DEPTH + 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("32 levels");
    }

    @Test
    void listsCountTowardsTheDepth() {
        Object value = "a";
        for (int i = 1; i < AnswerSchema.MAX_DEPTH; i++) {
            value = List.of(value);
        }
        Object most = value;
        assertThat(schema(Map.of("a", most)).root()).containsEntry("a", most);
        assertThatThrownBy(() -> schema(Map.of("a", List.of(most))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void rejectsSchemasThatContainThemselves() {
        Map<String, Object> root = new HashMap<>();
        root.put("items", root);
        assertThatThrownBy(() -> schema(root)).hasMessageContaining("does it contain itself?");
        List<Object> list = new ArrayList<>();
        list.add(list);
        assertThatThrownBy(() -> schema(Map.of("enum", list)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    // size

    @Test
    void acceptsMaximumNumberOfValuesAndRejectsOneMore() {
        int most = AnswerSchema.MAX_NODES - 2; // minus the map and the list
        assertThat(schema(Map.of("enum", Collections.nCopies(most, 1))).root()).hasSize(1);
        for (Object more : Arrays.asList(1, "a", true, null, List.of(), Map.of())) {
            List<Object> list = new ArrayList<>(Collections.nCopies(most, 1));
            list.add(more);
            assertThatThrownBy(() -> schema(Map.of("enum", list)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("10000 values")
                    .hasMessageContaining("$defs");
        }
    }

    /** Must fail fast: a full copy would have two to the power of 31 maps. */
    @Test
    void sharedMapsAreCountedAtEachUse() {
        Map<String, Object> map = Map.of();
        for (int level = 1; level < AnswerSchema.MAX_DEPTH; level++) {
            map = Map.of("a", map, "b", map);
        }
        Map<String, Object> root = map;
        assertThatThrownBy(() -> schema(root)).hasMessageContaining("10000 values");
        List<Integer> endless = Collections.nCopies(Integer.MAX_VALUE, 1);
        assertThatThrownBy(() -> schema(Map.of("enum", endless)))
                .hasMessageContaining("10000 values");
    }

    @Test
    void sizeCountsValuesKeysAndTextLengths() {
        assertThat(schema(Map.of()).size()).isOne();
        assertThat(schema(Map.of("type", "string")).size()).isEqualTo(2 + "typestring".length());
        assertThat(schema(Map.of("enum", Arrays.asList(1, null, "abc"))).size())
                .isEqualTo(5 + "enumabc".length());
    }

    @Test
    void sizeIsCappedAtMaximumInt() {
        List<String> list = Collections.nCopies(3000, "x".repeat(1_000_000));
        assertThat(schema(Map.of("enum", list)).size()).isEqualTo(Integer.MAX_VALUE);
    }

    // equality

    @Test
    void schemasAreEqualByNameAndValue() {
        AnswerSchema one = schema(closed(Map.of("a", TEXT)));
        assertThat(one).isNotEqualTo("plan").isNotEqualTo(null);
        assertThat(schema(closed(Map.of("a", TEXT)))).isEqualTo(one).hasSameHashCodeAs(one);
        assertThat(schema(closed(Map.of("b", TEXT)))).isNotEqualTo(one);
        assertThat(new AnswerSchema("other", closed(Map.of("a", TEXT)))).isNotEqualTo(one);
    }

    @Test
    void schemasWithEqualHashCodesCanDiffer() {
        AnswerSchema one = schema(Map.of("const", "Aa"));
        AnswerSchema other = schema(Map.of("const", "BB"));
        assertThat(one).hasSameHashCodeAs(other).isNotEqualTo(other);
    }

    @Test
    void toStringShowsOnlyNameAndSize() {
        assertThat(schema(TEXT)).hasToString("AnswerSchema[plan, size 12]");
    }

    // copies

    @Test
    void laterChangesOfTheInputHaveNoEffect() {
        List<Object> list = new ArrayList<>(List.of("a"));
        Map<String, Object> inner = new HashMap<>(Map.of("enum", list));
        Map<String, Object> root = new HashMap<>(Map.of("items", inner));
        AnswerSchema schema = schema(root);
        list.add("b");
        inner.put("type", "string");
        root.clear();
        assertThat(schema.root()).isEqualTo(Map.of("items", Map.of("enum", List.of("a"))));
    }

    @Test
    @SuppressWarnings("unchecked")
    void returnedMapsAndListsAreUnmodifiable() {
        Map<String, Object> root =
                schema(Map.of("a", Map.of("b", new ArrayList<>(List.of("c"))))).root();
        Map<String, Object> inner = (Map<String, Object>) requireNonNull(root.get("a"));
        List<Object> list = (List<Object>) requireNonNull(inner.get("b"));
        assertThatThrownBy(() -> root.put("x", "y"))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(inner::clear).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> list.add("d")).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void keysKeepTheirOrder() {
        Map<String, Object> root = new LinkedHashMap<>();
        for (String key : List.of("z", "a", "m", "b")) {
            root.put(key, "x");
        }
        assertThat(schema(root).root().keySet()).containsExactly("z", "a", "m", "b");
    }

    // strictness

    @Test
    void closedObjectThatRequiresAllPropertiesIsStrict() {
        assertThat(schema(closed(Map.of("a", TEXT, "b", TEXT))).isStrict()).isTrue();
        assertThat(schema(closed(Map.of())).isStrict()).isTrue();
        assertThat(schema(closed(Map.of("a", closed(Map.of("b", TEXT))))).isStrict())
                .isTrue();
    }

    @Test
    void schemaWithoutObjectsIsStrict() {
        assertThat(schema(TEXT).isStrict()).isTrue();
        assertThat(schema(Map.of("type", "array", "items", TEXT)).isStrict()).isTrue();
    }

    @Test
    void objectWithAdditionalPropertiesIsNotStrict() {
        Map<String, Object> closed = closed(Map.of("a", TEXT));
        assertThat(schema(without("additionalProperties", closed)).isStrict()).isFalse();
        assertThat(schema(with("additionalProperties", true, closed)).isStrict())
                .isFalse();
        assertThat(schema(with("additionalProperties", TEXT, closed)).isStrict())
                .isFalse();
    }

    @Test
    void objectWithoutDeclaredPropertiesIsNotStrict() {
        assertThat(schema(Map.of("type", "object")).isStrict()).isFalse();
        assertThat(schema(Map.of("type", List.of("object", "null"))).isStrict()).isFalse();
        assertThat(schema(Map.of("type", "array", "items", Map.of("type", "object")))
                        .isStrict())
                .isFalse();
        assertThat(schema(Map.of("type", "object", "additionalProperties", false))
                        .isStrict())
                .isTrue();
    }

    @Test
    void objectWithOptionalPropertyIsNotStrict() {
        Map<String, Object> closed = closed(Map.of("a", TEXT, "b", TEXT));
        assertThat(schema(without("required", closed)).isStrict()).isFalse();
        assertThat(schema(with("required", List.of("a"), closed)).isStrict()).isFalse();
        assertThat(schema(with("required", "a", closed)).isStrict()).isFalse();
        assertThat(schema(with("required", List.of("b", "a", "c"), closed)).isStrict())
                .isTrue();
    }

    @Test
    void nestedLooseObjectMakesTheSchemaNotStrict() {
        Map<String, Object> loose = without("required", closed(Map.of("a", TEXT)));
        assertThat(schema(closed(Map.of("a", loose))).isStrict()).isFalse();
        assertThat(schema(Map.of("type", "array", "items", loose)).isStrict()).isFalse();
        assertThat(schema(Map.of("anyOf", List.of(TEXT, loose))).isStrict()).isFalse();
        assertThat(schema(Map.of("$defs", Map.of("x", loose))).isStrict()).isFalse();
    }

    @Test
    void propertiesMayBeNamedTypeOrRequired() {
        assertThat(schema(closed(Map.of("type", TEXT, "required", TEXT))).isStrict())
                .isTrue();
    }
}
