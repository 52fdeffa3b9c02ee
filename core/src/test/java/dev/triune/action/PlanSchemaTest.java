/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.ActionCatalog.AnswerForm;
import dev.triune.llm.AnswerSchema;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PlanSchemaTest {
    private static final Map<String, Object> NOTHING = Map.of("type", "null");

    private final ActionCatalog catalog = ActionCatalog.builder()
            .action(
                    "gather",
                    "collect",
                    Field.target("target", "tree"),
                    Field.whole("amount", 1, 20).describedAs("how many"),
                    Field.oneOf("tool", "axe", "saw").optional())
            .action(
                    "talk",
                    "say",
                    Field.text("text").describedAs("in your words"),
                    Field.decimal("volume", 0, 1).optional(),
                    Field.flag("angry"))
            .selfActions()
            .build();

    @Test
    void schemaIsStrict() {
        assertThat(catalog.schema(AnswerForm.PLAN).isStrict()).isTrue();
        assertThat(catalog.schema(AnswerForm.PLAN).name()).isEqualTo("plan");
        assertThat(ActionCatalog.builder().build().schema(AnswerForm.PLAN).isStrict())
                .isTrue();
    }

    @Test
    void actionsPrecedeOtherKeysExceptWhenTalking() {
        assertThat(keys(catalog.schema(AnswerForm.PLAN)))
                .as("goals are set by set_goal")
                .containsExactly("action", "thinking");
        assertThat(keys(catalog.schema(AnswerForm.PLAN, true)))
                .as("of an agent that owes something")
                .containsExactly("action", "thinking", "keeps", "drops");
        assertThat(catalog.schema(AnswerForm.TALK, true))
                .isEqualTo(catalog.schema(AnswerForm.TALK));
        ActionCatalog rest = ActionCatalog.builder().action("rest", "sit").build();
        assertThat(keys(rest.schema(AnswerForm.SPOKEN_PLAN)))
                .containsExactly("action", "speaking", "goal", "thinking");
        assertThat(keys(rest.schema(AnswerForm.TALK)))
                .containsExactly("to", "action", "later", "speaking", "end");
        Map<String, Object> properties =
                map(rest.schema(AnswerForm.SPOKEN_PLAN).root().get("properties"));
        assertThat(map(properties.get("speaking")))
                .isEqualTo(Map.of("anyOf", List.of(Map.of("type", "string"), NOTHING)));
        assertThat(list(map(properties.get("goal")).get("anyOf")))
                .hasSize(2)
                .last()
                .isEqualTo(NOTHING);
    }

    @Test
    void schemaListsDeclaredActionsWithTheirFields() {
        List<?> actions = actions(catalog.schema(AnswerForm.PLAN));
        assertThat(actions).hasSize(6);
        assertThat(actions.get(5))
                .as("a plan replaces the one before: nothing need cancel it")
                .isEqualTo(object(
                        Map.of(
                                "type",
                                Map.of(
                                        "type",
                                        "string",
                                        "enum",
                                        List.of("sleep_until_queue_complete"))),
                        List.of("type")));
        assertThat(actions(catalog.schema(AnswerForm.TALK)).get(5))
                .as("two without values share a shape")
                .isEqualTo(object(
                        Map.of(
                                "type",
                                Map.of(
                                        "type",
                                        "string",
                                        "enum",
                                        List.of("sleep_until_queue_complete", "cancel_plan"))),
                        List.of("type")));
        assertThat(actions.get(0))
                .isEqualTo(object(
                        Map.of(
                                "type", Map.of("type", "string", "enum", List.of("gather")),
                                "target", Map.of("type", "string"),
                                "amount", Map.of("type", "integer"),
                                "tool",
                                        orNull(Map.of(
                                                "type", "string", "enum", List.of("axe", "saw")))),
                        List.of("type", "target", "amount", "tool")));
        assertThat(actions.get(1))
                .isEqualTo(object(
                        Map.of(
                                "type", Map.of("type", "string", "enum", List.of("talk")),
                                "text", Map.of("type", "string"),
                                "volume", orNull(Map.of("type", "number")),
                                "angry", Map.of("type", "boolean")),
                        List.of("type", "text", "volume", "angry")));
    }

    @Test
    void usesOnlyWidelySupportedKeywords() {
        Set<String> used = new TreeSet<>();
        collectKeywords(catalog.schema(AnswerForm.PLAN).root(), used);
        assertThat(used)
                .containsExactly(
                        "additionalProperties",
                        "anyOf",
                        "enum",
                        "items",
                        "properties",
                        "required",
                        "type");
    }

    @Test
    void schemaIsCachedAndEqualForEqualCatalogs() {
        assertThat(catalog.schema(AnswerForm.PLAN)).isSameAs(catalog.schema(AnswerForm.PLAN));
        ActionCatalog one = ActionCatalog.builder().action("rest", "sit").build();
        ActionCatalog other = ActionCatalog.builder().action("rest", "sit").build();
        assertThat(one.schema(AnswerForm.PLAN))
                .isEqualTo(other.schema(AnswerForm.PLAN))
                .isNotEqualTo(catalog.schema(AnswerForm.PLAN));
    }

    @Test
    void catalogWithoutActionsHasNoActionKey() {
        ActionCatalog none = ActionCatalog.builder().build();
        assertThat(keys(none.schema(AnswerForm.PLAN))).containsExactly("goal", "thinking");
        assertThat(keys(none.schema(AnswerForm.TALK))).containsExactly("to", "speaking", "end");
    }

    @Test
    void talkerIsOfferedOnlyActionsMarkedForConversation() {
        ActionCatalog marked = ActionCatalog.of(Deed.class);
        assertThat(actions(marked.schema(AnswerForm.TALK))).hasSize(1);
        assertThat(marked.instructions(AnswerForm.TALK)).contains("follow(").doesNotContain("dig(");
        assertThat(actions(marked.schema(AnswerForm.PLAN))).hasSize(2);
        assertThat(actions(catalog.schema(AnswerForm.TALK))).hasSize(6);
    }

    private sealed interface Deed {}

    @SuppressWarnings("UnusedNestedClass") // the catalog finds it
    private record Dig() implements Deed {}

    @SuppressWarnings("UnusedNestedClass") // the catalog finds it
    @InConversation
    private record Follow(String to) implements Deed {}

    private static Set<String> keys(AnswerSchema schema) {
        return map(schema.root().get("properties")).keySet();
    }

    private static List<?> actions(AnswerSchema schema) {
        Map<String, Object> list = map(map(schema.root().get("properties")).get("action"));
        assertThat(list.get("type")).isEqualTo("array");
        return list(map(list.get("items")).get("anyOf"));
    }

    private static Map<String, Object> object(Map<String, Object> properties, List<String> keys) {
        return Map.of(
                "type",
                "object",
                "properties",
                properties,
                "required",
                keys,
                "additionalProperties",
                false);
    }

    private static Map<String, Object> orNull(Map<String, Object> schema) {
        return Map.of("anyOf", List.of(schema, NOTHING));
    }

    /** Keywords only: under {@code properties} stand the names of ours. */
    private static void collectKeywords(Object value, Set<String> used) {
        if (value instanceof List<?> list) {
            list.forEach(each -> collectKeywords(each, used));
        } else if (value instanceof Map<?, ?> map) {
            map.forEach((key, each) -> {
                used.add(key.toString());
                boolean ours = key.equals("properties");
                for (Object inner : ours ? map(each).values() : List.of(each)) {
                    collectKeywords(inner, used);
                }
            });
        }
    }

    @SuppressWarnings({"unchecked", "NullAway"})
    private static Map<String, Object> map(@Nullable Object value) {
        assertThat(value).isInstanceOf(Map.class);
        return (Map<String, Object>) value;
    }

    @SuppressWarnings("NullAway")
    private static List<?> list(@Nullable Object value) {
        assertThat(value).isInstanceOf(List.class);
        return (List<?>) value;
    }
}
