/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import dev.triune.llm.AnswerPart;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request.AnswerFormat;
import dev.triune.llm.Usage;
import dev.triune.llm.internal.json.AnswerReader;
import dev.triune.llm.internal.protocol.Dialect;
import dev.triune.llm.internal.protocol.ModelRequest;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.HttpProvider;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.ServerSettings;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.ConnectionPool;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okio.BufferedSource;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Measures reading a streamed plan of 2 kB, token by token, over loopback: the user and system CPU
 * time of the reading thread. One answer is only drained by OkHttp, then the identical one is read
 * by a provider and decoded as a plan: events, envelopes and parts. Both alternate within one
 * measurement, so that other load on the machine affects both.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class StreamBenchmark {
    private static final ModelCall CALL = new ModelCall(
            "openai/gpt-oss-20b",
            Prompt.of("What will Mira do? Answer in JSON."),
            AnswerFormat.PLAN,
            600,
            0.7);

    /** Drains one answer, then decodes one. */
    @Benchmark
    public void pair(Streams streams, Cpu cpu, Blackhole blackhole) throws IOException {
        long begin = Streams.cpuNanos();
        streams.drain(blackhole);
        long middle = Streams.cpuNanos();
        streams.decode(blackhole);
        long end = Streams.cpuNanos();
        cpu.drainNanos += middle - begin;
        cpu.decodeNanos += end - middle;
        cpu.events += streams.events;
    }

    /** Sums of an iteration. */
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    public static class Cpu {
        /** The CPU time of the reading thread while draining, in nanoseconds. */
        public long drainNanos;

        /** The CPU time of the reading thread while reading and decoding, in nanoseconds. */
        public long decodeNanos;

        /** The events of each answer. */
        public long events;

        /** Resets the sums after the warm-up. */
        @Setup(Level.Iteration)
        public void reset() {
            drainNanos = 0;
            decodeNanos = 0;
            events = 0;
        }
    }

    /** A server and two clients. */
    @State(Scope.Thread)
    @SuppressWarnings("NullAway.Init") // set up by JMH
    public static class Streams {
        private static final int UNTIL_COMPILED = 500;
        private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

        /**
         * The pause before each event, in microseconds: models write slowly; without pauses packets
         * are full.
         */
        @Param({"100", "0"})
        public int pauseMicros;

        int events;
        private EventServer server;
        private OkHttpClient draining;
        private HttpProvider decoding;

        /** Starts the server. */
        @Setup
        public void open(Blackhole blackhole) throws IOException {
            List<String> stream = PlanStream.events();
            events = stream.size();
            server = new EventServer(stream);
            draining = new OkHttpClient.Builder()
                    .dispatcher(new Dispatcher(new CallingThread()))
                    .connectionPool(new ConnectionPool(1, 4, TimeUnit.SECONDS))
                    .build();
            decoding = HttpProvider.openAi(server.url()).build(new CallingThread());
            compile(blackhole);
            server.pause(TimeUnit.MICROSECONDS.toNanos(pauseMicros));
        }

        /** Compiles the code in advance, because with pauses a warm-up has too few events. */
        private void compile(Blackhole blackhole) {
            for (int i = 0; i < UNTIL_COMPILED; i++) {
                drain(blackhole);
                decode(blackhole);
            }
        }

        /** Closes the server. */
        @TearDown
        public void close() throws IOException {
            decoding.close();
            draining.connectionPool().evictAll();
            server.close();
        }

        static long cpuNanos() {
            return THREADS.getCurrentThreadCpuTime();
        }

        void drain(Blackhole blackhole) {
            Request request = new Request.Builder()
                    .url(server.url() + "/chat/completions")
                    .header("Accept-Encoding", "identity")
                    .post(new OneShotJsonBody(() -> new ModelRequest(
                                    ApiFamily.OPENAI,
                                    CALL,
                                    Dialect.forHost("127.0.0.1", ServerSettings.DEFAULT))
                            .bytes()))
                    .build();
            draining.newCall(request).enqueue(new Draining(blackhole));
        }

        void decode(Blackhole blackhole) {
            Decoding sink = new Decoding(blackhole);
            decoding.start(CALL, sink);
            if (!sink.complete || sink.actions != PlanStream.ACTIONS) {
                throw new IllegalStateException("the answer is not whole: " + sink.actions);
            }
        }
    }

    private record Draining(Blackhole blackhole) implements Callback {
        @Override
        public void onFailure(Call call, IOException e) {
            throw new IllegalStateException(e);
        }

        @Override
        public void onResponse(Call call, Response response) throws IOException {
            byte[] buffer = new byte[8 * 1024];
            try (response) {
                BufferedSource source = response.body().source();
                int count = source.read(buffer);
                while (count >= 0) {
                    blackhole.consume(count);
                    count = source.read(buffer);
                }
            }
        }
    }

    /** Decodes as the broker does. */
    private static final class Decoding implements AnswerSink {
        private final AnswerReader reader = AnswerReader.of(AnswerFormat.PLAN);
        private final Blackhole blackhole;
        private int actions;
        private boolean complete;

        Decoding(Blackhole blackhole) {
            this.blackhole = blackhole;
        }

        @Override
        public void text(String delta) {
            reader.feed(delta, this::take);
        }

        private void take(AnswerPart part) {
            blackhole.consume(part);
            if (part instanceof AnswerPart.Action) {
                actions++;
            }
        }

        @Override
        public void complete(FinishReason reason, Usage usage) {
            reader.end(this::take);
            blackhole.consume(usage);
            complete = true;
        }

        @Override
        public void fail(CallFailure failure) {
            throw new IllegalStateException(failure.message());
        }
    }

    /** Runs calls on the thread that makes them, whose CPU time can then be read. */
    private static final class CallingThread extends AbstractExecutorService {
        @Override
        public void execute(Runnable command) {
            command.run();
        }

        @Override
        public void shutdown() {}

        @Override
        public List<Runnable> shutdownNow() {
            return new ArrayList<>();
        }

        @Override
        public boolean isShutdown() {
            return false;
        }

        @Override
        public boolean isTerminated() {
            return false;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return true;
        }
    }
}
