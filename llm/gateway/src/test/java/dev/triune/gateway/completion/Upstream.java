/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.provider.HttpProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicInteger;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;

/** A real server of OpenAI's protocol with one answer to every call, and a gateway before it. */
final class Upstream implements AutoCloseable {
    /** The model that it serves. */
    static final String MODEL = "upstream-model";

    private final MockWebServer server = new MockWebServer();
    private final AtomicInteger calls = new AtomicInteger();
    private final HttpProvider provider;

    Upstream(MockResponse answer) {
        server.setDispatcher(new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
                calls.addAndGet(request.getMethod().equals("POST") ? 1 : 0); // not lists of models
                return answer;
            }
        });
        try {
            server.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        provider = HttpProvider.openAi(url()).apiKey("sk-upstream-key").build();
    }

    /** Answers with a completion in one piece, or with events where these are given. */
    static Upstream answering(String body) {
        boolean events = body.startsWith("data:");
        return new Upstream(new MockResponse.Builder()
                .addHeader("Content-Type", events ? "text/event-stream" : "application/json")
                .body(body)
                .build());
    }

    /** Answers every call with an error. */
    static Upstream failing(int status, String body) {
        return new Upstream(new MockResponse.Builder()
                .code(status)
                .addHeader("Content-Type", "application/json")
                .body(body)
                .build());
    }

    /** Returns the base URL for clients that call it directly. */
    String url() {
        return server.url("/v1").toString();
    }

    /** Opens a gateway in front of it. */
    GatewayFixture stage() {
        return GatewayFixture.open(settings -> settings, this::addTo);
    }

    private void addTo(BrokerBuilder builder) {
        addTo(builder, "upstream");
    }

    /** Adds it to the providers of a gateway, under that name and with those fallbacks. */
    void addTo(BrokerBuilder builder, String name, String... fallbacks) {
        builder.provider(ProviderSettings.of(name, MODEL).withFallback(fallbacks), provider);
    }

    /** Returns how often it was called. */
    int calls() {
        return calls.get();
    }

    @Override
    public void close() {
        provider.close();
        server.close();
    }
}
