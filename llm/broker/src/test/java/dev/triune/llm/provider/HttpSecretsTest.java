/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.internal.http.ProxySettings;
import dev.triune.llm.internal.http.ServerFixture;
import mockwebserver3.MockResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages and texts of a provider never contain a key, a header value or a prompt. */
final class HttpSecretsTest extends ServerFixture {
    private static final String HEADER_VALUE = "hush-hush-1";
    private static final String PROXY_VALUE = "Basic bWU6aHVzaC1odXNo";

    @ParameterizedTest
    @EnumSource(ApiFamily.class)
    void refusalHidesSecretsThatTheServerRepeats(ApiFamily apiFamily) throws Exception {
        HttpProvider provider =
                open(builder(apiFamily, "").apiKey(KEY).header("X-Other", HEADER_VALUE));
        for (int status : new int[] {400, 401, 403, 404, 429, 500, 503}) {
            enqueue(status, error("key " + KEY + ", header Bearer " + KEY + ", " + HEADER_VALUE));
            assertThat(refusalOf(provider, CALL).toString())
                    .as("status %d", status)
                    .contains("[redacted]")
                    .doesNotContain(KEY, HEADER_VALUE);
            enqueue(status, error("bad prompt: " + SECRET_QUESTION));
            assertThat(refusalOf(provider, CALL).toString())
                    .as("status %d", status)
                    .contains(host())
                    .doesNotContain(SECRET_QUESTION);
        }
    }

    @Test
    void keySetAsAHeaderIsHidden() throws Exception {
        HttpProvider provider =
                open(builder(ApiFamily.OPENAI, "").header("Authorization", "Bearer " + KEY));
        enqueue(401, error("Incorrect API key provided: " + KEY));
        assertThat(refusalOf(provider, CALL).message()).doesNotContain(KEY);
    }

    @Test
    void keysOfFewerThanEightCharactersAreNotRedacted() throws Exception {
        HttpProvider local = open(builder(ApiFamily.OPENAI, "").apiKey("nothing"));
        enqueue(400, error("nothing is loaded"));
        assertThat(refusalOf(local, CALL).message()).contains("nothing is loaded");
        assertThat(request().getHeaders().get("Authorization")).isEqualTo("Bearer nothing");

        HttpProvider guarded = open(builder(ApiFamily.OPENAI, "").apiKey("nothing8"));
        enqueue(400, error("nothing8 is loaded"));
        assertThat(refusalOf(guarded, CALL).message())
                .contains("[redacted] is loaded")
                .doesNotContain("nothing8");
    }

    @Test
    void refusalHidesTheAuthorizationThatTheProxyRepeats() throws Exception {
        HttpProvider provider = open(HttpProvider.openAi("http://models.invalid/v1")
                .proxy("http://" + host())
                .proxyAuthorization(PROXY_VALUE));
        server.enqueue(new MockResponse.Builder()
                .code(403)
                .body(error("not with " + PROXY_VALUE))
                .build());
        assertThat(refusalOf(provider, CALL).message())
                .contains("[redacted]")
                .doesNotContain(PROXY_VALUE);
    }

    @Test
    void toStringShowsOnlyFamilyAndHost() {
        HttpProvider.Builder builder = builder(ApiFamily.ANTHROPIC, "/hush")
                .apiKey(KEY)
                .header("X-Other", HEADER_VALUE)
                .proxy("http://localhost:3128")
                .proxyAuthorization(PROXY_VALUE);
        HttpProvider provider = open(builder);
        assertThat(provider.toString()).isEqualTo("HttpProvider[anthropic at " + host() + "]");
        assertThat(ProxySettings.at("http://localhost:1")
                        .withAuthorization(PROXY_VALUE)
                        .toString())
                .doesNotContain(PROXY_VALUE);
    }

    private static String error(String message) {
        return "{\"error\":{\"message\":\"" + message + "\"}}";
    }
}
