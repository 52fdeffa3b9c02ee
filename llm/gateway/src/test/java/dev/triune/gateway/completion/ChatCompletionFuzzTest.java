/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.triune.gateway.GatewaySettings.UnknownFields;
import dev.triune.gateway.api.RequestAssertions;
import dev.triune.gateway.http.Bodies;
import dev.triune.gateway.http.Json;
import dev.triune.gateway.http.ProblemException;
import java.util.List;

/** Any completion body is read within its limits or rejected as a client error. */
class ChatCompletionFuzzTest {
    private static final List<CompletionFormat> FORMATS =
            List.of(new ChatCompletionFormat(), new ResponsesFormat(), new MessagesFormat());

    @FuzzTest(maxDuration = "60s")
    void everyBodyIsReadWithinItsLimitsOrRejected(byte[] body) {
        for (CompletionFormat format : FORMATS) {
            try {
                CompletionRequest request = format.read(
                        Bodies.fields(body), new RequestContext(header -> "", UnknownFields.PASS));
                request.requests().forEach(RequestAssertions::assertBrokerAccepts);
            } catch (ProblemException problemException) {
                RequestAssertions.assertClientError(problemException.problem());
                assertThat(Json.bytes(format.errors().body(problemException.problem())))
                        .isNotEmpty();
            }
        }
    }
}
