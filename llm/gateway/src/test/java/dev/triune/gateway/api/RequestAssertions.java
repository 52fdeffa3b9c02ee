/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.gateway.http.Problem;
import dev.triune.llm.AnswerSchema;
import dev.triune.llm.Request;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Assertions on requests: either the broker accepts them, or the client receives an error. */
public final class RequestAssertions {
    private static final int MOST_NAME = 128;
    private static final int MOST_TOKENS = 1_000_000;
    private static final int LONGEST_MESSAGE = 4000;

    private RequestAssertions() {}

    /** Checks that a request that was read is within its limits and can be cancelled. */
    public static void assertBrokerAccepts(Request<String> request) {
        assertThat(request.tenant().length()).isLessThanOrEqualTo(MOST_NAME);
        assertThat(request.agent().length()).isLessThanOrEqualTo(MOST_NAME);
        assertThat(request.model().length()).isLessThanOrEqualTo(2 * MOST_NAME);
        assertThat(request.tenant() + request.agent() + request.model())
                .doesNotContainPattern("\\p{Cntrl}");
        assertThat(request.maxTokens()).isBetween(1, MOST_TOKENS);
        assertThat(request.temperature()).isBetween(0.0, 2.0);
        assertThat(request.cost()).isBetween(1, 10_000);
        request.usefulFor().ifPresent(time -> assertThat(time).isPositive());
        request.schema().map(AnswerSchema::root).ifPresent(RequestAssertions::assertThatJsonHolds);
        assertThatJsonHolds(request.options().extraBody());
        request.options()
                .tools()
                .forEach(tool -> assertThatJsonHolds(tool.parameters().root()));
        assertThat(request.cancelToken()).isPresent();
        assertThat(request.toString()).isNotEmpty();
    }

    /** Checks that a problem has a client error status and a message of bounded length. */
    public static void assertClientError(Problem problem) {
        assertThat(problem.code().status()).as(problem.message()).isBetween(400, 499);
        assertThat(problem.message()).isNotBlank().hasSizeLessThanOrEqualTo(LONGEST_MESSAGE);
    }

    private static void assertThatJsonHolds(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            map.values().forEach(RequestAssertions::assertThatJsonHolds);
        } else if (value instanceof List<?> list) {
            list.forEach(RequestAssertions::assertThatJsonHolds);
        } else if (value instanceof Double number) {
            assertThat(number).as("a number of a schema").isFinite();
        }
    }
}
