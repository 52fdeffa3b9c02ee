/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import dev.triune.action.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** Builds an answer in the JSON that models write. */
final class AnswerBuilder {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static final String GOAL = "set_goal";

    private final List<Step> steps = new ArrayList<>();
    private final Map<String, Object> rest = new LinkedHashMap<>();

    AnswerBuilder step(Step step) {
        steps.add(step);
        return this;
    }

    /** Returns the number of steps so far, without goals. */
    long size() {
        return steps.stream().filter(step -> !step.type().equals(GOAL)).count();
    }

    AnswerBuilder speech(String words) {
        rest.put("speaking", words);
        return this;
    }

    /** Sets the addressee of the speech, by default the last speaker. */
    AnswerBuilder to(String name) {
        rest.put("to", name);
        return this;
    }

    AnswerBuilder goal(String description) {
        return step(Step.of(GOAL).with("description", description));
    }

    AnswerBuilder thoughts(String words) {
        rest.put("thinking", words);
        return this;
    }

    String toJson() {
        Map<String, Object> all = new LinkedHashMap<>();
        for (String first : List.of("speaking", "to")) { // speech comes before actions
            if (rest.containsKey(first)) {
                all.put(first, rest.remove(first));
            }
        }
        if (!steps.isEmpty()) {
            all.put("action", steps.stream().map(AnswerBuilder::fields).toList());
        }
        all.putAll(rest);
        return JSON.writeValueAsString(all);
    }

    private static Map<String, Object> fields(Step step) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("type", step.type());
        step.arguments().forEach((field, text) -> fields.put(field, value(text)));
        return fields;
    }

    /** Converts an argument, which steps keep as text, to a number if it is one. */
    private static Object value(String text) {
        return text.matches("\\d{1,9}") ? (Object) Integer.valueOf(text) : text;
    }
}
