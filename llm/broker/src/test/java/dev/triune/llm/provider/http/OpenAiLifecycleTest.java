/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.triune.llm.FailureCode;
import dev.triune.llm.provider.Provider.Running;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How calls and the provider end, and how the provider is built. */
final class OpenAiLifecycleTest extends OpenAiServerFixture {
    // the end of calls and of the provider

    @Test
    void aCancelReachesTheServer() throws Exception {
        try (HangingServer hanging = new HangingServer(chunk("Hel"))) {
            HttpProvider provider = open(HttpProvider.openAi(hanging.url()));
            Running running = provider.start(CALL, sink);
            assertThat(sink.awaitText()).isTrue();
            running.cancel();
            assertThat(hanging.awaitHangUp()).isTrue();
            assertThat(sink.failure().message()).contains("cancelled");
            assertThat(sink.ends()).isOne();
        }
    }

    @Test
    void closingEndsTheCallsUnderWayAndTheThreads() throws Exception {
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
    void aCallAfterTheCloseFailsAndASecondCloseDoesNothing() throws Exception {
        HttpProvider provider = open(builder());
        provider.close();
        assertThatCode(provider::close).doesNotThrowAnyException();
        provider.start(CALL, sink);
        assertThat(broken(sink.failure()).code()).isEqualTo(FailureCode.CUT_OFF);
    }

    @Test
    void asManyCallsRunAtATimeAsThereArePermits() throws Exception {
        int permits = 12;
        try (HangingServer hanging = new HangingServer(chunk("Hel"))) {
            HttpProvider provider = open(HttpProvider.openAi(hanging.url()).permits(permits));
            List<RecordingSink> sinks =
                    Stream.generate(RecordingSink::new).limit(permits).toList();
            sinks.forEach(one -> provider.start(CALL, one));
            for (RecordingSink one : sinks) {
                assertThat(one.awaitText()).isTrue();
            }
        }
    }

    // the builder

    @ParameterizedTest
    @ValueSource(strings = {"", "localhost:8080", "ftp://localhost", "http://"})
    void aBaseUrlThatIsNoneIsRefusedByName(String url) {
        assertThatThrownBy(() -> HttpProvider.openAi(url))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"" + url + "\"")
                .hasMessageContaining("expected http or https");
    }

    @Test
    void aBaseUrlWithAPasswordIsRefusedWithoutShowingIt() {
        assertThatThrownBy(() -> HttpProvider.openAi("http://me:pass@localhost"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("localhost")
                .hasMessageNotContaining("pass@");
    }

    @Test
    void aKeyOrHeaderThatCannotBeSentIsRefusedWithoutShowingIt() {
        assertThatThrownBy(() -> builder().apiKey("secret\n")).hasMessageNotContaining("secret");
        assertThatThrownBy(() -> builder().apiKey("")).hasMessageContaining("API key");
        assertThatThrownBy(() -> builder().header("X-A", "secret\n"))
                .hasMessageContaining("X-A")
                .hasMessageNotContaining("secret");
    }

    @Test
    void numbersOutOfRangeAreRefused() {
        assertThatThrownBy(() -> builder().permits(0)).hasMessageContaining("1 to 1024");
        assertThatThrownBy(() -> builder().permits(1025)).hasMessageContaining("permits 1025");
        assertThatThrownBy(() -> builder().gapTimeout(Duration.ZERO))
                .hasMessageContaining("gapTimeout");
        assertThatThrownBy(() -> builder().connectTimeout(Duration.ofDays(2)))
                .hasMessageContaining("1 day");
    }
}
