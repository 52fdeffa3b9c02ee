/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.llm.Limits;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.provider.HttpProvider;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A server that closes each connection after its first answer without announcing it, as
 * llama-server does: the next call is lost on its way.
 */
@Timeout(120)
class ClosedConnectionTest {
    private static final int PER_MINUTE = 20;

    @Test
    void callsLostOnClosedConnectionsAreNotCounted() throws Exception {
        try (MockWebServer server = new MockWebServer()) {
            server.setDispatcher(new Dispatcher() {
                @Override
                public MockResponse dispatch(RecordedRequest request) {
                    return request.getExchangeIndex() == 0
                            ? answer()
                            : new MockResponse.Builder()
                                    .onResponseStart(new SocketEffect.CloseSocket())
                                    .build();
                }
            });
            server.start();
            try (HttpProvider provider =
                            HttpProvider.openAi(server.url("/v1").toString()).build();
                    GatewayFixture stage = GatewayFixture.open(
                            settings -> settings,
                            builder -> builder.provider(
                                    ProviderSettings.of("llama", "llama-model")
                                            .withLimits(Limits.perMinute(PER_MINUTE)),
                                    provider))) {
                for (int i = 0; i < PER_MINUTE - 2; i++) { // the limiter's clock does not advance
                    assertThat(ask(stage)).as("request %s", i).isEqualTo(200);
                }
                var figures = stage.get("/api/llm/stats").json().path("llama");

                assertThat(server.getRequestCount()).as("with lost requests").isGreaterThan(30);
                assertThat(figures.path("calls").intValue()).isEqualTo(PER_MINUTE - 2);
                assertThat(figures.path("successRate").doubleValue()).isEqualTo(1);
            }
        }
    }

    private static int ask(GatewayFixture stage) {
        return stage.post(
                        "/v1/chat/completions",
                        "{'model':'llama-model','messages':[{'role':'user','content':'q'}]}")
                .status();
    }

    private static MockResponse answer() {
        return new MockResponse.Builder()
                .addHeader("Content-Type", "application/json")
                .body("{\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\","
                        + "\"content\":\"yes\"},\"finish_reason\":\"stop\"}]}")
                .build();
    }
}
