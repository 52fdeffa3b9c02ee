/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.BrokerThread;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Request;
import dev.triune.llm.provider.HttpProvider;
import dev.triune.llm.provider.HttpProvider.HttpTransport;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Only the configured permits limit concurrency: the HTTP client adds no limit of its own. */
@Timeout(120)
final class HttpPermitsTest {
    private static final int CALLS = 32;

    @ParameterizedTest
    @MethodSource("dev.triune.llm.internal.http.Transports#tested")
    void allPermittedCallsReachTheServerAtOnce(HttpTransport transport) throws Exception {
        CountDownLatch missing = new CountDownLatch(CALLS);
        try (MockWebServer server = new MockWebServer()) {
            server.setDispatcher(new Dispatcher() {
                @Override
                public MockResponse dispatch(RecordedRequest request) throws InterruptedException {
                    missing.countDown();
                    boolean all = missing.await(30, TimeUnit.SECONDS);
                    return new MockResponse.Builder()
                            .code(all ? 200 : 400)
                            .body("{\"choices\":[{\"message\":{\"content\":\"yes\"},"
                                    + "\"finish_reason\":\"stop\"}]}")
                            .build();
                }
            });
            server.start();
            BrokerBuilder builder = new BrokerBuilder()
                    .provider(
                            ProviderSettings.of("p", "m").withPermits(CALLS),
                            HttpProvider.openAi(server.url("/v1").toString())
                                    .transport(transport)
                                    .build());
            try (BrokerThread broker = BrokerThread.start("broker", builder)) {
                List<CompletableFuture<String>> answers = Stream.generate(
                                () -> broker.ask(Request.text("m").prompt("?").build()))
                        .limit(CALLS)
                        .toList();

                assertThat(answers)
                        .allSatisfy(answer ->
                                assertThat(answer.get(40, TimeUnit.SECONDS)).isEqualTo("yes"));
            }
        }
    }
}
