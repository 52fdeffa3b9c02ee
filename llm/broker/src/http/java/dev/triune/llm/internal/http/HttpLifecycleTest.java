/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.triune.llm.FailureCode;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.HttpProvider;
import dev.triune.llm.provider.RecordingSink;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How calls start and wait, and how calls and the provider end. */
@ParameterizedClass
@MethodSource("dev.triune.llm.internal.http.Transports#tested")
final class HttpLifecycleTest extends ServerFixture {
    // the end of calls and of the provider

    @Test
    void closingEndsTheIoThreads() throws Exception {
        try (HangingServer hanging = new HangingServer(chunk("Hel"))) {
            HttpProvider provider = open(HttpProvider.openAi(hanging.url()));
            provider.start(CALL, sink);
            assertThat(sink.awaitText()).isTrue();
            Thread thread = sink.thread();
            assertThat(thread.isDaemon()).isTrue();
            provider.close();
            assertThat(sink.failure().message()).contains("cancelled");
            await().until(() -> !thread.isAlive());
        }
    }

    @Test
    void callsDoNotWaitForEachOther() throws Exception {
        int calls = 70; // OkHttp's own limits are 5 for a host and 64 in all
        try (HangingServer hanging = new HangingServer(chunk("Hel"))) {
            HttpProvider provider = open(HttpProvider.openAi(hanging.url()));
            List<RecordingSink> sinks =
                    Stream.generate(RecordingSink::new).limit(calls).toList();
            sinks.forEach(one -> provider.start(CALL, one));
            for (RecordingSink one : sinks) {
                assertThat(one.awaitText()).isTrue();
            }
            assertThat(hanging.requests()).isEqualTo(calls);
        }
    }

    /** The provider is closed after it admitted the call and before its client knows the call. */
    @Test
    void callStartedDuringCloseIsCancelled() throws Exception {
        ClosingAmidStart threads = new ClosingAmidStart();
        try (HangingServer hanging = new HangingServer(chunk("Hel"))) {
            HttpProvider provider = HttpProvider.openAi(hanging.url()).build(threads);
            threads.toClose = Optional.of(provider);
            provider.start(CALL, sink);
            assertThat(threads.toClose)
                    .as("provider left to close during the start")
                    .isEmpty();
            assertThat(broken(sink.failure()).message()).contains("cancelled");
        } finally {
            threads.end();
        }
    }

    // one call, one request

    @ParameterizedTest
    @ValueSource(ints = {408, 429, 500, 503})
    void neverResendsACallAfterAnErrorStatus(int status) throws Exception {
        server.enqueue(new MockResponse.Builder()
                .code(status)
                .addHeader("Retry-After", "0")
                .build());
        answer(HELLO + DONE);
        open(builder()).start(CALL, sink);
        assertThat(sink.failure().message()).contains("status " + status);
        assertThat(server.getRequestCount()).isOne();
    }

    @ParameterizedTest
    @ValueSource(ints = {300, 301, 302, 303, 307, 308})
    void doesNotFollowRedirects(int status) throws Exception {
        server.enqueue(new MockResponse.Builder()
                .code(status)
                .addHeader("Location", server.url("/elsewhere"))
                .build());
        answer(HELLO + DONE);
        open(builder()).start(CALL, sink);
        assertThat(broken(sink.failure()).code()).isEqualTo(FailureCode.BAD_REQUEST);
        assertThat(sink.failure().message()).contains("status " + status);
        assertThat(server.getRequestCount()).isOne();
    }

    @Test
    void reachesIpv4OnlyServersByName() throws Exception {
        try (MockWebServer old = new MockWebServer()) {
            old.start(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0);
            old.enqueue(stream(HELLO + DONE).build());
            open(HttpProvider.openAi("http://localhost:" + old.getPort())).start(CALL, sink);
            sink.usage();
            assertThat(sink.text()).isEqualTo("Hello");
        }
    }

    /**
     * Threads that close a provider when its client asks whether they are shut down, which it does
     * just before it accepts a call; they keep running until the test ends them, as if the closer
     * shut them down slowly.
     */
    private static final class ClosingAmidStart extends AbstractExecutorService {
        private final ExecutorService threads = OkHttpTransport.newExecutor();
        private Optional<HttpProvider> toClose = Optional.empty();

        @Override
        public boolean isShutdown() {
            Optional<HttpProvider> now = toClose;
            toClose = Optional.empty();
            now.ifPresent(HttpProvider::close);
            return false;
        }

        @Override
        public void execute(Runnable task) {
            threads.execute(task);
        }

        @Override
        public void shutdown() {}

        @Override
        public List<Runnable> shutdownNow() {
            return List.of();
        }

        @Override
        public boolean isTerminated() {
            return false;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return false;
        }

        void end() {
            threads.shutdownNow();
        }
    }

    @Test
    void callOnAClosedConnectionIsNotAcceptedOrUsesANewOne() throws Exception {
        HttpProvider provider = open(builder());
        server.enqueue(stream(HELLO + STOP + DONE)
                .onResponseEnd(new SocketEffect.CloseSocket())
                .build());
        answer(HELLO + STOP + DONE);
        provider.start(CALL, sink);
        sink.usage();
        RecordingSink next = new RecordingSink();
        provider.start(CALL, next);
        Optional<CallFailure> refused = next.outcome();
        if (refused.isPresent()) { // else the client had opened a new connection
            assertThat(refused.get()).isInstanceOf(CallFailure.NotAccepted.class);
            next = new RecordingSink();
            provider.start(CALL, next);
        }
        next.usage();
        assertThat(next.text()).isEqualTo("Hello");
    }
}
