/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.openai;

import dev.triune.gateway.http.ProblemException;
import dev.triune.gateway.http.RequestFields;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/**
 * Parameters that the gateway cannot pass to a model. They are rejected instead of silently ignored,
 * unless their value is the default.
 */
final class UnsupportedParameters {
    private static final Set<String> NO_CHOICE = Set.of("none", "auto");

    private static final List<ParameterRule> REQUEST_RULES = List.of(
            empty("tools"),
            empty("functions"),
            new ParameterRule("tool_choice", "none or auto", UnsupportedParameters::isNoChoice),
            new ParameterRule("function_call", "none or auto", UnsupportedParameters::isNoChoice),
            number("n", 1),
            empty("stop"),
            new ParameterRule(
                    "logprobs", "false", value -> value.isBoolean() && !value.booleanValue()),
            number("top_logprobs", 0),
            new ParameterRule("modalities", "text alone", UnsupportedParameters::isTextAlone),
            unsupported("audio"),
            number("top_p", 1),
            number("frequency_penalty", 0),
            number("presence_penalty", 0),
            empty("logit_bias"),
            unsupported("reasoning_effort"),
            new ParameterRule("verbosity", "medium", value -> isText(value, "medium")),
            unsupported("web_search_options"));

    private static final List<ParameterRule> MESSAGE_RULES = List.of(
            empty("name"),
            empty("tool_calls"),
            unsupported("function_call"),
            unsupported("audio"),
            empty("refusal"));

    private UnsupportedParameters() {}

    /** Rejects unsupported parameters of a request. */
    static void rejectInRequest(RequestFields request) throws ProblemException {
        reject(REQUEST_RULES, request);
    }

    /** Rejects unsupported parameters of a message. */
    static void rejectInMessage(RequestFields message) throws ProblemException {
        reject(MESSAGE_RULES, message);
    }

    private static void reject(List<ParameterRule> parameterRules, RequestFields requestFields)
            throws ProblemException {
        for (ParameterRule parameterRule : parameterRules) {
            Optional<JsonNode> value = requestFields.get(parameterRule.field());
            if (value.isPresent() && !parameterRule.neutral().test(value.get())) {
                throw requestFields.rejected(
                        parameterRule.field(),
                        "is not supported by this gateway (expected " + parameterRule.expected()
                                + ")");
            }
        }
    }

    private static ParameterRule unsupported(String field) {
        return new ParameterRule(field, "none", value -> false);
    }

    private static ParameterRule empty(String field) {
        return new ParameterRule(field, "none", UnsupportedParameters::isEmpty);
    }

    private static ParameterRule number(String field, int neutral) {
        return new ParameterRule(
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
     * The rule of one parameter.
     *
     * @param expected the accepted values, for error messages
     * @param neutral accepts values that change nothing
     */
    private record ParameterRule(String field, String expected, Predicate<JsonNode> neutral) {}
}
