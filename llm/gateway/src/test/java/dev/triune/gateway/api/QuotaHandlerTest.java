/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.gateway.GatewaySettings.InitialQuota;
import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.GatewayFixture.Answer;
import dev.triune.llm.PriceCatalog;
import dev.triune.llm.PriceCatalog.TokenPrices;
import dev.triune.llm.Secret;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import okhttp3.Request;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code /api/llm/quota}, and the quotas of the configuration. */
class QuotaHandlerTest {
    private static final String PATH = "/api/llm/quota";
    private static final String WEIGHTS = "'weights':{'input':1.0,'cached':0.25,'output':4.0}";
    private static final PriceCatalog PRICES = new PriceCatalog(
            Map.of("model-*", TokenPrices.of("2", "0.5", "8")), TokenPrices.of("0", "0", "0"));

    private final GatewayFixture stage = GatewayFixture.open(
            settings -> GatewayFixture.with(
                    settings,
                    "bySession",
                    Map.of("kids", new InitialQuota(new BigDecimal("0.50"), "day", "model-1"))),
            provider -> provider,
            builder -> {},
            PRICES,
            Map.of());

    @AfterEach
    void close() {
        stage.close();
    }

    @Test
    void quotaIsReturnedWithAReadableSummary() {
        Answer put = stage.post(
                PATH, "{'sessionId':'s','remaining_units':0.01,'window':'day'," + WEIGHTS + "}");

        assertThat(put.status()).isEqualTo(200);
        assertThat(put.json()).isEqualTo(GatewayFixture.JSON.readTree("""
                        {"session_id": "s", "remaining_units": 0.01,
                         "weights": {"input": 1, "cached": 0.25, "output": 4},
                         "window": "day", "currency": "USD", "unit": "per_1M_tokens",
                         "text": "quota: 0.0100 USD left of session s = 10000 input or 2500 output weighted tokens (input 1.00, cached 0.25, output 4.00 USD per 1M tokens; window day)"}"""));
        assertThat(stage.get(PATH + "?sessionId=s").body()).isEqualTo(put.body());
    }

    @Test
    void callsAreChargedByUsageAtThePricesOfTheirModel() {
        stage.model.answering("yes"); // 100 input tokens, 24 output tokens
        stage.post(PATH, "{'sessionId':'s','remaining_units':0.01," + WEIGHTS + "}");
        stage.post("/api/llm/generate", "{'sessionId':'s','prompt':'q'}");

        // 0.01 - (100 x 2 + 24 x 8) / 1,000,000
        assertThat(remaining("s")).isEqualByComparingTo("0.009608");
    }

    @Test
    void configuredQuotasApplyFromTheStart() {
        var quota = stage.get(PATH + "?sessionId=kids").json();

        assertThat(quota.path("remaining_units").decimalValue()).isEqualByComparingTo("0.5");
        assertThat(quota.path("weights").path("output").decimalValue()).isEqualByComparingTo("8");
        assertThat(quota.path("window").stringValue()).isEqualTo("day");
    }

    @Test
    void weightsDefaultToThePricesOfTheNamedModel() {
        var quota = stage.post(PATH, "{'sessionId':'s','remaining_units':2,'model':'model-7'}")
                .json();

        assertThat(quota.path("weights").path("cached").decimalValue()).isEqualByComparingTo("0.5");
        assertThat(quota.path("window").stringValue()).isEqualTo("session");
    }

