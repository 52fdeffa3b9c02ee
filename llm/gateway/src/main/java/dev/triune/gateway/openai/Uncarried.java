/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.openai;

import dev.triune.gateway.server.Fields;
import dev.triune.gateway.session.Refused;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/**
 * Fields that would change what the model does, and that the gateway has no way to hand on. They are
 * refused, rather than lost without a word, unless they say what holds anyway.
 */
final class Uncarried {
    private static final Set<String> NO_CHOICE = Set.of("none", "auto");

    private static final List<Rule> OF_REQUEST = List.of(
            empty("tools"),
            empty("functions"),
            new Rule("tool_choice", "none or auto", Uncarried::isNoChoice),
            new Rule("function_call", "none or auto", Uncarried::isNoChoice),
            number("n", 1),
            empty("stop"),
            new Rule("logprobs", "false", value -> value.isBoolean() && !value.booleanValue()),
            number("top_logprobs", 0),
            new Rule("modalities", "text alone", Uncarried::isTextAlone),
            never("audio"),
            number("top_p", 1),
            number("frequency_penalty", 0),
            number("presence_penalty", 0),
            empty("logit_bias"),
            never("reasoning_effort"),
            new Rule("verbosity", "medium", value -> isText(value, "medium")),
            never("web_search_options"));

    private static final List<Rule> OF_MESSAGE = List.of(
            empty("name"),
            empty("tool_calls"),
            never("function_call"),
            never("audio"),
            empty("refusal"));

    private Uncarried() {}

    /** Refuses what a whole request cannot have. */
    static void refuseInRequest(Fields request) throws Refused {
        refuse(OF_REQUEST, request);
    }

    /** Refuses what a message cannot have. */
    static void refuseInMessage(Fields message) throws Refused {
        refuse(OF_MESSAGE, message);
    }

    private static void refuse(List<Rule> rules, Fields fields) throws Refused {
        for (Rule rule : rules) {
            Optional<JsonNode> value = fields.get(rule.field());
            if (value.isPresent() && !rule.neutral().test(value.get())) {
                throw fields.refuse(
                        rule.field(),
                        "is not supported by this gateway (expected " + rule.expected() + ")");
            }
        }
    }

    private static Rule never(String field) {
        return new Rule(field, "none", value -> false);
    }

    private static Rule empty(String field) {
        return new Rule(field, "none", Uncarried::isEmpty);
    }

    private static Rule number(String field, int neutral) {
        return new Rule(
                field,
                Integer.toString(neutral),
                value -> value.isNumber() && value.doubleValue() == neutral);
    }

    private static boolean isEmpty(JsonNode value) {
        return value.isString()
                ? value.stringValue().isEmpty()
                : value.isContainer() && value.isEmpty();
    }

    private static boolean isNoChoice(JsonNode value) {
        return value.isString() && NO_CHOICE.contains(value.stringValue());
    }

    private static boolean isTextAlone(JsonNode value) {
        return value.isArray() && value.valueStream().allMatch(item -> isText(item, "text"));
    }

    private static boolean isText(JsonNode value, String text) {
        return value.isString() && value.stringValue().equals(text);
    }

    /**
     * One field.
     *
     * @param expected what it may hold, for messages
     * @param neutral whether a value changes nothing
     */
    private record Rule(String field, String expected, Predicate<JsonNode> neutral) {}
}
