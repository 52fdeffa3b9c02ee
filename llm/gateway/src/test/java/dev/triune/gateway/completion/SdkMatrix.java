/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.provider.HttpProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;

/**
 * Compares what SDKs get through the gateway with what they get from the provider. The table of the
 * document has a column for each SDK, and rows of cases, with the difference if there is one.
 */
final class SdkMatrix {
    /** In a folder above that of the module, which is the gateway or that of the browser. */
    private static final Path DOCUMENT = Stream.iterate(
                    Path.of("").toAbsolutePath(), Objects::nonNull, Path::getParent)
            .map(folder -> folder.resolve("docs/gateway.md"))
            .filter(Files::exists)
            .findFirst()
            .orElseThrow();

    private static final String BEGIN = "<!-- begin of the SDK matrix";
    private static final String END = "<!-- end of the SDK matrix -->";

    private SdkMatrix() {}

    /** Checks the document's column of an SDK. */
    static void check(SdkClient sdk) throws IOException {
        List<String> cells = new ArrayList<>();
        for (Case each : CASES) {
            cells.add(compared(sdk, each));
        }
        assertThat(CASES).extracting(Case::name).isEqualTo(printed("case"));
        assertThat(cells).as(sdk.name()).isEqualTo(printed(sdk.name()));
    }

    /** Returns the cells of a column of the document's table, whose rows have one case or more. */
    private static List<String> printed(String column) throws IOException {
        String document = Files.readString(DOCUMENT);
        List<List<String>> lines = document.substring(
                        document.indexOf(BEGIN), document.indexOf(END))
                .lines()
                .skip(1)
                .map(line -> List.of(line.substring(2).split(" \\|( |$)")))
                .toList();
        int index = lines.get(0).indexOf(column);
        assertThat(index).as(column).isNotNegative();
        List<String> cells = new ArrayList<>();
        for (List<String> line : lines.subList(2, lines.size())) {
            for (String name : line.get(0).split("; ")) {
                cells.add(index == 0 ? name : line.get(index));
            }
        }
        return cells;
    }

    /** The kind of request a client sends. */
    enum Mode {
        PLAIN,
        STREAMED,
        TOOLS,
        STREAMED_TOOLS;

        boolean isStreamed() {
            return this == STREAMED || this == STREAMED_TOOLS;
        }

        boolean hasTools() {
            return this == TOOLS || this == STREAMED_TOOLS;
        }
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

        /** What an SDK without a gateway gets, as a regular expression. */
        String expected() {
            String text = ".*I will gather wood\\..*7\\+3";
            if (status != 200) {
                return "`\\w+` " + status + ".*";
            }
            return switch (answer) {
                case TEXT -> text;
                case TOOL_CALL -> ".*look\\{}.*7\\+3";
                case LENGTH -> text + "|`LengthFinishReasonError`";
                case CUT -> "`\\w+`.*";
            };
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
            Case.refused(404, "model_not_found"),
            Case.refused(429, "rate_limit_exceeded"),
            Case.refused(401, "invalid_api_key"),
            Case.refused(500, "server_error"),
            Case.answered("stream that breaks off", Mode.STREAMED, Answer.CUT));

    private static String compared(SdkClient sdk, Case each) throws IOException {
        String direct;
        try (MockWebServer server = serving(sdk.protocol(), each)) {
            direct = sdk.call(server.url("/").toString(), each.mode());
        }
        String through;
        try (MockWebServer server = serving(sdk.upstream(), each);
                HttpProvider provider = provider(sdk, server);
                GatewayFixture stage = GatewayFixture.open(
                        settings -> settings,
                        builder -> builder.provider(
                                ProviderSettings.of("upstream", SdkClient.MODEL), provider))) {
            CompletableFuture<String> later =
                    CompletableFuture.supplyAsync(() -> sdk.call(stage.url("/"), each.mode()));
            await().pollInterval(Duration.ofMillis(20)).until(() -> {
                boolean idle =
                        stage.gateway.stats().join().calls().inFlight() == 0; // wakes the broker
                if (idle) { // so that no slow call times out
                    stage.clock.advance(Duration.ofSeconds(1)); // between the broker's rounds
                }
                return later.isDone();
            });
            through = later.join();
        }
        assertThat(direct).as("%s, %s, directly", sdk.name(), each.name()).matches(each.expected());
        return direct.equals(through) ? "same" : through;
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
}
