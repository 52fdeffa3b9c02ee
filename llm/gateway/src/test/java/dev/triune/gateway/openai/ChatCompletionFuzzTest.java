/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.openai;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.triune.gateway.api.RequestAssertions;
import dev.triune.gateway.http.Bodies;
import dev.triune.gateway.http.Json;
import dev.triune.gateway.http.ProblemException;

/** Any body of a chat completion: read within its limits, or refused as the client's fault. */
class ChatCompletionFuzzTest {
    @FuzzTest(maxDuration = "60s")
    void anyBodyIsReadWithinItsLimitsOrRefused(byte[] body) {
        try {
            ChatCompletionRequest request =
                    ChatCompletionRequest.read(Bodies.fields(body), header -> "");
            RequestAssertions.assertBrokerAccepts(request.request());
        } catch (ProblemException problemException) {
            RequestAssertions.assertClientError(problemException.problem());
            assertThat(Json.bytes(OpenAiErrorFormat.INSTANCE.body(problemException.problem())))
                    .isNotEmpty();
        }
    }
}
