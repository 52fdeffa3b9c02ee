/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.llm.PriceCatalog.TokenPrices;
import dev.triune.llm.ProviderSettings.BreakerSettings;
import dev.triune.llm.QuotaSnapshot.QuotaPolicy;
import dev.triune.llm.internal.broker.FakeProvider;
import dev.triune.llm.internal.policy.Ageing;
import dev.triune.llm.provider.GatewayProvider;
import dev.triune.llm.provider.HttpProvider;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each invalid builder setting fails with one line: its name, its value and what is expected. */
class BuilderErrorsTest {
    private static final String COUNT = " (expected 1 to 10000)";
    private static final String LIMIT = " -1 (expected 0 for no limit, or more)";
    private static final String TIMEOUT = " PT0S (expected 1 ms to 1 day)";

    static Stream<Arguments> broker() {
        BrokerBuilder broker = new BrokerBuilder();
        FakeProvider key = new FakeProvider();
        return Stream.of(
                wrong(
                        () -> broker.provider(ProviderSettings.of("a", "m")),
                        "provider a without a key (expected one or more)"),
                wrong(
                        () -> new BrokerBuilder()
                                .provider(ProviderSettings.of("a", "m"), key)
                                .provider(ProviderSettings.of("a", "m"), key),
                        "two providers are named a (expected each name once)"),
                wrong(
                        () -> broker.callTimeout(Duration.ZERO),
                        "call timeout PT0S (expected more than 0, at most a year)"),
                wrong(
                        () -> broker.callTimeout(Duration.ofDays(366)),
                        "call timeout PT8784H (expected more than 0, at most a year)"),
                wrong(() -> broker.retryRounds(-1), "retry rounds -1 (expected 0 to 10000)"),
                wrong(() -> broker.maxCallsPerCycle(0), "maxCallsPerCycle 0 (expected 1 or more)"),
                wrong(
                        () -> new BrokerBuilder()
                                .provider(ProviderSettings.of("a", "m"), key)
                                .tenantWeights(Map.of("a", 0.0))
                                .build(),
                        "weight 0.0 of tenant a (expected a millionth to a million)"),
                wrong(
                        () -> broker.tokensPerRequest(-1),
                        "tokens per request -1 (expected 0 to 1000000)"),
                wrong(
                        () -> broker.heartbeatTimeout(Duration.ZERO),
                        "heartbeat timeout PT0S (expected more than 0, at most a year)"),
                wrong(
                        () -> broker.cache(0, Duration.ofMinutes(1)),
                        "cache of 0 characters (expected 1 or more)"),
                wrong(
                        () -> broker.cache(1, Duration.ZERO),
                        "cache age PT0S (expected more than 0, at most a year)"),
                wrong(
                        () -> new Ageing(Duration.ZERO, 2),
                        "ageing every PT0S (expected more than 0, at most a year)"),
                wrong(
                        () -> new Ageing(Duration.ofSeconds(1), -1),
                        "ageing by -1 levels (expected 0 or more)"),
                wrong(
                        () -> new QuotaPolicy(Duration.ZERO, 0.9, 1, false),
                        "quota wait PT0S (expected more than 0, at most a year)"),
                wrong(
                        () -> new QuotaPolicy(Duration.ofSeconds(1), 1.1, 1, false),
                        "safety 1.1 (expected more than 0, at most 1)"),
                wrong(
                        () -> new QuotaPolicy(Duration.ofSeconds(1), 1, 6, false),
                        "leastTokens 6 (expected 1 to 5)"),
                wrong(
                        () -> new PriceCatalog(
                                Map.of("a*b", TokenPrices.of("1", "1", "1")),
                                TokenPrices.of("1", "1", "1")),
                        "price of model 'a*b' (expected a name, or a prefix with one * at its"
                                + " end)"),
                wrong(
                        () -> TokenPrices.of("1", "1", "-1", "1"),
                        "cache-write price -1 (expected 0 to 1000000000000)"),
                wrong(
                        () -> new QuotaSnapshot(
                                "s", BigDecimal.ONE.negate(), TokenPrices.of("1", "1", "1"), "day"),
                        "remaining quota -1 (expected 0 to 1000000000000)"));
    }

