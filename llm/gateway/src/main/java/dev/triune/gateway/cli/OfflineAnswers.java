/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.cli;

import dev.triune.llm.AnswerSchema;
import dev.triune.llm.Prompt;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.OfflineProvider.OfflineModel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Answers without a model, to try out the gateway: random JSON that matches the schema of a call,
 * or a sentence without a schema. Stateless and thread-safe.
 */
final class OfflineAnswers implements OfflineModel {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int MAX_DEPTH = 16;
    private static final int MAX_ITEMS = 3;
    private static final int MAX_NUMBER = 5;
    private static final List<String> SENTENCES = List.of(
            "There is no model behind this gateway, but it works.",
            "I only say this to show that an answer arrives.",
            "Ask again when somebody has given me a mind.");

    @Override
    public String answer(Prompt prompt, RandomGenerator random) {
        return SENTENCES.get(random.nextInt(SENTENCES.size()));
    }

    @Override
    public String answer(ModelCall call, RandomGenerator random) {
        AnswerSchema schema = call.schema();
        return switch (call.format()) {
            case TEXT, EMBEDDINGS -> answer(call.prompt(), random);
            case JSON, PLAN ->
                schema == null
                        ? "{\"speaking\": \"" + answer(call.prompt(), random) + "\"}"
                        : JSON.writeValueAsString(value(schema.root(), random, 0));
        };
    }

    private static @Nullable Object value(Object schema, RandomGenerator random, int level) {
        if (!(schema instanceof Map<?, ?> map) || level > MAX_DEPTH) {
            return null;
        }
        if (map.get("enum") instanceof List<?> words && !words.isEmpty()) {
            return words.get(random.nextInt(words.size()));
        }
        if (map.get("anyOf") instanceof List<?> variants && !variants.isEmpty()) {
            return value(choice(variants, random), random, level + 1);
        }
        return switch (String.valueOf(map.get("type"))) {
            case "object" -> object(map, random, level);
            case "array" -> list(map, random, level);
            case "string" -> SENTENCES.get(random.nextInt(SENTENCES.size()));
            case "integer", "number" -> 1 + random.nextInt(MAX_NUMBER);
            case "boolean" -> random.nextBoolean();
            default -> null;
        };
    }

    /** Chooses a variant, preferably without free text, as random sentences make bad names. */
    private static Object choice(List<?> variants, RandomGenerator random) {
        List<Object> plain = new ArrayList<>();
        for (Object variant : variants) {
            if (!needsText(variant)) {
                plain.add(variant);
            }
        }
        List<?> from = plain.isEmpty() ? variants : plain;
        return from.get(random.nextInt(from.size()));
    }

    private static boolean needsText(@Nullable Object schema) {
        return schema instanceof Map<?, ?> object
                && object.get("properties") instanceof Map<?, ?> properties
                && properties.values().stream().anyMatch(OfflineAnswers::isFreeText);
    }

    private static boolean isFreeText(@Nullable Object schema) {
        return schema instanceof Map<?, ?> map
                && "string".equals(map.get("type"))
                && !map.containsKey("enum");
    }

    private static Map<String, Object> object(Map<?, ?> schema, RandomGenerator random, int level) {
        Map<String, Object> object = new LinkedHashMap<>();
        if (schema.get("properties") instanceof Map<?, ?> properties) {
            properties.forEach((name, property) -> {
                Object value = property == null ? null : value(property, random, level + 1);
                if (value != null) {
                    object.put(String.valueOf(name), value);
                }
            });
        }
        return object;
    }

    private static List<Object> list(Map<?, ?> schema, RandomGenerator random, int level) {
        List<Object> list = new ArrayList<>();
        Object items = schema.get("items");
        int count = 1 + random.nextInt(MAX_ITEMS);
        for (int i = 0; i < count && items != null; i++) {
            Object value = value(items, random, level + 1);
            if (value != null) {
                list.add(value);
            }
        }
        return list;
    }
}
