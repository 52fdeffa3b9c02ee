/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.openai;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.triune.gateway.server.Bodies;
import dev.triune.gateway.server.Json;
import dev.triune.gateway.session.Handed;
import dev.triune.gateway.session.Refused;

/** Any body of a chat completion: read within its limits, or refused as the client's fault. */
class ChatCompletionFuzzTest {
    @FuzzTest(maxDuration = "60s")
    void anyBodyIsReadWithinItsLimitsOrRefused(byte[] body) {
        try {
            ChatRequest request = ChatRequest.read(Bodies.fields(body), header -> "");
            Handed.assertThatTheBrokerTakes(request.asked());
            Handed.assertThatTheBrokerTakes(request.asked().inOnePiece());
        } catch (Refused refused) {
            Handed.assertThatTheClientIsToldWhy(refused.problem());
            assertThat(Json.bytes(OpenAiErrors.FORM.body(refused.problem()))).isNotEmpty();
        }
    }
}