    @Test
    void sessionWithoutAQuotaIsNotFound() {
        Answer answer = stage.get(PATH + "?sessionId=nobody");
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.json().path("error").stringValue()).isEqualTo("NOT_FOUND");
    }

    @Test
    void operatorEndsAQuota() {
        stage.post(PATH, "{'sessionId':'s','remaining_units':0," + WEIGHTS + "}");
        stage.model.answering("yes");
        String request = "{'sessionId':'s','prompt':'q'}";
        assertThat(stage.post("/api/llm/generate", request).status()).isEqualTo(429);
        Request delete = new Request.Builder()
                .url(stage.url(PATH + "?sessionId=s"))
                .delete()
                .build();

        assertThat(stage.send(delete).status()).isEqualTo(200);

        assertThat(stage.post("/api/llm/generate", request).status()).isEqualTo(200);
        assertThat(stage.get(PATH + "?sessionId=s").status()).isEqualTo(404);
        assertThat(stage.send(delete).status()).as("once more").isEqualTo(404);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
            {'remaining_units':1,'model':'model-1'}; sessionId
            {'sessionId':'s','model':'model-1'}; remaining_units
            {'sessionId':'s','remaining_units':'1','model':'model-1'}; remaining_units
            {'sessionId':'s','remaining_units':-0.01,'model':'model-1'}; remaining_units
            {'sessionId':'s','remaining_units':1000000000001,'model':'model-1'}; remaining_units
            {'sessionId':'s','remaining_units':1e400,'model':'model-1'}; remaining_units
            {'sessionId':'s','remaining_units':1e-300,'model':'model-1'}; remaining_units
            {'sessionId':'s','remaining_units':1}; weights
            {'sessionId':'s','remaining_units':1,'model':'m','weights':{}}; weights
            {'sessionId':'s','remaining_units':1,'weights':[]}; weights
            {'sessionId':'s','remaining_units':1,'weights':{'input':1,'output':1}}; weights.cached
            {'sessionId':'s','remaining_units':1,'weights':{'input':-1,'cached':0,'output':1}}; weights.input
            {'sessionId':'s','remaining_units':1,'weights':{'input':1,'cached':0,'output':'4'}}; weights.output
            {'sessionId':'s','remaining_units':1,'weights':{'input':1,'cached':0,'cache_write':-1,'output':4}}; weights.cache_write
            {'sessionId':'s','remaining_units':1,'model':'unheard-of'}; model
            {'sessionId':'s','remaining_units':1,'model':'model-1','window':7}; window
            """)
    void invalidFieldIsNamed(String body, String field) {
        Answer answer = stage.post(PATH, body);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().path("field").stringValue()).isEqualTo(field);
        assertThat(answer.json().path("message").stringValue()).startsWith(field);
        assertThat(stage.get(PATH + "?sessionId=s").status()).isEqualTo(404);
    }

    @ParameterizedTest(name = "quota{0}")
    @CsvSource({"''", "?sessionId=", "?sessionId=%00a", "?other=s", "?sessionId=%zz", "?sessionId=%"
    })
    void rejectsQueriesWithoutAValidSession(String query) {
        Answer answer = stage.get(PATH + query);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().path("error").stringValue()).isEqualTo("BAD_REQUEST");
    }

    @Test
    void onlyTheOperatorMaySetAQuota() {
        GatewayFixture guarded = GatewayFixture.open(
                settings -> GatewayFixture.with(
                        GatewayFixture.with(
                                settings, "token", Optional.of(Secret.of("of-clients"))),
                        "adminToken",
                        Optional.of(Secret.of("of-the-operator"))),
                builder -> {});
        try (guarded) {
            String body = "{'sessionId':'s','remaining_units':1," + WEIGHTS + "}";
            Request.Builder post = guarded.request(PATH, body);
            assertThat(guarded.send(post.header("Authorization", "Bearer of-clients")
                                    .build())
                            .status())
                    .isEqualTo(401);
            assertThat(guarded.send(post.header("Authorization", "Bearer of-the-operator")
                                    .build())
                            .status())
                    .isEqualTo(200);
            Request get = new Request.Builder()
                    .url(guarded.url(PATH + "?sessionId=s"))
                    .header("Authorization", "Bearer of-clients")
                    .build();
            assertThat(guarded.send(get).status()).isEqualTo(200);
        }
    }

    private BigDecimal remaining(String session) {
        return stage.get(PATH + "?sessionId=" + session)
                .json()
                .path("remaining_units")
                .decimalValue();
    }
}
