/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.telemetry.BrokerTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Traces of clients that reach the spans of the broker through the real server. */
class TraceContextTest {
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String SPAN = "b7ad6b7169203331";
    private static final String SAMPLED = "00-" + TRACE + "-" + SPAN + "-01";
    private static final String COMPLETION = "{'messages':[{'role':'user','content':'q'}]}";

    private final InMemorySpanExporter spans = InMemorySpanExporter.create();
    private final OpenTelemetrySdk sdk = OpenTelemetrySdk.builder()
            .setTracerProvider(SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(spans))
                    .build())
            .build();
    private GatewayFixture stage;

    @BeforeEach
    void open() {
        stage = GatewayFixture.open(
                settings -> settings, builder -> builder.listener(new BrokerTelemetry(sdk)));
        stage.model.answering("[1]");
    }

    @AfterEach
    void close() {
        stage.close();
        sdk.close();
    }

    /** Returns the spans of requests, once there are as many. */
    private List<SpanData> ask(String path, String body, String traceParent, int requests) {
        int status = stage.send(stage.request(path, body)
                        .header("traceparent", traceParent)
                        .build())
                .status();
        assertThat(status).isEqualTo(200);
        await().until(() -> ofRequests().size() >= requests);
        return ofRequests();
    }

    private List<SpanData> ofRequests() {
        return spans.getFinishedSpanItems().stream()
                .filter(span -> !span.getName().startsWith("call "))
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/api/llm/generate | {'sessionId':'s','prompt':'q'} | 1",
                "/api/llm/generate | {'sessionId':'s','prompt':'q','stream':true} | 1",
                "/api/llm/chat | {'sessionId':'s','messages':[{'role':'user','content':'q'}]} | 1",
                "/api/llm/batch | {'sessionId':'s','batch_id':'b','requests':[{'request_id':'1',"
                        + "'prompt':'q'},{'request_id':'2','prompt':'q'}]} | 2",
                "/v1/chat/completions | " + COMPLETION + " | 1",
                "/v1/chat/completions | {'n':2,'messages':[{'role':'user','content':'q'}]} | 2",
                "/v1/messages | {'max_tokens':9,'messages':[{'role':'user','content':'q'}]} | 1",
                "/v1/responses | {'input':'q'} | 1",
                "/v1/embeddings | {'input':'q'} | 1",
            })
    void spanOfTheClientIsTheParentOfTheRequest(String path, String body, int requests) {
        assertThat(ask(path, body, SAMPLED, requests)).hasSize(requests).allSatisfy(span -> {
            assertThat(span.getTraceId()).isEqualTo(TRACE);
            assertThat(span.getParentSpanId()).isEqualTo(SPAN);
            assertThat(span.getParentSpanContext().isRemote()).isTrue();
        });
        assertThat(spans.getFinishedSpanItems())
                .filteredOn(span -> span.getName().startsWith("call "))
                .hasSize(requests)
                .allSatisfy(span -> {
                    assertThat(span.getTraceId()).isEqualTo(TRACE);
                    assertThat(span.getParentSpanId()).isNotEqualTo(SPAN);
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense",
                "00-" + TRACE + "-" + SPAN,
                "00-" + TRACE + "-" + SPAN + "-01-more",
                "00-00000000000000000000000000000000-" + SPAN + "-01",
                "00-" + TRACE + "-0000000000000000-01",
                "ff-" + TRACE + "-" + SPAN + "-01",
                "00-0AF7651916CD43DD8448EB211C80319C-" + SPAN + "-01",
            })
    void invalidHeaderBeginsATraceOfItsOwn(String traceParent) {
        assertThat(ask("/v1/chat/completions", COMPLETION, traceParent, 1)).allSatisfy(span -> {
            assertThat(span.getParentSpanContext().isValid()).isFalse();
            assertThat(span.getTraceId()).isNotEqualTo(TRACE);
        });
    }

    @Test
    void laterVersionOfTheHeaderIsReadAsFarAsItIsKnown() {
        assertThat(ask("/v1/chat/completions", COMPLETION, "cc" + SAMPLED.substring(2) + "-x", 1))
                .allSatisfy(span -> assertThat(span.getParentSpanId()).isEqualTo(SPAN));
    }

    @Test
    void traceThatTheClientDoesNotSampleIsNotReported() {
        String unsampled = SAMPLED.substring(0, SAMPLED.length() - 1) + "0";
        int status = stage.send(stage.request("/v1/chat/completions", COMPLETION)
                        .header("traceparent", unsampled)
                        .build())
                .status();
        assertThat(status).isEqualTo(200);

        assertThat(ask("/v1/chat/completions", COMPLETION, SAMPLED, 1))
                .extracting(span ->
                        span.getAttributes().get(AttributeKey.stringKey("gen_ai.operation.name")))
                .as("of two requests")
                .containsExactly("chat");
    }
}
