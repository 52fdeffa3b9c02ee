/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.GatewayFixture.Answer;
import dev.triune.llm.FailureCode;
import dev.triune.llm.provider.CallFailure;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** {@code POST /api/llm/batch}. */
class BatchHandlerTest {
    private static final String PATH = "/api/llm/batch";

    private final GatewayFixture stage = GatewayFixture.open();

    @AfterEach
    void close() {
        stage.close();
    }

    @Test
    void answersAreInterleavedAndEachEndsOnce() {
        stage.model.scripted(call -> {
            call.text("to " + call.question());
            call.complete();
        });

        List<JsonNode> events = events(stage.post("/llm/batch", """
                {'batch_id':'b','sessionId':'game','requests':[
                 {'request_id':'r1','prompt':'one'},{'request_id':'r2','prompt':'two'}]}"""));

        for (String id : List.of("r1", "r2")) {
            List<JsonNode> own = events.stream()
                    .filter(event -> event.path("request_id").asString("").equals(id))
                    .toList();
            assertThat(own)
                    .extracting(event -> event.path("type").asString())
                    .containsExactly("delta", "delta", "complete");
            assertThat(own.get(0).path("text").asString())
                    .isEqualTo("to " + (id.equals("r1") ? "one" : "two"));
            assertThat(own.get(1).path("done").asBoolean()).isTrue();
            assertThat(own.get(2).path("response").path("tokensUsed").asInt()).isEqualTo(124);
            assertThat(own.get(2).path("response").has("text")).isFalse();
        }
        assertThat(events.get(events.size() - 1)).isEqualTo(GatewayFixture.JSON.readTree("""
                {"type":"credits","credits":{"available":98,"nextAvailableAt":1735927792100}}"""));
    }

    @Test
    void unstreamedRequestGetsItsAnswerInOnePiece() {
        stage.model.answering("whole");

        List<JsonNode> events = events(stage.post(PATH, """
                {'requests':[{'request_id':'r','prompt':'one','stream':false}]}"""));

        assertThat(events)
                .extracting(event -> event.path("type").asString())
                .containsExactly("complete", "credits");
        assertThat(events.get(0).path("response").path("text").asString()).isEqualTo("whole");
    }

    @Test
    void failedRequestDoesNotAffectTheOthers() {
        stage.model.scripted(call -> {
            call.text("partial");
            if (call.question().equals("bad")) {
                call.fail(new CallFailure.Failed(FailureCode.CUT_OFF, "cut off"));
            } else {
                call.complete();
            }
        });

        List<JsonNode> events = events(stage.post(PATH, """
                {'requests':[{'request_id':'r1','prompt':'bad'},{'request_id':'r2','prompt':'good'}]}"""));

        JsonNode error = one(events, "error");
        assertThat(error.path("request_id").asString()).isEqualTo("r1");
        assertThat(error.path("error").asString()).isEqualTo("PROVIDER_ERROR");
        assertThat(error.path("code").asString()).isEqualTo("cut_off");
        assertThat(error.path("partial").asBoolean()).isTrue();
        assertThat(one(events, "complete").path("request_id").asString()).isEqualTo("r2");
    }

    @Test
    void requestsWaitUntilCreditsAreAvailable() throws Exception {
        stage.model.answering("yes");
        CompletableFuture<String> answer = enqueue("""
                {'requests':[{'request_id':'r1','prompt':'one','cost':100},
                             {'request_id':'r2','prompt':'two','cost':5}]}""");
        stage.model.call(0);
        stage.clock.advance(Duration.ofMillis(999));
        assertThat(stage.model.calls).hasSize(1);

        stage.clock.advance(Duration.ofMillis(1));

        assertThat(stage.model.call(1).question()).isEqualTo("two");
        assertThat(answer.get()).contains("r1", "r2");
    }

    @Test
    void requestsWaitingForCreditsEndWhenTheGatewayStops() throws Exception {
        CompletableFuture<String> answer = enqueue("""
                {'requests':[{'request_id':'r1','prompt':'one','cost':100},
                             {'request_id':'r2','prompt':'two','cost':5}]}""");
        stage.model.call(0).text("begun");
        stage.gateway.close();

        assertThat(stage.model.calls).hasSize(1);
        assertThat(answer)
                .satisfiesAnyOf(
                        ended -> assertThat(ended.get()).contains("CANCELLED"),
                        cut -> assertThat(cut).isCompletedExceptionally());
    }

    @Test
    void disconnectingClientCancelsItsWholeBatch() {
        CompletableFuture<String> left = new CompletableFuture<>();
        Call call = enqueue(left, """
                {'requests':[{'request_id':'r1','prompt':'one','cost':100},
                             {'request_id':'r2','prompt':'two','cost':5}]}""");
        var runningCall = stage.model.call(0);
        call.cancel();

        await().untilAsserted(() -> assertThat(runningCall.isCancelled()).isTrue());
        stage.clock.advance(Duration.ofSeconds(10));
        stage.model.answering("another");
        stage.post(PATH, "{'requests':[{'request_id':'r3','prompt':'three'}]}");
        assertThat(stage.model.calls)
                .extracting(made -> made.question())
                .containsExactly("one", "three");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {} | requests is missing (expected a list of at least one request)
            {'requests':[]} | requests is an empty list (expected a list of at least one request)
            {'requests':[1]} | requests[0] is a number (expected an object)
            {'requests':[{'prompt':'x'}]} | requests[0].request_id is missing (expected a name)
            {'requests':[{'request_id':'a','prompt':'x'},{'request_id':'a','prompt':'x'}]} | requests[1].request_id is there twice (expected one of its own)
            {'requests':[{'request_id':'a'}]} | requests[0].prompt is missing (expected text, or messages)
            {'requests':[{'request_id':'a','prompt':'x','cost':101}]} | requests[0].cost is 101 (expected 1 to 100, which is all the credits there are)
            """)
    void invalidRequestRejectsTheWholeBatchWithItsPosition(String body, String message) {
        Answer answer = stage.post(PATH, body.replace("''", "'"));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().path("message").asString()).isEqualTo(message);
        assertThat(stage.model.calls).isEmpty();
    }

    private static JsonNode one(List<JsonNode> events, String type) {
        return events.stream()
                .filter(event -> event.path("type").asString().equals(type))
                .findFirst()
                .orElseThrow();
    }

    private static List<JsonNode> events(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return Arrays.stream(answer.body().split("\n\n"))
                .filter(event -> event.startsWith("data: "))
                .map(event -> GatewayFixture.JSON.readTree(event.substring("data: ".length())))
                .toList();
    }

    private CompletableFuture<String> enqueue(String body) {
        CompletableFuture<String> answer = new CompletableFuture<>();
        enqueue(answer, body);
        return answer;
    }

    private Call enqueue(CompletableFuture<String> answer, String body) {
        Call call = stage.http.newCall(stage.request(PATH, body).build());
        call.enqueue(new Callback() {
            @Override
            public void onFailure(Call failed, IOException e) {
                answer.completeExceptionally(e);
            }

            @Override
            public void onResponse(Call done, Response response) throws IOException {
                try (response) {
                    answer.complete(response.body().string());
                }
            }
        });
        return call;
    }
}
