/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.triune.gateway.GatewaySettings.UnknownFields;
import dev.triune.gateway.api.RequestAssertions;
import dev.triune.gateway.http.Bodies;
import dev.triune.gateway.http.Json;
import dev.triune.gateway.http.ProblemException;
import dev.triune.gateway.http.RequestFields;

/** Any completion body is read within its limits or rejected as a client error. */
class ChatCompletionFuzzTest {
    @FuzzTest(maxDuration = "60s")
    void everyBodyIsReadWithinItsLimitsOrRejected(byte[] body) {
        for (CompletionFormat format : CompletionFormat.ALL) {
            try {
                RequestFields fields = Bodies.fields(body);
                CompletionRequest request = format.reader()
                        .read(
                                fields,
                                new CompletionRequestBuilder(
                                        fields, header -> "", format.known(), UnknownFields.PASS));
                request.requests().forEach(RequestAssertions::assertBrokerAccepts);
            } catch (ProblemException problemException) {
                RequestAssertions.assertClientError(problemException.problem());
                assertThat(Json.bytes(format.errors().body(problemException.problem())))
                        .isNotEmpty();
            }
        }
    }
}
