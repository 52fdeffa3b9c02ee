/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.action;

import dev.triune.action.Field;
import dev.triune.llm.AnswerSchema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The schema of the answers that a catalog takes. It keeps to what servers agree on when they are
 * told to follow a schema to the letter: every property required, nothing else allowed, what may be
 * left out is null, and no limits on lengths, lists and numbers, which some refuse. Those stand in
 * the descriptions; the catalog sees to them anyway.
 */
public final class PlanSchema {
    private static final Map<String, Object> NOTHING = Map.of("type", "null");

    private PlanSchema() {}

    /** The schema; without {@code action} if there are no actions. */
    public static AnswerSchema of(Collection<ActionType> types) {
        Map<String, Object> plan = new LinkedHashMap<>();
        if (!types.isEmpty()) {
            plan.put("action", actions(types));
        }
        plan.put("speaking", orNull(type("string")));
        Map<String, Object> goal = new LinkedHashMap<>();
        goal.put("type", orNull(type("string")));
        goal.put("description", type("string"));
        plan.put("goal", orNull(object(goal)));
        plan.put("thinking", orNull(type("string")));
        return new AnswerSchema("plan", object(plan));
    }

    private static Map<String, Object> actions(Collection<ActionType> types) {
        Map<String, Object> any = new LinkedHashMap<>();
        any.put("anyOf", types.stream().map(PlanSchema::action).toList());
        Map<String, Object> list = type("array");
        list.put("items", any);
        return list;
    }

    private static Map<String, Object> action(ActionType type) {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("type", oneOf(List.of(type.name())));
        for (Field field : type.fields()) {
            Map<String, Object> value = value(field);
            properties.put(field.name(), field.required() ? value : orNull(value));
        }
        return object(properties);
    }

    private static Map<String, Object> value(Field field) {
        if (field instanceof Field.Choice choice) {
            return described(oneOf(choice.choices()), field.key().about());
        }
        if (field instanceof Field.Whole) {
            return described(type("integer"), field.help());
        }
        if (field instanceof Field.Decimal) {
            return described(type("number"), field.help());
        }
        if (field instanceof Field.Flag) {
            return described(type("boolean"), field.key().about());
        }
        boolean target = field instanceof Field.Target;
        return described(type("string"), target ? field.help() : field.key().about());
    }

    private static Map<String, Object> oneOf(List<String> words) {
        Map<String, Object> schema = type("string");
        schema.put("enum", words);
        return schema;
    }

    private static Map<String, Object> described(Map<String, Object> schema, String words) {
        if (!words.isEmpty()) {
            schema.put("description", words);
        }
        return schema;
    }

    private static Map<String, Object> object(Map<String, Object> properties) {
        Map<String, Object> schema = type("object");
        schema.put("properties", properties);
        schema.put("required", new ArrayList<>(properties.keySet()));
        schema.put("additionalProperties", false);
        return schema;
    }

    private static Map<String, Object> orNull(Map<String, Object> schema) {
        Map<String, Object> either = new LinkedHashMap<>();
        either.put("anyOf", List.of(schema, NOTHING));
        return either;
    }

    private static Map<String, Object> type(String name) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", name);
        return schema;
    }
}
