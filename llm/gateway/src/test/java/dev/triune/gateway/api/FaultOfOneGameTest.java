/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.GatewayFixture.Answer;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.provider.HttpProvider;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Repeated faults of one game do not affect other games. */
@Timeout(120)
class FaultOfOneGameTest {
    private static final String GENERATE = "/api/llm/generate";
    private static final int TIMES = 10; // more than needed to open a breaker

    private final MockWebServer server = new MockWebServer();
    private volatile String lastBody = "";
    private HttpProvider provider;
    private GatewayFixture stage;

    @BeforeEach
    void open() throws Exception {
        server.setDispatcher(new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
                String body = request.getBody() == null ? "" : request.getBody().utf8();
                lastBody = body;
                if (body.contains("withheld-model")) {
                    return error(403, "Project `p` does not have access to model `withheld-model`");
                }
                if (body.contains("unheard-of-model")) {
                    return error(404, "The model `unheard-of-model` does not exist");
                }
                if (String.valueOf(request.getHeaders().get("Authorization")).contains("wrong")) {
                    return error(401, "Incorrect API key provided");
                }
                return body.contains("bad-schema")
                        ? error(400, "Invalid schema for response_format 'plan'")
                        : answer();
            }
        });
        server.start();
        String url = server.url("/v1").toString();
        provider = HttpProvider.openAi(url).apiKey("sk-of-the-gateway").build();
        stage = GatewayFixture.open(
                settings -> settings,
                builder -> builder.provider(
                                ProviderSettings.of("shared", "good-model")
                                        .withModels("withheld-model", "unheard-of-model"),
                                provider)
                        .endpoints(
                                endpoint -> HttpProvider.openAi(endpoint.url().toString())
                                        .apiKey(endpoint.key())
                                        .build()));
    }

    @AfterEach
    void close() {
        stage.close();
        provider.close();
        server.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
            {'sessionId':'a','prompt':'q','model':'withheld-model'}; 403
            {'sessionId':'a','prompt':'q','model':'unheard-of-model'}; 404
            """)
    void refusedModelOfOneGameDoesNotAffectOthers(String body, int status) {
        for (int i = 0; i < TIMES; i++) {
            Answer refused = stage.post(GENERATE, body);
            assertThat(refused.status())
                    .isEqualTo(i == 0 ? status : 404); // the model is out of service from then on
            assertThat(others().status()).isEqualTo(200);
        }
    }

    /** The server refuses one game's schema, which gets a weaker form; the other keeps its own. */
    @Test
    void invalidSchemaOfOneGameDoesNotAffectOthers() {
        for (int i = 0; i < TIMES; i++) {
            assertThat(withSchema("a", "bad-schema").status()).isEqualTo(200);
            assertThat(withSchema("b", "good").status()).isEqualTo(200);
            assertThat(lastBody).as("format of the other game's request").contains("json_schema");
        }
    }

    private Answer withSchema(String game, String property) {
        return stage.post(
                GENERATE,
                "{'sessionId':'" + game + "','prompt':'json','model':'good-model','schema':{"
                        + "'name':'plan','schema':{'type':'object','properties':{'" + property
                        + "':{'type':'string'}}}}}");
    }

    @Test
    void invalidKeyOfOneGameDoesNotAffectOthers() {
        for (int i = 0; i < TIMES; i++) {
            assertThat(withKey("wrong").status()).as("its own key").isEqualTo(401);
            assertThat(withKey("right").status()).isEqualTo(200);
            assertThat(others().status()).isEqualTo(200);
        }
    }

    private Answer withKey(String key) {
        return stage.post(
                GENERATE,
                "{'sessionId':'" + key + "','prompt':'q','customConfig':{'baseUrl':'"
                        + server.url("/v1") + "','apiKey':'" + key + "','model':'m'}}");
    }

    private Answer others() {
        return stage.post(GENERATE, "{'sessionId':'b','prompt':'q','model':'good-model'}");
    }

    private static MockResponse error(int status, String message) {
        return new MockResponse.Builder()
                .code(status)
                .addHeader("Content-Type", "application/json")
                .body("{\"error\":{\"message\":\"" + message + "\",\"code\":null}}")
                .build();
    }

    private static MockResponse answer() {
        return new MockResponse.Builder()
                .addHeader("Content-Type", "application/json")
                .body("{\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\","
                        + "\"content\":\"{}\"},\"finish_reason\":\"stop\"}]}")
                .build();
    }
}
