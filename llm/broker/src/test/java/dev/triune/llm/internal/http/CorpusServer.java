/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.FailureCode;
import dev.triune.llm.internal.protocol.signal.RetryAdvice;
import dev.triune.llm.internal.protocol.signal.ServerError;
import dev.triune.llm.internal.protocol.signal.SignalCorpus;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.CallFailure.Failed;
import dev.triune.llm.provider.CallFailure.RateLimited;
import dev.triune.llm.provider.HttpProvider;
import dev.triune.llm.provider.RecordingSink;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import okio.Buffer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Serves one answer of a corpus after the other to a provider of its family, at the time of {@link
 * SignalCorpus#NOON}. For one thread.
 */
final class CorpusServer implements AutoCloseable {
    /** A chunk size that means: not chunked, but with a Content-Length. */
    static final int WHOLE = 0;

    private static final int LARGE_BYTES = 64 * 1024;
    private static final JsonMapper JSON = new JsonMapper();

    private final MockWebServer server = new MockWebServer();
    private final QueuedAnswers answers = new QueuedAnswers();
    private final Map<ApiFamily, HttpProvider> providers = new EnumMap<>(ApiFamily.class);

    CorpusServer() throws IOException {
        server.setServerSocketFactory(new PromptSockets());
        server.setDispatcher(answers);
        server.start();
        for (ApiFamily apiFamily : ApiFamily.values()) {
            providers.put(
                    apiFamily,
                    HttpProvider.builder(apiFamily, "http://" + host())
                            .clock(() -> SignalCorpus.NOON)
                            .build());
        }
    }

    /** The host as named in failure messages. */
    String host() {
        return server.getHostName() + ":" + server.getPort();
    }

    /** The sizes of chunks to send that body in; small ones take long for large bodies. */
    static List<Integer> chunkSizes(byte[] body) {
        return body.length > LARGE_BYTES ? List.of(100, WHOLE) : List.of(1, 3, 100, WHOLE);
    }

    /** A response with that body in chunks of so many bytes. */
    static MockResponse.Builder response(byte[] body, int chunkBytes) {
        Buffer buffer = new Buffer().write(body);
        MockResponse.Builder response = new MockResponse.Builder();
        return chunkBytes == WHOLE
                ? response.body(buffer)
                : response.chunkedBody(buffer, chunkBytes);
    }

    /** Makes one call with that response; checks that it ends once and sends no second request. */
    RecordingSink ask(ApiFamily apiFamily, MockResponse response) throws Exception {
        int before = answers.calls();
        server.enqueue(response);
        RecordingSink sink = new RecordingSink();
        Objects.requireNonNull(providers.get(apiFamily)).start(ServerFixture.CALL, sink);
        sink.awaitEnd();
        assertThat(sink.ends()).as("ends").isOne();
        assertThat(answers.calls() - before).as("requests").isOne();
        return sink;
    }

    /** Requires the failure that follows from a verdict on an error of that status. */
    void requireFailure(CallFailure failure, RetryAdvice retryAdvice, int status) {
        assertThat(failure).isEqualTo(due(retryAdvice, status, failure.message()));
        assertThat(failure.message()).startsWith(host() + " answered with status " + status);
    }

    private static CallFailure due(RetryAdvice retryAdvice, int status, String message) {
        boolean overloaded = status == 503 || status == 529;
        if (message.endsWith("Loading model")) {
            return new RateLimited(Duration.ofSeconds(2), message, true, overloaded);
        }
        if (retryAdvice instanceof RetryAdvice.Wait wait) {
            return new RateLimited(wait.duration(), message, false, overloaded);
        }
        if (retryAdvice instanceof RetryAdvice.WaitUnspecified) {
            return new RateLimited(null, message, false, overloaded);
        }
        if (retryAdvice instanceof RetryAdvice.Permanent last) {
            return new Failed(last.code(), message, last.duration(), 0, "");
        }
        return new Failed(codeOf(status), message);
    }

    private static FailureCode codeOf(int status) {
        return switch (status) {
            case 401, 403 -> FailureCode.AUTHENTICATION;
            case 404 -> FailureCode.MODEL_UNAVAILABLE; // all of the corpus name a model
            case 408, 504 -> FailureCode.PROVIDER_TIMEOUT;
            case 501 -> FailureCode.BAD_REQUEST; // not a failure of the server
            default -> status < 500 ? FailureCode.BAD_REQUEST : FailureCode.PROVIDER_ERROR;
        };
    }

    /** The status of an error inside an answer, taken from its body. */
    static int statusIn(String body) {
        try {
            return ServerError.of(JSON.readTree(body)).status();
        } catch (JacksonException noJson) {
            return ServerError.of(JSON.missingNode()).status();
        }
    }

    @Override
    public void close() {
        providers.values().forEach(HttpProvider::close);
        server.close();
    }
}
