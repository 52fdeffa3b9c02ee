/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.triune.gateway.GatewaySettings;
import dev.triune.gateway.GatewaySettings.InitialQuota;
import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.GatewayFixture.Answer;
import dev.triune.llm.PriceCatalog;
import dev.triune.llm.PriceCatalog.TokenPrices;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Exhausted quotas, unknown session names, and restarts. Each answer costs 392 micro-dollars. */
@Timeout(120)
class QuotaLedgerTest {
    private static final String GENERATE = "/api/llm/generate";
    private static final String QUOTA = "/api/llm/quota";
    private static final PriceCatalog PRICES = new PriceCatalog(
            Map.of("model-*", TokenPrices.of("2", "0.5", "8")), TokenPrices.of("0", "0", "0"));

    @TempDir
    Path directory;

    private GatewayFixture stage = open(settings -> settings);

    @AfterEach
    void close() {
        stage.close();
    }

    private static GatewayFixture open(UnaryOperator<GatewaySettings> settings) {
        GatewayFixture opened = GatewayFixture.open(
                settings, provider -> provider, builder -> {}, PRICES, Map.of());
        opened.model.answering("yes"); // 100 tokens in, 24 out
        return opened;
    }

    private void reopen(UnaryOperator<GatewaySettings> settings) {
        stage.close();
        stage = open(settings);
    }

    private static GatewaySettings quota(GatewaySettings settings, String session, String usd) {
        return GatewayFixture.with(settings, "bySession", Map.of(session, initial(usd)));
    }

    private static InitialQuota initial(String usd) {
        return new InitialQuota(new BigDecimal(usd), "day", "");
    }

    private GatewaySettings withStateFile(GatewaySettings settings) {
        return GatewayFixture.with(
                settings, "stateFile", Optional.of(directory.resolve("state.json")));
    }

    private Answer ask(String session) {
        return stage.post(GENERATE, "{'sessionId':'" + session + "','prompt':'q'}");
    }

    private BigDecimal left(String session) {
        return stage.get(QUOTA + "?sessionId=" + session)
                .json()
                .path("remaining_units")
                .decimalValue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
            /api/llm/generate; {'sessionId':'kids','prompt':'q'}; /error; QUOTA_EXHAUSTED
            /api/llm/chat; {'sessionId':'kids','messages':[{'role':'user','content':'q'}]}; /error; QUOTA_EXHAUSTED
            /v1/responses; {'user':'kids','input':'q'}; /error/code; insufficient_quota
            /v1/messages; {'metadata':{'user_id':'kids'},'max_tokens':5,'messages':[{'role':'user','content':'q'}]}; /error/code; insufficient_quota
            /v1/chat/completions; {'user':'kids','messages':[{'role':'user','content':'q'}]}; /error/code; insufficient_quota
            """)
    void exhaustedQuotaRejectsPrompts(String path, String body, String field, String code) {
        reopen(settings -> quota(settings, "kids", "0.0003"));
        assertThat(stage.post(path, body).status())
                .as("while some quota remains")
                .isEqualTo(200);

        Answer refused = stage.post(path, body);

        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.json().at(field).stringValue()).isEqualTo(code);
        assertThat(refused.headers().get("x-should-retry")).isEqualTo("false");
        assertThat(stage.model.calls).hasSize(1);
        assertThat(ask("others").status()).isEqualTo(200);
    }

    @Test
    void waitingRequestIsNotSentOnceTheQuotaIsExhausted() {
        reopen(settings -> quota(settings, "kids", "0.0003"));
        stage.model.scripted(call -> {});
        var first = stage.postLater(GENERATE, "{'sessionId':'kids','prompt':'q'}");
        stage.model.call(0);
        var second = stage.postLater(GENERATE, "{'sessionId':'kids','prompt':'q'}");
        await().until(() -> stage.gateway.stats().join().requests().submitted() == 2);
        stage.model.call(0).complete();

        assertThat(GatewayFixture.of(first).status()).isEqualTo(200);
        assertThat(GatewayFixture.of(second).json().path("error").stringValue())
                .isEqualTo("QUOTA_EXHAUSTED");
        assertThat(stage.model.calls).hasSize(1);
    }

    @Test
    void unknownSessionsShareTheDefaultQuota() {
        reopen(settings -> GatewayFixture.with(
                quota(settings, "known", "1"), "defaultQuota", Optional.of(initial("0.001"))));
        assertThat(ask("made-up-1").status()).isEqualTo(200);
        assertThat(left("made-up-2")).isEqualByComparingTo("0.000608");
        assertThat(ask("made-up-2").status()).isEqualTo(200);
        assertThat(ask("made-up-3").status()).isEqualTo(200);

        assertThat(ask("made-up-4").status()).isEqualTo(429);
        assertThat(ask("").status()).as("without a name").isEqualTo(429);
        assertThat(ask("known").status()).isEqualTo(200);
    }

    @Test
    void spendingIsInTheFileASecondLater() throws Exception {
        Path state = directory.resolve("quotas.json");
        reopen(settings ->
                GatewayFixture.with(quota(settings, "kids", "1"), "stateFile", Optional.of(state)));
        stage.post(GENERATE, "{'sessionId':'kids','prompt':'q'}");

        stage.clock.advance(Duration.ofSeconds(1));

        await().until(() -> Files.exists(state) && Files.readString(state).contains("0.999608"));
    }

    @Test
    void remainingQuotaSurvivesARestart() {
        UnaryOperator<GatewaySettings> settings = usual -> GatewayFixture.with(
                withStateFile(quota(usual, "kids", "0.5")),
                "defaultQuota",
                Optional.of(initial("0.25")));
        reopen(settings);
        stage.post(QUOTA, "{'sessionId':'guest','remaining_units':0.1,'model':'model-1'}");
        ask("kids");
        ask("guest");
        ask("anyone");

        reopen(settings);

        assertThat(left("kids")).isEqualByComparingTo("0.499608");
        assertThat(left("guest")).isEqualByComparingTo("0.099608");
        assertThat(left("anyone")).isEqualByComparingTo("0.249608");
        reopen(usual -> withStateFile(quota(usual, "kids", "0.6")));
        assertThat(left("kids"))
                .as("a changed amount resets the quota")
                .isEqualByComparingTo("0.6");
    }

    @Test
    void rejectsAnUnusableStateFile() throws Exception {
        assertThatThrownBy(() -> open(settings -> GatewayFixture.with(
                        settings, "stateFile", Optional.of(directory.resolve("no/state.json")))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("gateway.state: " + directory.resolve("no/state.json")
                        + " is in a directory that does not exist (create "
                        + directory.resolve("no") + ")");
        Files.writeString(directory.resolve("state.json"), "{\"quotas\": [{}]}");
        assertThatThrownBy(() -> open(this::withStateFile))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("gateway.state: " + directory.resolve("state.json")
                        + " cannot be read (repair it, or remove it, which gives every session its"
                        + " whole quota)");
    }
}
