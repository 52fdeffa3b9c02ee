/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import dev.triune.llm.Ticker;
import dev.triune.llm.internal.http.AffordableAnswers;
import dev.triune.llm.internal.http.AnswerPace;
import dev.triune.llm.internal.http.HttpSettings;
import dev.triune.llm.internal.http.ModelExchange;
import dev.triune.llm.internal.http.OneShotJsonBody;
import dev.triune.llm.internal.http.ResponseExchange;
import dev.triune.llm.internal.http.ServerFixture;
import dev.triune.llm.internal.protocol.Dialect;
import dev.triune.llm.internal.protocol.ModelRequest;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.CallFailure.NotAccepted;
import dev.triune.llm.provider.HttpProvider;
import dev.triune.llm.provider.HttpProvider.HttpTransport;
import dev.triune.llm.provider.RecordingSink;
import dev.triune.llm.provider.ServerSettings;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import org.junit.jupiter.api.Test;

/** What only Jetty's client does; the rest is tested as for any other client. */
class JettyTransportTest extends ServerFixture {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String ANSWER =
            "{\"choices\":[{\"message\":{\"content\":\"Hello\"},\"finish_reason\":\"stop\"}]}";

    @Test
    void requestSentOnAReusedConnectionMayHaveRun() throws Exception {
        try (JettyTransport jetty = new JettyTransport(settings())) {
            enqueue(200, ANSWER);
            assertThat(ask(jetty).finishReason()).isNotNull();
            await().until(() -> jetty.idleConnections() == 1);
            server.enqueue(new MockResponse.Builder()
                    .onResponseStart(new SocketEffect.CloseSocket())
                    .build());
            assertThat(ask(jetty).failure())
                    .isEqualTo(new NotAccepted(
                            host() + " closed the connection; the call may have been received",
                            true));
        }
        assertThat(server.getRequestCount()).isEqualTo(2);
        assertThat(request().getConnectionIndex()).isEqualTo(request().getConnectionIndex());
    }

    @Test
    void rejectsSettingsOfOkHttp() {
        HttpProvider.Builder builder = HttpProvider.openAi("http://localhost/v1")
                .client(new OkHttpClient())
                .transport(HttpTransport.JETTY);
        assertThatIllegalArgumentException()
                .isThrownBy(builder::build)
                .withMessage("Jetty's transport with a client (expected OkHttp's)");
    }

    private HttpSettings settings() {
        return new HttpSettings(ApiFamily.OPENAI, server.url("/v1").toString());
    }

    private RecordingSink ask(JettyTransport jetty) throws Exception {
        RecordingSink recorded = new RecordingSink();
        HttpSettings settings = settings();
        Dialect dialect = Dialect.forHost("localhost", ServerSettings.DEFAULT);
        ModelRequest written = new ModelRequest(ApiFamily.OPENAI, CALL, dialect);
        ModelExchange exchange = new ModelExchange(
                written,
                recorded,
                settings.learnedDialects(),
                new AffordableAnswers(Ticker.system()),
                new AnswerPace(Duration.ZERO),
                settings.failures(),
                () -> CompletableFuture.completedFuture(List.of()),
                () -> false);
        Request request = new Request.Builder()
                .url(settings.url())
                .post(new OneShotJsonBody(written::bytes))
                .tag(ResponseExchange.class, exchange)
                .build();
        jetty.send(request, exchange, PATIENCE);
        recorded.awaitEnd();
        return recorded;
    }
}