    static Stream<Arguments> provider() {
        ProviderSettings good = ProviderSettings.of("a", "m");
        Limits none = Limits.NONE;
        return Stream.of(
                wrong(() -> ProviderSettings.of(" ", "m"), "provider name \" \" (expected a name)"),
                wrong(() -> good.withPermits(0), "permits 0" + COUNT),
                wrong(() -> good.withQueueLimit(0), "queue limit 0" + COUNT),
                wrong(
                        () -> good.withAdaptivePermits(-1),
                        "adaptive permits -1 (expected 0 to 10000)"),
                wrong(() -> good.withReserve(0.6), "reserve 0.6 (expected 0 to 0.5)"),
                wrong(
                        () -> good.withCallTimeout(Duration.ZERO),
                        "call timeout PT0S (expected more than 0, at most a year)"),
                wrong(
                        () -> good.withMaxWait(Duration.ZERO),
                        "longest wait PT0S (expected more than 0, at most a year)"),
                wrong(
                        () -> new ProviderSettings.Batching(0, 100, 10),
                        "requests per batch 0 (expected 1 or more)"),
                wrong(
                        () -> new BreakerSettings(0, 0.5, 1, Duration.ofSeconds(1), 1),
                        "window 0 (expected 1 or more)"),
                wrong(
                        () -> new BreakerSettings(9, 1.5, 1, Duration.ofSeconds(1), 1),
                        "failure rate 1.5 (expected above 0 and at most 1)"),
                wrong(
                        () -> new BreakerSettings(9, 0.5, 10, Duration.ofSeconds(1), 1),
                        "minimum calls 10 (expected 1 to the window of 9)"),
                wrong(
                        () -> new BreakerSettings(9, 0.5, 1, Duration.ZERO, 1),
                        "open for PT0S (expected PT0.001S to PT24H)"),
                wrong(
                        () -> new BreakerSettings(9, 0.5, 1, Duration.ofSeconds(1), 0),
                        "trials 0 (expected 1 or more)"),
                wrong(() -> none.withPerSecond(-1), "requests per second" + LIMIT),
                wrong(() -> none.withPerMinute(-1), "requests per minute" + LIMIT),
                wrong(() -> none.withPerDay(-1), "requests per day" + LIMIT),
                wrong(() -> none.withTokensPerMinute(-1), "tokens per minute" + LIMIT),
                wrong(() -> none.withInputTokensPerMinute(-1), "input tokens per minute" + LIMIT),
                wrong(() -> none.withOutputTokensPerMinute(-1), "output tokens per minute" + LIMIT),
                wrong(() -> none.withTokensPerDay(-1), "tokens per day" + LIMIT),
                wrong(() -> none.withBurst(-1), "burst" + LIMIT),
                wrong(
                        () -> none.withBurst(3),
                        "burst 3 without requests per minute (expected both: the burst refills at"
                                + " that rate)"));
    }

    static Stream<Arguments> connection() {
        HttpProvider.Builder http = HttpProvider.openAi("http://localhost:8080/v1");
        return Stream.of(
                wrong(() -> http.connectTimeout(Duration.ZERO), "connectTimeout" + TIMEOUT),
                wrong(() -> http.firstByteTimeout(Duration.ZERO), "firstByteTimeout" + TIMEOUT),
                wrong(() -> http.gapTimeout(Duration.ZERO), "gapTimeout" + TIMEOUT),
                wrong(() -> http.answerTimeout(Duration.ZERO), "answerTimeout" + TIMEOUT),
                wrong(
                        () -> http.apiKey(""),
                        "no API key (set the environment variable that holds it)"),
                wrong(
                        () -> HttpProvider.openAi("ftp://a"),
                        "base URL \"ftp://a\" (expected http or https and a host, as in"
                                + " http://localhost:8080/v1)"),
                wrong(
                        () -> GatewayProvider.builder("http://a", " "),
                        "session of 1 characters (expected 1 to 128, not all of them spaces)"),
                wrong(
                        () -> new Endpoint(URI.create("ftp://a"), "m", null, Map.of()),
                        "endpoint ftp://a (expected http or https and a host)"));
    }

    static Stream<Arguments> request() {
        Request.Builder<String> request = Request.text("m");
        return Stream.of(
                wrong(() -> request.maxTokens(0), "maxTokens 0 (expected 1 or more)"),
                wrong(() -> request.temperature(2.1), "temperature 2.1 (expected 0 to 2)"),
                wrong(() -> request.cost(0), "cost 0 (expected 1 or more)"),
                wrong(
                        () -> request.usefulFor(Duration.ZERO),
                        "useful for PT0S (expected more than 0, at most a year)"),
                wrong(
                        () -> request.schema(new AnswerSchema("s", Map.of("type", "object"))),
                        "schema \"s\" for free text (expected Request.plan or Request.json)"),
                wrong(
                        () -> Prompt.of("a").withStable(2),
                        "stable messages 2 of 1 (expected 0 to all of them)"),
                wrong(
                        () -> Message.tool("", "a"),
                        "toolCallId \"\" in a message of TOOL (expected in messages of TOOL, and"
                                + " only there)"));
    }

    private static Arguments wrong(ThrowingCallable call, String message) {
        return Arguments.of(call, message);
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource({"broker", "provider", "connection", "request"})
    void rejectsInvalidSettingWithAOneLineMessage(ThrowingCallable call, String message) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
    }
}
