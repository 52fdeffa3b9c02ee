/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Usage;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.GatewayProvider;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.Provider;
import dev.triune.llm.provider.Provider.BatchingProvider;
import dev.triune.llm.provider.RecordingSink;
import dev.triune.llm.provider.Stage;
import dev.triune.testsupport.ClosedPort;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;

/** A gateway that plays its part over real HTTP. */
final class GatewayStage implements Stage {
    private static final Pattern NUMBER = Pattern.compile("#(\\d+)#");
    private static final Duration ADVISED = Duration.ofMillis(1234);

    private final boolean batches;
    private final int chunkBytes;
    private final MockWebServer server = new MockWebServer();
    private final HangingServer hanging;
    private final ClosedPort closed = new ClosedPort();

    /**
     * A gateway.
     *
     * @param batches whether calls come in batches, of one
     * @param chunkBytes in what pieces it sends bodies; 0 for whole ones
     */
    GatewayStage(boolean batches, int chunkBytes) throws IOException {
        this.batches = batches;
        this.chunkBytes = chunkBytes;
        this.hanging = new HangingServer(GatewayScript.delta(id(), "It"));
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
                return response(
                        act, request.getBody() == null ? "" : request.getBody().utf8());
            }
        });
        String url = switch (act) {
            case DAWDLE, HANG -> hanging.url();
            case UNREACHABLE -> "http://127.0.0.1:" + closed.number();
            default -> server.url("/").toString();
        };
        VirtualTime standing = new VirtualTime();
        GatewayProvider provider = GatewayProvider.builder(url, "stage")
                .token(KEY)
                .ticker(standing)
                .timers(standing)
                .build();
        return batches ? new Batches(provider) : provider;
    }

    private String id() {
        return batches ? "0" : "";
    }

    private MockResponse response(Act act, String asked) {
        int number = numberIn(asked);
        String text = reply(number).text();
        int middle = text.length() / 2;
        String beginning = ": \n\n" + GatewayScript.delta(id(), text.substring(0, middle));
        String refusal = "{"
                + GatewayScript.fields(
                        "RATE_LIMIT_COOLDOWN",
                        429,
                        indiscreet(),
                        act == Act.REFUSE_WITH_ADVICE ? GatewayScript.cooldown(1234, 4) : "")
                + "}";
        return switch (act) {
            case ANSWER ->
                body(
                        200,
                        beginning
                                + GatewayScript.delta(id(), text.substring(middle))
                                + GatewayScript.complete(id(), reply(number).usage(), ""));
            case BREAK -> body(200, beginning);
            case ERROR_IN_MID_ANSWER ->
                body(
                        200,
                        beginning
                                + GatewayScript.error(
                                        id(),
                                        GatewayScript.fields(
                                                "PROVIDER_ERROR",
                                                502,
                                                indiscreet(),
                                                ",\"code\":\"provider_error\",\"partial\":true")));
            case REFUSE_WITH_ADVICE, REFUSE_WITHOUT_ADVICE -> body(429, refusal);
            case DAWDLE, HANG, UNREACHABLE -> throw new AssertionError("no call comes here");
        };
    }

    private static Reply reply(int number) {
        return new Reply(
                "It is \"so\"\nand größer, 😀 of " + number, new Usage(36 + number, 64, 5, 7));
    }

    private static String indiscreet() {
        return "not with the token " + KEY + " and " + SECRET;
    }

    private MockResponse body(int status, String body) {
        MockResponse.Builder response = new MockResponse.Builder().code(status);
        response = chunkBytes == 0 ? response.body(body) : response.chunkedBody(body, chunkBytes);
        String type = status == 200 ? "text/event-stream" : "application/json";
        return response.setHeader("Content-Type", type).build();
    }

    private static int numberIn(String text) {
        Matcher number = NUMBER.matcher(text);
        return number.find() ? Integer.parseInt(number.group(1)) : -1;
    }

    @Override
    public Reply due(ModelCall call, RecordingSink heard) {
        return reply(numberIn(call.prompt().messages().get(0).text()));
    }

    @Override
    public Duration advised() {
        return ADVISED;
    }

    @Override
    public void untilBegun(RecordingSink sink) throws Exception {
        assertThat(hanging.awaitBegun(1)).as("call received").isTrue();
        assertThat(sink.awaitText()).as("first text received").isTrue();
    }

    @Override
    public void untilEnd(RecordingSink sink) throws Exception {
        sink.awaitEnd();
    }

    @Override
    public void requireHangUp(RecordingSink sink) throws Exception {
        assertThat(hanging.awaitHangUp()).as("the gateway saw the hang-up").isTrue();
    }

    @Override
    public void close() throws IOException {
        hanging.close();
        server.close();
        closed.close();
    }

    /** Sends each call as a batch. */
    private record Batches(GatewayProvider provider) implements Provider {
        @Override
        public RunningCall start(ModelCall call, AnswerSink sink) {
            var batchCall = new BatchingProvider.BatchCall(call, sink);
            return provider.startBatch(List.of(batchCall)).get(0);
        }

        @Override
        public void close() {
            provider.close();
        }

        @Override
        public String toString() {
            return provider.toString();
        }
    }
}
