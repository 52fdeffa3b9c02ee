/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.provider.HttpProvider;
import dev.triune.llm.provider.HttpProvider.HttpTransport;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.Provider;
import dev.triune.llm.provider.RecordingSink;
import dev.triune.llm.provider.Stage;
import dev.triune.testsupport.ClosedPort;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;

/** A server that plays its part over real HTTP. */
final class HttpStage implements Stage {
    private static final Pattern NUMBER = Pattern.compile("#(\\d+)#");

    private final Script script;
    private final int chunkBytes;
    private final HttpTransport transport;
    private final MockWebServer server = new MockWebServer();
    private final HangingServer hanging;
    private final ClosedPort closed = new ClosedPort();

    /**
     * A server.
     *
     * @param chunkBytes in what pieces it sends bodies; 0 for whole ones
     */
    HttpStage(Script script, int chunkBytes, HttpTransport transport) throws IOException {
        this.script = script;
        this.chunkBytes = chunkBytes;
        this.transport = transport;
        this.hanging = new HangingServer(script.beginning("It"));
        server.setServerSocketFactory(new PromptSockets());
        server.start();
    }

    @Override
    public Set<Act> repertoire() {
        return EnumSet.allOf(Act.class);
    }

    @Override
    public Provider open(Act act) throws Exception {
        server.setDispatcher(new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
                return response(act, textOf(request));
            }
        });
        String url = switch (act) {
            case DAWDLE, HANG -> hanging.url();
            case UNREACHABLE -> "http://127.0.0.1:" + closed.number();
            default -> server.url("/").toString();
        };
        return HttpProvider.builder(script.apiFamily, url)
                .apiKey(KEY)
                .transport(transport)
                .build();
    }

    private static String textOf(RecordedRequest request) {
        return request.getBody() == null ? "" : request.getBody().utf8();
    }

    private MockResponse response(Act act, String asked) {
        int number = numberIn(asked);
        String said = script.reply(number).text().substring(0, 5);
        return switch (act) {
            case ANSWER -> body(200, script.answer(number)).build();
            case BREAK -> body(200, script.beginning(said)).build();
            case ERROR_IN_MID_ANSWER ->
                body(200, script.beginning(said) + script.error(indiscreet())).build();
            case REFUSE_WITH_ADVICE ->
                body(429, script.refusal(indiscreet()))
                        .addHeader(script.adviceHeader)
                        .build();
            case REFUSE_WITHOUT_ADVICE ->
                body(429, script.refusal(indiscreet())).build();
            case DAWDLE, HANG, UNREACHABLE -> throw new AssertionError("no call comes here");
        };
    }

    private static String indiscreet() {
        return "not with the key " + KEY + " and " + SECRET;
    }

    private MockResponse.Builder body(int status, String body) {
        MockResponse.Builder response = new MockResponse.Builder().code(status);
        response = chunkBytes == 0 ? response.body(body) : response.chunkedBody(body, chunkBytes);
        return response.setHeader("Content-Type", script.contentType);
    }

    private static int numberIn(String text) {
        Matcher number = NUMBER.matcher(text);
        return number.find() ? Integer.parseInt(number.group(1)) : -1;
    }

    @Override
    public Reply due(ModelCall call, RecordingSink heard) {
        return script.reply(numberIn(call.prompt().messages().get(0).text()));
    }

    @Override
    public Duration advised() {
        return script.advice;
    }

    @Override
    public void untilBegun(RecordingSink sink) throws Exception {
        assertThat(hanging.awaitBegun(1)).as("call received").isTrue();
        if (script != Script.OPENAI_UNSTREAMED) {
            assertThat(sink.awaitText()).as("first text received").isTrue();
        }
    }

    @Override
    public void untilEnd(RecordingSink sink) throws Exception {
        sink.awaitEnd();
    }

    @Override
    public void requireHangUp(RecordingSink sink) throws Exception {
        assertThat(hanging.awaitHangUp()).as("the server saw the hang-up").isTrue();
    }

    @Override
    public void close() throws IOException {
        hanging.close();
        server.close();
        closed.close();
    }
}
