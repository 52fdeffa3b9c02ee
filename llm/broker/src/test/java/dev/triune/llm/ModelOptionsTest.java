/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.llm.ModelOptions.Reasoning;
import dev.triune.llm.ModelOptions.Tool;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Optional call parameters: rejected values, and how request and provider options combine. */
final class ModelOptionsTest {
    private static final Tool LOOK = tool("look");
    private static final Tool WAIT = tool("wait");

    private static Tool tool(String name) {
        return new Tool("", new AnswerSchema(name, Map.of("type", "object")));
    }

    static Stream<Arguments> rejectsOutOfRangeValuesByName() {
        Map<String, Object> withNull = new HashMap<>();
        withNull.put("top_k", null);
        return Stream.of(
                wrong(
                        () -> ModelOptions.NONE.topP(0),
                        "topP 0.0 (expected more than 0, at most 1)"),
                wrong(
                        () -> ModelOptions.NONE.topP(Double.NaN),
                        "topP NaN (expected more than 0, at most 1)"),
                wrong(() -> ModelOptions.NONE.seed(-1), "seed -1 (expected 0 or more)"),
                wrong(
                        () -> ModelOptions.NONE.stop("a", ""),
                        "stop sequences [a, ] (expected at most 4, none of them empty)"),
                wrong(
                        () -> ModelOptions.NONE.tools("auto", List.of()),
                        "tool choice \"auto\" (expected auto, none, required or one of the tools"
                                + " [])"),
                wrong(
                        () -> ModelOptions.NONE.tools("run", List.of(LOOK)),
                        "tool choice \"run\" (expected auto, none, required or one of the tools"
                                + " [look])"),
                wrong(
                        () -> ModelOptions.NONE.tools("", List.of(LOOK, LOOK)),
                        "tools [look, look] (expected each name once)"),
                wrong(
                        () -> ModelOptions.NONE.extraBody(Map.of("stream", false)),
                        "extra body field \"stream\" (expected a field that the request does not"
                                + " set itself)"),
                wrong(
                        () -> ModelOptions.NONE.extraBody(withNull),
                        "extra body key \"top_k\" with null (expected a value)"),
                wrong(
                        () -> ModelOptions.NONE.extraBody(Map.of("top_k", new Object())),
                        "extra body value of java.lang.Object (expected Map, List, String, Number"
                                + " or Boolean)"),
                wrong(
                        () -> new Tool("", new AnswerSchema("look", Map.of("type", "string"))),
                        "tool \"look\" with parameters that are no object (expected \"type\":"
                                + " \"object\")"));
    }

    private static Arguments wrong(ThrowingCallable call, String message) {
        return Arguments.of(call, message);
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource
    void rejectsOutOfRangeValuesByName(ThrowingCallable call, String message) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
    }

    @Test
    void requestOptionsOverrideProviderOptions() {
        ModelOptions provider = ModelOptions.NONE
                .reasoning(Reasoning.OFF)
                .topP(0.9)
                .seed(1)
                .stop("a")
                .tools("look", List.of(LOOK))
                .extraBody(Map.of("a", 1, "b", 1));
        ModelOptions request =
                ModelOptions.NONE.reasoning(Reasoning.HIGH).extraBody(Map.of("b", 2, "c", 2));

        assertThat(request.orElse(provider))
                .isEqualTo(provider.reasoning(Reasoning.HIGH)
                        .extraBody(Map.of("a", 1, "b", 2, "c", 2)));
        assertThat(provider.orElse(ModelOptions.NONE)).isEqualTo(provider);
        assertThat(ModelOptions.NONE.orElse(provider)).isEqualTo(provider);
    }

    @Test
    void toolsAndToolChoiceAreReplacedTogether() {
        ModelOptions provider = ModelOptions.NONE.tools("look", List.of(LOOK));
        assertThat(ModelOptions.NONE.tools("", List.of(WAIT)).orElse(provider).toolChoice())
                .isEmpty();
    }
}
