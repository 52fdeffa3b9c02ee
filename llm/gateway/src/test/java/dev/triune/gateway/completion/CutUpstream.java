/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.provider.HttpProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.SocketEffect;

/** A real server of models that closes the connection in the middle of every stream. */
final class CutUpstream implements AutoCloseable {
    /** The model that it serves. */
    static final String MODEL = "model-that-is-cut";

    /** The part of the answer that arrives. */
    static final String TEXT = "I will";

    private static final int PADDING = 20_000;

    private final MockWebServer server = new MockWebServer();
    private final HttpProvider provider;

    CutUpstream() {
        try {
            server.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.enqueue(cut());
        provider = HttpProvider.openAi(server.url("/v1").toString())
                .apiKey("sk-upstream-key")
                .build();
    }

    /** Sends the first half, which has a piece of the answer; the second half never follows. */
    private static MockResponse cut() {
        String chunk = "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"choices\":[{"
                + "\"index\":0,\"delta\":{\"content\":\"" + TEXT + "\"},\"finish_reason\":null}]}";
        return new MockResponse.Builder()
                .addHeader("Content-Type", "text/event-stream")
                .chunkedBody(chunk + "\n\n: " + "x".repeat(PADDING) + "\n\ndata: [DONE]\n\n", 512)
                .onResponseBody(new SocketEffect.CloseSocket())
                .build();
    }

    /** Opens a gateway in front of it. */
    GatewayFixture stage() {
        return GatewayFixture.open(settings -> settings, this::addTo);
    }

    private void addTo(BrokerBuilder builder) {
        builder.provider(ProviderSettings.of("cut", MODEL), provider);
    }

    /** Returns how often it was called. */
    int calls() {
        return server.getRequestCount();
    }

    @Override
    public void close() {
        provider.close();
        server.close();
    }
}
