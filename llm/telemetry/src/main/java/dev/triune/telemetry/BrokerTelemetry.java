/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.telemetry;

import dev.triune.llm.BrokerListener;
import dev.triune.llm.Outcome;
import dev.triune.llm.Request;
import dev.triune.llm.Request.AnswerFormat;
import dev.triune.llm.Ticker;
import dev.triune.llm.Ticket;
import dev.triune.llm.Update.Telemetry;
import dev.triune.llm.Usage;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.LongCounter;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reports the requests of a broker to OpenTelemetry, by its conventions for generative AI (0.1, in
 * development): a client span for each request, from its submission to its end, with a span for each
 * call in it, and the metrics of the conventions. No prompt and no answer is reported. Add it with
 * {@link dev.triune.llm.BrokerBuilder#listener}. Owner's thread only.
 *
 * <pre>{@code
 * builder.listener(new BrokerTelemetry(openTelemetry));
 * }</pre>
 */
public final class BrokerTelemetry implements BrokerListener {
    private static final AttributeKey<String> OPERATION =
            AttributeKey.stringKey("gen_ai.operation.name");
    private static final AttributeKey<String> PROVIDER =
            AttributeKey.stringKey("gen_ai.provider.name");
    private static final AttributeKey<String> REQUEST_MODEL =
            AttributeKey.stringKey("gen_ai.request.model");
    private static final AttributeKey<Long> MAX_TOKENS =
            AttributeKey.longKey("gen_ai.request.max_tokens");
    private static final AttributeKey<Double> TEMPERATURE =
            AttributeKey.doubleKey("gen_ai.request.temperature");
    private static final AttributeKey<Boolean> STREAM =
            AttributeKey.booleanKey("gen_ai.request.stream");
    private static final AttributeKey<String> OUTPUT_TYPE =
            AttributeKey.stringKey("gen_ai.output.type");
    private static final AttributeKey<String> RESPONSE_MODEL =
            AttributeKey.stringKey("gen_ai.response.model");
    private static final AttributeKey<List<String>> FINISH_REASONS =
            AttributeKey.stringArrayKey("gen_ai.response.finish_reasons");
    private static final AttributeKey<Double> FIRST_CHUNK =
            AttributeKey.doubleKey("gen_ai.response.time_to_first_chunk");
    private static final AttributeKey<Long> INPUT =
            AttributeKey.longKey("gen_ai.usage.input_tokens");
    private static final AttributeKey<Long> OUTPUT =
            AttributeKey.longKey("gen_ai.usage.output_tokens");
    private static final AttributeKey<Long> CACHE_READ =
            AttributeKey.longKey("gen_ai.usage.cache_read.input_tokens");
    private static final AttributeKey<Long> CACHE_WRITE =
            AttributeKey.longKey("gen_ai.usage.cache_write.input_tokens");
    private static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");
    private static final AttributeKey<String> GAME = AttributeKey.stringKey("triune.game");
    private static final AttributeKey<String> AGENT = AttributeKey.stringKey("triune.agent");
    private static final AttributeKey<Long> PRIORITY = AttributeKey.longKey("triune.priority");
    private static final AttributeKey<Double> WAITED = AttributeKey.doubleKey("triune.waited");
    private static final AttributeKey<Boolean> ESTIMATED =
            AttributeKey.booleanKey("triune.usage.estimated");

    private static final String NAME = "dev.triune";
    private static final String PREFIX = "gen_ai.client.inference.";
    private static final double NANOS = 1e9;

    /** The boundaries that the conventions ask for, in seconds. */
    private static final List<Double> SECONDS = List.of(
            0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92);

    /** Gets the one header that a request carries. */
    private static final TextMapGetter<String> TRACE_PARENT = new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(String traceParent) {
            return List.of("traceparent");
        }

        @Override
        public @Nullable String get(@Nullable String traceParent, String key) {
            return key.equals("traceparent") ? traceParent : null;
        }
    };

    private final Ticker ticker;
    private final Tracer tracer;
    private final DoubleHistogram durations;
    private final DoubleHistogram firstChunks;
    private final DoubleHistogram waits;
    private final LongCounter inputs;
    private final LongCounter outputs;

    /** The open requests, as many as the broker has. */
    private final Map<Ticket, Open> open = new HashMap<>();

    /**
     * Creates a listener.
     *
     * @param openTelemetry where to report; thread-safe
     */
    public BrokerTelemetry(OpenTelemetry openTelemetry) {
        this(openTelemetry, Ticker.system());
    }

    /** Creates a listener that measures with another clock: the broker's. */
    public BrokerTelemetry(OpenTelemetry openTelemetry, Ticker ticker) {
        this.ticker = ticker;
        tracer = openTelemetry.getTracer(NAME);
        Meter meter = openTelemetry.getMeter(NAME);
        durations = histogram(meter, PREFIX + "duration", "From the request to its end");
        firstChunks =
                histogram(meter, PREFIX + "time_to_first_chunk", "From the call to the first part");
        waits = histogram(meter, "triune.request.wait", "From the request to its first call");
        inputs = counter(meter, PREFIX + "usage.input_tokens", "Tokens of prompts");
        outputs = counter(meter, PREFIX + "usage.output_tokens", "Tokens of answers");
    }

    private static DoubleHistogram histogram(Meter meter, String name, String description) {
        return meter.histogramBuilder(name)
                .setUnit("s")
                .setDescription(description)
                .setExplicitBucketBoundariesAdvice(SECONDS)
                .build();
    }

    private static LongCounter counter(Meter meter, String name, String description) {
        return meter.counterBuilder(name)
                .setUnit("{token}")
                .setDescription(description)
                .build();
    }

    /** A request until its end. */
    private static final class Open {
        final Span span;
        final String operation;
        final String requested;
        final long since;
        String provider = "";

        @Nullable
        Span call;

        @Nullable
        Telemetry measured;

        Open(Span span, String operation, String requested, long since) {
            this.since = since;
            this.span = span;
            this.operation = operation;
            this.requested = requested;
        }

        /** Ends the span of its last call, right after the call. */
        void endCall() {
            if (call != null) {
                call.end();
                call = null;
            }
        }
    }

    @Override
    public void submitted(Ticket ticket, Request<?> request) {
        String operation = request.format() == AnswerFormat.EMBEDDINGS ? "embeddings" : "chat";
        String model = request.model();
        Span span = tracer.spanBuilder((operation + " " + model).strip())
                .setParent(parentOf(request.traceParent()))
                .setSpanKind(SpanKind.CLIENT)
                .setAttribute(OPERATION, operation)
                .setAttribute(MAX_TOKENS, (long) request.maxTokens())
                .setAttribute(TEMPERATURE, request.temperature())
                .setAttribute(STREAM, !request.nonStreaming() && !request.isGathered())
                .setAttribute(PRIORITY, (long) request.priority().level())
                .startSpan();
        set(span, REQUEST_MODEL, model);
        set(span, GAME, request.tenant());
        set(span, AGENT, request.agent());
        if (request.schema().isPresent()) {
            span.setAttribute(OUTPUT_TYPE, "json");
        }
        open.put(ticket, new Open(span, operation, model, ticker.nanos()));
    }

    /** Returns the span of a client in another process; for none, that of the current thread. */
    private static Context parentOf(String traceParent) {
        return traceParent.isEmpty()
                ? Context.current()
                : W3CTraceContextPropagator.getInstance()
                        .extract(Context.root(), traceParent, TRACE_PARENT);
    }

    private static void set(Span span, AttributeKey<String> key, String value) {
        if (!value.isEmpty()) {
            span.setAttribute(key, value);
        }
    }

    @Override
    public void callStarted(Ticket ticket, String provider, Duration waited) {
        Open request = open.get(ticket);
        if (request != null) {
            if (request.provider.isEmpty()) {
                request.span.setAttribute(WAITED, waited.toNanos() / NANOS);
                waits.record(waited.toNanos() / NANOS, Attributes.of(PROVIDER, provider));
            }
            request.provider = provider;
            request.endCall();
            request.call = tracer.spanBuilder("call " + provider)
                    .setParent(Context.root().with(request.span))
                    .setSpanKind(SpanKind.INTERNAL)
                    .setAttribute(PROVIDER, provider)
                    .startSpan();
        }
    }

    @Override
    public void firstPart(Ticket ticket, Duration sinceCall) {
        Open request = open.get(ticket);
        if (request != null) {
            double seconds = sinceCall.toNanos() / NANOS;
            request.span.setAttribute(FIRST_CHUNK, seconds);
            firstChunks.record(seconds, attributes(request, "").build());
        }
    }

    @Override
    public void callFailed(Ticket ticket, String provider, String code, String message) {
        Open request = open.get(ticket);
        if (request != null && request.call != null) {
            request.call.setAttribute(ERROR, code).setStatus(StatusCode.ERROR, message);
            request.endCall();
        }
    }

    @Override
    public void measured(Ticket ticket, Telemetry telemetry) {
        Open request = open.get(ticket);
        if (request != null) {
            request.measured = telemetry;
        }
    }

    @Override
    public void ended(Ticket ticket, Outcome outcome) {
        Open request = open.remove(ticket);
        if (request == null) {
            return;
        }
        request.endCall();
        Span span = request.span;
        set(span, PROVIDER, request.provider);
        Telemetry measured = request.measured;
        if (outcome instanceof Outcome.Finished finished) {
            span.setAttribute(RESPONSE_MODEL, finished.model());
            span.setAttribute(FINISH_REASONS, List.of(finished.finishReason().code()));
        } else {
            span.setAttribute(ERROR, outcome.canonicalCode()).setStatus(StatusCode.ERROR);
        }
        String error = outcome instanceof Outcome.Finished ? "" : outcome.canonicalCode();
        AttributesBuilder attributes = attributes(request, error);
        if (measured != null && measured.usage().total() > 0) {
            report(span, measured.usage(), attributes);
        }
        durations.record((ticker.nanos() - request.since) / NANOS, attributes.build());
        span.end();
    }

    private void report(Span span, Usage usage, AttributesBuilder attributes) {
        span.setAttribute(INPUT, usage.prompt())
                .setAttribute(OUTPUT, usage.output())
                .setAttribute(CACHE_READ, usage.cacheRead())
                .setAttribute(CACHE_WRITE, usage.cacheWrite());
        if (usage.estimated()) {
            span.setAttribute(ESTIMATED, true);
        }
        inputs.add(usage.prompt(), attributes.build());
        outputs.add(usage.output(), attributes.build());
    }

    /** Returns the attributes of metrics, which name neither games nor agents. */
    private static AttributesBuilder attributes(Open request, String error) {
        AttributesBuilder attributes = Attributes.builder()
                .put(OPERATION, request.operation)
                .put(PROVIDER, request.provider.isEmpty() ? "none" : request.provider);
        if (!request.requested.isEmpty()) {
            attributes.put(REQUEST_MODEL, request.requested);
        }
        if (!error.isEmpty()) {
            attributes.put(ERROR, error);
        }
        return attributes;
    }
}
