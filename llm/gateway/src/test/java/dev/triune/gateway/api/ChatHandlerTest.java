/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.GatewayFixture.Answer;
import dev.triune.gateway.fixture.ScriptedProvider.Call;
import dev.triune.llm.AnswerPart.ToolCall;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Message;
import dev.triune.llm.ModelOptions;
import dev.triune.llm.provider.CallFailure;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code POST /api/llm/chat}, for the session {@code parent}, which has a quota. */
class ChatHandlerTest {
    private static final String PATH = "/api/llm/chat";
    private static final String BODY =
            "{'sessionId':'parent','messages':[{'role':'user','content':'%s'}]}";

    private final GatewayFixture stage = GatewayFixture.open();

    @BeforeEach
    void putUnderQuota() {
        assertThat(enable("1000000").status()).isEqualTo(200);
    }

    @AfterEach
    void close() {
        stage.close();
    }

    private Answer enable(String remaining) {
        return stage.post(
                "/api/llm/quota",
                "{'sessionId':'parent','remaining_units':" + remaining
                        + ",'weights':{'input':1.0,'cached':0.25,'output':4.0}}");
    }

    private CompletableFuture<Answer> ask(String question) {
        return stage.postLater(PATH, BODY.formatted(question));
    }

    @Test
    void answerHasTheDocumentedFields() {
        var asked = stage.postLater(PATH, """
                {'sessionId':'parent','model':'model-1','max_tokens':2000,'temperature':0.2,
                 'tools':[],'metadata':{},'messages':[{'role':'system','content':'Be short.'},
                 {'role':'user','content':'Hello?'}]}""");
        Call call = stage.model.call(0);
        stage.clock.advance(Duration.ofMillis(250));
        call.text("Hi");
        call.text(".");
        call.complete();
        Answer answer = GatewayFixture.of(asked);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json()).isEqualTo(GatewayFixture.JSON.readTree("""
                        {"messages": [{"role": "assistant", "content": "Hi."}],
                         "usage": {"prompt_tokens": 100, "cached_tokens": 0,
                          "completion_tokens": 24, "total_tokens": 124},
                         "model": "model-1",
                         "metadata": {"trim_applied": false, "queue_length_at_enqueue": 0,
                          "wait_duration_ms": 0, "effective_max_tokens": 2000,
                          "provider_latency_ms": 250}}"""));
        assertThat(call.asked.temperature()).isEqualTo(0.2);
        assertThat(call.asked.prompt().messages())
                .extracting(Message::role)
                .containsExactly(Message.Role.SYSTEM, Message.Role.USER);
    }

    @Test
    void toolsReachTheModelAndItsCallsTheClient() {
        var asked = stage.postLater(PATH, """
                {'sessionId':'parent','tool_choice':'look','tools':[{'type':'function','function':
                 {'name':'look','parameters':{'type':'object','properties':{}}}}],
                 'messages':[{'role':'user','content':'Hello?'}]}""");
        Call call = stage.model.call(0);
        call.toolCall(new ToolCall("c1", "look", "{}"));
        call.complete();

        assertThat(call.asked.options().tools())
                .extracting(ModelOptions.Tool::name)
                .containsExactly("look");
        assertThat(call.asked.options().toolChoice()).isEqualTo("look");
        assertThat(GatewayFixture.of(asked).json().at("/messages/0/tool_calls/0/function/name"))
                .hasToString("\"look\"");
    }

    @Test
    void maxTokensAreTrimmedToTheQuota() {
        enable("0.01");
        stage.model.answering("short");
        var metadata = stage.post(PATH, """
                {'sessionId':'parent','max_tokens':5000,
                 'messages':[{'role':'user','content':'q'}]}""").json().path("metadata");

        assertThat(metadata.path("trim_applied").booleanValue()).isTrue();
        // floor(0.01 / 4 x 1,000,000 x 0.9), minus the estimated cost of the prompt
        assertThat(metadata.path("effective_max_tokens").intValue()).isBetween(2000, 2250);
        assertThat(stage.model.call(0).asked.maxTokens())
                .isEqualTo(metadata.path("effective_max_tokens").intValue());
    }

    @Test
    void childInItsParentsSessionSharesLockAndQuota() {
        var parent = ask("of the parent");
        Call first = stage.model.call(0);
        var child = ask("of the child");
        var other = stage.postLater(
                "/api/llm/generate", "{'sessionId':'another','prompt':'of another session'}");
        Call second = stage.model.call(1);

        assertThat(second.question()).isEqualTo("of another session"); // the child waits
        await().until(() -> stage.gateway.stats().join().queue().waiting() == 1);
        second.complete();
        assertThat(GatewayFixture.of(other).status()).isEqualTo(200);
        assertThat(stage.model.calls).hasSize(2);

        stage.clock.advance(Duration.ofMillis(1500));
        first.complete();
        assertThat(stage.model.call(2).question()).isEqualTo("of the child");
        stage.model.call(2).complete();
        assertThat(GatewayFixture.of(parent).status()).isEqualTo(200);
        assertThat(GatewayFixture.of(child)
                        .json()
                        .path("metadata")
                        .path("wait_duration_ms")
                        .longValue())
                .isEqualTo(1500);
        assertThat(stage.get("/api/llm/quota?sessionId=parent")
                        .json()
                        .path("remaining_units")
                        .decimalValue())
                .isEqualByComparingTo("999999.999608"); // 2 x (100 x 1 + 24 x 4) / 1,000,000
    }

    @Test
    void waitingRequestsAreServedInArrivalOrder() {
        var answers = new java.util.ArrayList<CompletableFuture<Answer>>();
        for (int i = 0; i < 4; i++) {
            answers.add(ask("question " + i));
            int open = i + 1;
            await().until(() -> submitted() == open);
        }
        for (int i = 0; i < 4; i++) {
            assertThat(stage.model.call(i).question()).isEqualTo("question " + i);
            assertThat(stage.model.calls).hasSize(i + 1); // one at a time
            stage.model.call(i).complete();
        }
        for (int i = 0; i < 4; i++) {
            assertThat(GatewayFixture.of(answers.get(i))
                            .json()
                            .path("metadata")
                            .path("queue_length_at_enqueue")
                            .intValue())
                    .isEqualTo(Math.max(0, i - 1));
        }
    }

    private long submitted() {
        return stage.gateway.stats().join().requests().submitted();
    }

    @Test
    void requestTimesOutWaitingForItsSessionWithoutACall() {
        var holder = ask("holder");
        stage.model.call(0);
        var waiter = ask("waiter");
        await().until(() -> submitted() == 2);
        stage.clock.advance(Duration.ofMillis(29_999));
        assertThat(stage.post("/api/llm/heartbeat", "{'sessionId':'parent'}").status())
                .isEqualTo(200);
        assertThat(waiter).isNotDone();
        stage.clock.advance(Duration.ofMillis(1));

        Answer late = GatewayFixture.of(waiter);
        assertThat(late.status()).isEqualTo(503);
        assertThat(late.headers().get("Retry-After")).isEqualTo("1");
        assertThat(late.json().path("error").stringValue()).isEqualTo("QUEUE_TIMEOUT");
        assertThat(late.json().path("code").stringValue()).isEqualTo("queue_timeout");
        assertThat(stage.model.calls).hasSize(1);
        stage.model.call(0).complete();
        assertThat(GatewayFixture.of(holder).status()).isEqualTo(200);
    }

    @Test
    void cancelReportsWhetherTheCallHadStarted() {
        String body =
                "{'sessionId':'parent','cancel_token':'t%s','messages':[{'role':'user','content':'q'}]}";
        var begun = stage.postLater(PATH, body.formatted(1));
        Call call = stage.model.call(0);
        call.text("half an ");
        var waiting = stage.postLater(PATH, body.formatted(2));
        await().until(() -> submitted() == 2);

        stage.post("/api/llm/cancel", "{'sessionId':'parent','cancelToken':'t2'}");
        assertThat(GatewayFixture.of(waiting).json().path("code").stringValue())
                .isEqualTo("cancelled_before_start");
        stage.post("/api/llm/cancel", "{'sessionId':'parent','cancelToken':'t1'}");
        Answer after = GatewayFixture.of(begun);
        assertThat(after.status()).isEqualTo(499);
        assertThat(after.json().path("code").stringValue()).isEqualTo("cancelled_after_start");
        assertThat(call.isCancelled()).isTrue();
        assertThat(stage.model.calls).hasSize(1);
    }

    @Test
    void timeoutReturnsThePartialAnswer() {
        var asked = ask("q");
        Call call = stage.model.call(0);
        call.text("Once upon a ");
        call.text("time");
        await().until(() -> stage.gateway.stats().join().calls().inFlight() == 1);
        stage.post("/api/llm/heartbeat", "{'sessionId':'parent'}");
        stage.clock.advance(Duration.ofSeconds(60));
        Answer late = GatewayFixture.of(asked);

        assertThat(late.status()).isEqualTo(504);
        var error = late.json();
        assertThat(error.path("error").stringValue()).isEqualTo("PROVIDER_TIMEOUT");
        assertThat(error.path("code").stringValue()).isEqualTo("provider_timeout");
        assertThat(error.path("partial").booleanValue()).isTrue();
        assertThat(error.path("messages").path(0).path("content").stringValue())
                .isEqualTo("Once upon a time");
        assertThat(error.path("metadata").path("provider_latency_ms").longValue())
                .isEqualTo(60_000);
        // the lock is free again
        stage.model.answering("next");
        assertThat(stage.post(PATH, BODY.formatted("r")).status()).isEqualTo(200);
    }

    @Test
    void providerFailureHasTheGeneralAndTheDetailedCode() {
        stage.model.scripted(call -> call.fail(
                new CallFailure.Failed(FailureCode.AUTHENTICATION, "the key is not accepted")));
        Answer failed = stage.post(PATH, BODY.formatted("q"));

        assertThat(failed.status()).isEqualTo(502);
        assertThat(failed.json().path("code").stringValue()).isEqualTo("provider_error");
        assertThat(failed.json().path("provider_code").stringValue()).isEqualTo("authentication");
        assertThat(failed.json().has("partial")).isFalse();
        assertThat(failed.json().has("messages")).isFalse();
    }

    @Test
    void ownCodeOfTheProviderIsPassedOnWhateverTheStatus() {
        stage.model.scripted(call -> call.fail(new CallFailure.Failed(
                FailureCode.PROVIDER_ERROR, "it broke", null, 500, "internal_server_error")));
        Answer broken = stage.post(PATH, BODY.formatted("q"));

        assertThat(broken.status()).isEqualTo(502);
        assertThat(broken.json().path("code").stringValue()).isEqualTo("provider_error");
        assertThat(broken.json().path("provider_code").stringValue())
                .isEqualTo("internal_server_error");
        assertThat(broken.json().has("providerCode")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"false, 429, PROVIDERS_EXHAUSTED", "true, 503, PROVIDERS_UNAVAILABLE"})
    void rateLimitOfTheProviderIsAnErrorOfTheContract(
            boolean overloaded, int status, String error) {
        stage.model.scripted(call -> call.fail(new CallFailure.RateLimited(
                Duration.ofSeconds(7), "too many requests", false, overloaded)));
        Answer limited = stage.post(PATH, BODY.formatted("q"));

        assertThat(limited.status()).isEqualTo(status);
        assertThat(limited.json().path("error").stringValue()).isEqualTo(error);
        assertThat(limited.json().path("code").stringValue()).isEqualTo("provider_error");
        assertThat(limited.json().path("provider_code").stringValue())
                .isEqualTo(error.toLowerCase(Locale.ROOT));
        assertThat(limited.json().path("retryAfterMs").longValue()).isPositive();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
            {'messages':[{'role':'user','content':'q'}]}; sessionId
            {'sessionId':'s'}; messages
            {'sessionId':'s','messages':null}; messages
            {'sessionId':'s','messages':'q'}; messages
            {'sessionId':'s','messages':[]}; messages
            {'sessionId':'s','messages':['q']}; messages[0]
            {'sessionId':'s','messages':[{'role':'robot','content':'q'}]}; messages[0].role
            {'sessionId':'s','messages':[{'role':'user','content':7}]}; messages[0].content
            {'sessionId':'s','max_tokens':0,'messages':[{'role':'user','content':'q'}]}; max_tokens
            {'sessionId':'s','temperature':2.1,'messages':[{'role':'user','content':'q'}]}; temperature
            {'sessionId':'s','cancel_token':1,'messages':[{'role':'user','content':'q'}]}; cancel_token
            """)
    void invalidFieldIsNamed(String body, String field) {
        Answer answer = stage.post(PATH, body);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().path("field").stringValue()).isEqualTo(field);
        assertThat(stage.model.calls).isEmpty();
    }
}
