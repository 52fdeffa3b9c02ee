/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.BrokerListener;
import dev.triune.llm.FailureCode;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Request;
import dev.triune.llm.Usage;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.Provider;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What reaches an OpenTelemetry in memory of the requests of a broker. */
class BrokerTelemetryTest {
    private static final String SECRET = "the king is at the mill";

    private final VirtualTime time = new VirtualTime();
    private final InMemorySpanExporter spans = InMemorySpanExporter.create();
    private final InMemoryMetricReader metrics = InMemoryMetricReader.create();
    private final OpenTelemetrySdk sdk = OpenTelemetrySdk.builder()
            .setTracerProvider(SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(spans))
                    .build())
            .setMeterProvider(
                    SdkMeterProvider.builder().registerMetricReader(metrics).build())
            .build();

    @AfterEach
    void close() {
        sdk.close();
    }

    @Test
    void listenerOfAGameReportsToItsOpenTelemetry() {
        OpenTelemetry openTelemetry = sdk;
        BrokerBuilder builder = new BrokerBuilder()
                .ticker(time)
                .provider(ProviderSettings.of("groq", "small"), ANSWERS);
        // [sample]
        builder.listener(new BrokerTelemetry(openTelemetry));
        // [end]
        try (Broker broker = builder.build()) {
            ask(broker);
        }
        assertThat(spans.getFinishedSpanItems()).isNotEmpty();
    }

    private Broker broker(Provider first, Provider second) {
        return new BrokerBuilder()
                .ticker(time)
                .provider(ProviderSettings.of("groq", "small").withFallback("openai"), first)
                .provider(ProviderSettings.of("openai", "large"), second)
                .listener(new BrokerTelemetry(sdk, time))
                .build();
    }

    private void ask(Broker broker) {
        broker.submit(
                Request.text("small")
                        .tenant("village")
                        .agent("smith")
                        .maxTokens(50)
                        .prompt(SECRET)
                        .build(),
                update -> {});
        for (int i = 0; i < 20; i++) {
            time.advance(Duration.ofMillis(100));
            broker.doWork();
        }
    }

    private static final Provider ANSWERS = (call, sink) -> {
        sink.text("no, he is " + SECRET);
        sink.complete(new Usage(30, 10, 2, 7));
        return () -> {};
    };

    private Map<String, MetricData> byName() {
        return metrics.collectAllMetrics().stream()
                .collect(Collectors.toMap(MetricData::getName, Function.identity()));
    }

    private static <T> T value(SpanData span, AttributeKey<T> key) {
        return span.getAttributes().get(key);
    }

    @Test
    void answeredRequestIsASpanOfTheConventions() {
        try (Broker broker = broker(ANSWERS, ANSWERS)) {
            ask(broker);
        }
        List<SpanData> all = spans.getFinishedSpanItems();
        assertThat(all).extracting(SpanData::getName).containsExactly("call groq", "chat small");
        SpanData request = all.get(1);
        assertThat(request.getKind()).isEqualTo(SpanKind.CLIENT);
        assertThat(all.get(0).getParentSpanId()).isEqualTo(request.getSpanId());
        assertThat(request.getAttributes().asMap())
                .containsEntry(AttributeKey.stringKey("gen_ai.operation.name"), "chat")
                .containsEntry(AttributeKey.stringKey("gen_ai.provider.name"), "groq")
                .containsEntry(AttributeKey.stringKey("gen_ai.request.model"), "small")
                .containsEntry(AttributeKey.stringKey("gen_ai.response.model"), "small")
                .containsEntry(AttributeKey.longKey("gen_ai.request.max_tokens"), 50L)
                .containsEntry(AttributeKey.longKey("gen_ai.usage.input_tokens"), 42L)
                .containsEntry(AttributeKey.longKey("gen_ai.usage.cache_read.input_tokens"), 10L)
                .containsEntry(AttributeKey.longKey("gen_ai.usage.output_tokens"), 7L)
                .containsEntry(
                        AttributeKey.stringArrayKey("gen_ai.response.finish_reasons"),
                        List.of("stop"))
                .containsEntry(AttributeKey.stringKey("triune.game"), "village")
                .containsEntry(AttributeKey.stringKey("triune.agent"), "smith");
        assertThat(all.toString()).as("no prompt, no answer").doesNotContain(SECRET);
        Map<String, MetricData> measured = byName();
        assertThat(measured)
                .containsKeys(
                        "gen_ai.client.inference.duration",
                        "gen_ai.client.inference.time_to_first_chunk",
                        "triune.request.wait");
        assertThat(measured.get("gen_ai.client.inference.usage.input_tokens")
                        .getLongSumData()
                        .getPoints())
                .singleElement()
                .satisfies(point -> {
                    assertThat(point.getValue()).isEqualTo(42);
                    assertThat(point.getAttributes().asMap().keySet())
                            .extracting(AttributeKey::getKey)
                            .as("neither games nor agents, of which there are many")
                            .containsExactlyInAnyOrder(
                                    "gen_ai.operation.name",
                                    "gen_ai.provider.name",
                                    "gen_ai.request.model");
                });
        assertThat(measured.toString()).doesNotContain(SECRET);
    }

    @Test
    void failedCallsAreSpansWithTheirErrors() {
        Provider broken = (call, sink) -> {
            sink.fail(new CallFailure.Failed(FailureCode.UNREACHABLE, "connection refused"));
            return () -> {};
        };
        try (Broker broker = broker(broken, ANSWERS)) {
            ask(broker);
        }
        List<SpanData> all = spans.getFinishedSpanItems();
        assertThat(all)
                .extracting(SpanData::getName)
                .containsExactly("call groq", "call openai", "chat small");
        assertThat(all.get(0).getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(value(all.get(0), AttributeKey.stringKey("error.type")))
                .isEqualTo("unreachable");
        SpanData request = all.get(2);
        assertThat(request.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
        assertThat(value(request, AttributeKey.stringKey("gen_ai.response.model")))
                .isEqualTo("large");
        assertThat(value(request, AttributeKey.stringKey("gen_ai.provider.name")))
                .isEqualTo("openai");
    }

    @Test
    void requestWithoutAnAnswerNamesItsError() {
        Provider broken = (call, sink) -> {
            sink.fail(new CallFailure.Failed(FailureCode.BAD_REQUEST, "no such field"));
            return () -> {};
        };
        try (Broker broker = broker(broken, broken)) {
            ask(broker);
        }
        SpanData request = spans.getFinishedSpanItems().get(1);
        assertThat(request.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(value(request, AttributeKey.stringKey("error.type"))).isNotEmpty();
        assertThat(byName().get("gen_ai.client.inference.duration")
                        .getHistogramData()
                        .getPoints())
                .singleElement()
                .satisfies(point -> assertThat(
                                point.getAttributes().get(AttributeKey.stringKey("error.type")))
                        .isNotEmpty());
    }

    @Test
    void gatewaysFindTheListenerOnTheirClassPath() {
        assertThat(ServiceLoader.load(BrokerListener.class))
                .hasOnlyElementsOfTypes(GlobalTelemetry.class);
    }
}
