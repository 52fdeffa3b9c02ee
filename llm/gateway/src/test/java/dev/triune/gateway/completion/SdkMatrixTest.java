/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.anthropic.errors.AnthropicException;
import com.anthropic.errors.AnthropicServiceException;
import com.openai.errors.OpenAIException;
import com.openai.errors.OpenAIServiceException;
import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.provider.HttpProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The official SDKs get the same results through the gateway as from the provider. The table of the
 * document has a row for each case: how the SDK's call ended, and what the gateway changes.
 */
@Timeout(300) // the SDKs retry in real time
class SdkMatrixTest {
    private static final Path DOCUMENT = Path.of("../../docs/gateway.md");
    private static final String BEGIN =
            "<!-- begin of the SDK matrix, checked by SdkMatrixTest -->\n";
    private static final String END = "<!-- end of the SDK matrix -->";

    /** The kind of request a client sends. */
    enum Mode {
        PLAIN,
        STREAMED,
        TOOLS,
        STREAMED_TOOLS
    }

    /** How a provider answers. */
    enum Answer {
        TEXT,
        TOOL_CALL,
        LENGTH,
        CUT
    }

    private record Case(String name, Mode mode, Answer answer, int status, String code) {
        static Case answered(String name, Mode mode, Answer answer) {
            return new Case(name, mode, answer, 200, "");
        }

        static Case refused(int status, String code) {
            return new Case(
                    status + (code.isEmpty() ? "" : " `" + code + "`"),
                    Mode.PLAIN,
                    Answer.TEXT,
                    status,
                    code);
        }
    }

    private static final List<Case> CASES = List.of(
            Case.answered("plain", Mode.PLAIN, Answer.TEXT),
            Case.answered("streamed", Mode.STREAMED, Answer.TEXT),
            Case.answered("tool call", Mode.TOOLS, Answer.TOOL_CALL),
            Case.answered("tool call, streamed", Mode.STREAMED_TOOLS, Answer.TOOL_CALL),
            Case.answered("cut at the length", Mode.PLAIN, Answer.LENGTH),
            Case.refused(400, "invalid_value"),
            Case.refused(400, "context_length_exceeded"),
            Case.refused(401, "invalid_api_key"),
            Case.refused(404, "model_not_found"),
            Case.refused(429, "rate_limit_exceeded"),
            Case.refused(500, "server_error"),
            Case.answered("stream that breaks off", Mode.STREAMED, Answer.CUT));

    @Test
    void officialSdksGetTheSameResultsThroughTheGateway() throws Exception {
        List<SdkClient> sdks = List.of(
                new SdkClient.OpenAiChat(),
                new SdkClient.OpenAiResponses(),
                new SdkClient.AnthropicMessages());
        StringBuilder table = new StringBuilder("| case |");
        sdks.forEach(sdk -> table.append(' ').append(sdk.name()).append(" |"));
        table.append("\n| --- |").append(" --- |".repeat(sdks.size())).append('\n');
        for (Case each : CASES) {
            table.append("| ").append(each.name()).append(" |");
            for (SdkClient sdk : sdks) {
                table.append(' ').append(compared(sdk, each)).append(" |");
            }
            table.append('\n');
        }
        String document = Files.readString(DOCUMENT);
        String printed =
                document.substring(document.indexOf(BEGIN) + BEGIN.length(), document.indexOf(END));
        assertThat(printed).isEqualTo(table.toString());
    }

    private static String compared(SdkClient sdk, Case each) throws IOException {
        String direct;
        try (MockWebServer server = serving(sdk.protocol(), each)) {
            direct = resultOf(() -> sdk.call(server.url("/").toString(), each.mode()));
        }
        String through;
        try (MockWebServer server = serving(sdk.upstream(), each);
                HttpProvider provider = provider(sdk, server);
                GatewayFixture stage = GatewayFixture.open(
                        settings -> settings,
                        builder -> builder.provider(
                                ProviderSettings.of("upstream", SdkClient.MODEL), provider))) {
            CompletableFuture<String> later = CompletableFuture.supplyAsync(
                    () -> resultOf(() -> sdk.call(stage.url("/"), each.mode())));
            await().pollInterval(Duration.ofMillis(20)).until(() -> {
                boolean idle = stage.gateway.stats().join().inFlight() == 0; // wakes the broker
                if (idle) { // so that no slow call times out
                    stage.clock.advance(Duration.ofSeconds(1)); // between the broker's rounds
                }
                return later.isDone();
            });
            through = later.join();
        }
        String start = direct.split("[ ,]", 2)[0]; // how it ended, or the exception
        return direct.equals(through) ? "same: " + start : start + " → " + through;
    }

    private static HttpProvider provider(SdkClient sdk, MockWebServer server) {
        HttpProvider.Builder builder = sdk.upstream() == SdkWire.MESSAGES
                ? HttpProvider.anthropic(server.url("/").toString())
                : HttpProvider.openAi(server.url("/v1").toString());
        return builder.apiKey("sk-upstream-key").build();
    }

    private static MockWebServer serving(SdkWire wire, Case each) {
        MockWebServer server = new MockWebServer();
        server.setDispatcher(new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
                boolean stream = String.valueOf(
                                request.getBody() == null
                                        ? ""
                                        : request.getBody().utf8())
                        .replace(" ", "")
                        .contains("\"stream\":true");
                return response(wire, each, stream);
            }
        });
        try {
            server.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return server;
    }

    private static MockResponse response(SdkWire wire, Case each, boolean stream) {
        if (each.status() != 200) {
            return new MockResponse.Builder()
                    .code(each.status())
                    .addHeader("Content-Type", "application/json")
                    .body(wire.error(each.status(), each.code()))
                    .build();
        }
        MockResponse.Builder response = new MockResponse.Builder()
                .addHeader("Content-Type", stream ? "text/event-stream" : "application/json");
        if (each.answer() == Answer.CUT) {
            return response.chunkedBody(wire.begin() + ": " + "x".repeat(20_000) + "\n\n", 512)
                    .onResponseBody(new SocketEffect.CloseSocket())
                    .build();
        }
        return response.body(stream ? wire.events(each.answer()) : wire.whole(each.answer()))
                .build();
    }

    private static String resultOf(java.util.function.Supplier<String> call) {
        try {
            return call.get();
        } catch (OpenAIServiceException e) {
            return thrown(e) + " " + e.statusCode() + " " + e.code().orElse("");
        } catch (AnthropicServiceException e) {
            return thrown(e) + " " + e.statusCode() + " "
                    + e.type().map(Object::toString).orElse("");
        } catch (OpenAIException | AnthropicException e) {
            return thrown(e);
        }
    }

    private static String thrown(RuntimeException e) {
        return "`" + e.getClass().getSimpleName() + "`";
    }
}
