/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.llm.provider.ServerSettings.ServerKind;
import java.time.Duration;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

/** Valid settings build a provider; invalid ones are rejected without revealing a secret. */
final class HttpProviderBuilderTest {
    private static HttpProvider.Builder builder() {
        return HttpProvider.openAi("http://localhost:8080/v1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "localhost:8080", "ftp://localhost", "http://"})
    void rejectsInvalidBaseUrlsByName(String url) {
        assertThatThrownBy(() -> HttpProvider.openAi(url))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"" + url + "\"")
                .hasMessageContaining("expected http or https");
    }

    @Test
    void rejectsBaseUrlsWithAPasswordWithoutRevealingIt() {
        assertThatThrownBy(() -> HttpProvider.openAi("http://me:pass@localhost"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("localhost")
                .hasMessageNotContaining("pass@");
    }

    @Test
    void rejectsInvalidKeysAndHeadersWithoutRevealingThem() {
        assertThatThrownBy(() -> builder().apiKey("secret\n")).hasMessageNotContaining("secret");
        assertThatThrownBy(() -> builder().apiKey("")).hasMessageContaining("API key");
        assertThatThrownBy(() -> builder().header("X-A", "secret\n"))
                .hasMessageContaining("X-A")
                .hasMessageNotContaining("secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "X:", "Host:elsewhere", "X Y", "X\r\nHost", "X: secret"})
    void rejectsInvalidHeaderNames(String name) {
        assertThatThrownBy(() -> builder().header(name, "secret"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("secret");
    }

    @ParameterizedTest
    @NullAndEmptySource
    void rejectsMissingKeysWithAHintAtTheEnvironment(@Nullable String key) {
        assertThatThrownBy(() -> builder().apiKey(key))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no API key (set the environment variable that holds it)");
    }

    @Test
    void rejectsOutOfRangeTimeouts() {
        assertThatThrownBy(() -> builder().firstByteTimeout(Duration.ZERO))
                .hasMessageContaining("firstByteTimeout PT0S");
        assertThatThrownBy(() -> builder().gapTimeout(Duration.ZERO))
                .hasMessageContaining("gapTimeout");
        assertThatThrownBy(() -> builder().connectTimeout(Duration.ofDays(2)))
                .hasMessageContaining("1 day");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1", "/v1/", "/some/v1"})
    void rejectsOllamaUrlsOfTheOpenAiProtocolWithAdvice(String path) {
        assertThatThrownBy(() -> HttpProvider.ollama("http://localhost:11434" + path))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("http://localhost:11434" + path)
                .hasMessageContaining("leave out /v1, or use family openai");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://localhost/v1?key=hush", "http://localhost/v1#hush"})
    void rejectsBaseUrlsWithAQueryWithoutRevealingIt(String url) {
        assertThatThrownBy(() -> HttpProvider.openAi(url))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("localhost")
                .hasMessageNotContaining("hush");
    }

    @Test
    void rejectsOutOfRangeAnswerTimeouts() {
        assertThatThrownBy(() -> builder().answerTimeout(Duration.ZERO))
                .hasMessageContaining("answerTimeout PT0S");
        assertThatThrownBy(() -> builder().answerTimeout(Duration.ofDays(1).plusNanos(1)))
                .hasMessageContaining("1 day");
    }

    // servers

    static Stream<Arguments> rejectsServerSettingsThatDoNotApplyByName() {
        ServerSettings none = ServerSettings.DEFAULT;
        return Stream.of(
                wrong(
                        () -> none.withSendPriority(true),
                        "send-priority with server not set (expected server vllm)"),
                wrong(
                        () -> none.withKeepAlive(Duration.ofSeconds(-1)),
                        "keep-alive PT-1S (expected 0 to 365 days)"),
                wrong(
                        () -> none.withMinContext(511),
                        "min-context 511 (expected 512 to 262144, or 0 for the server's own)"),
                wrong(
                        () -> builder().server(none.withKeepAlive(Duration.ofMinutes(1))),
                        "keep-alive with family openai (expected family ollama)"),
                wrong(
                        () -> HttpProvider.anthropic("http://a").server(none.withMinContext(0)),
                        "min-context with family anthropic (expected family ollama)"),
                wrong(
                        () -> HttpProvider.ollama("http://a")
                                .server(ServerSettings.of(ServerKind.VLLM)),
                        "server vllm with family ollama (expected family openai, or no server)"));
    }

    private static Arguments wrong(ThrowingCallable call, String message) {
        return Arguments.of(call, message);
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource
    void rejectsServerSettingsThatDoNotApplyByName(ThrowingCallable call, String message) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
    }

    // proxies

    @ParameterizedTest
    @ValueSource(strings = {"http://127.0.0.1:3128", "socks://localhost:1080", "http://[::1]:1"})
    void acceptsProxyUrls(String url) {
        try (HttpProvider provider = builder().proxy(url).build()) {
            assertThat(provider.toString()).isEqualTo("HttpProvider[openai at localhost:8080]");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "127.0.0.1:3128",
                "localhost:3128",
                "http://localhost",
                "http://:3128",
                "http://localhost:0",
                "http://localhost:65536",
                "https://localhost:3128",
                "socks5://localhost:1080",
                "http://me:hush@localhost:3128",
                "http://me:hush@local_host:3128",
                "http://me:hu sh@localhost:3128",
                "http://me:hush@localhost:x",
                "me:hush@localhost:3128",
                "//me:hush@localhost:3128",
            })
    void rejectsInvalidProxyUrlsWithoutRevealingAPassword(String url) {
        assertThatThrownBy(() -> builder().proxy(url))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("proxy")
                .hasMessageNotContainingAny("hush", "hu sh", "me:")
                .hasNoCause();
    }

    @Test
    void rejectsInvalidProxyAuthorizations() {
        assertThatThrownBy(() -> builder().proxyAuthorization("Basic hush"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("set the proxy first")
                .hasMessageNotContaining("hush");
        assertThatThrownBy(() ->
                        builder().proxy("http://localhost:1").proxyAuthorization("Basic hush\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Proxy-Authorization")
                .hasMessageNotContaining("hush");
    }
}
