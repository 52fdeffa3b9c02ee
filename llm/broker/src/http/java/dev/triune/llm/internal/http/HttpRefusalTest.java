/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.FailureCode;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.CallFailure.Failed;
import dev.triune.llm.provider.CallFailure.RateLimited;
import dev.triune.llm.provider.HttpProvider;
import dev.triune.testsupport.ClosedPort;
import dev.triune.testsupport.Thorough;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How refusals are interpreted, in the formats of all servers. */
@ParameterizedClass
@MethodSource("dev.triune.llm.internal.http.Transports#tested")
final class HttpRefusalTest extends ServerFixture {
    private static final List<Integer> STATUSES = List.of(
            301, 400, 401, 402, 403, 404, 408, 409, 413, 422, 425, 499, 500, 501, 502, 503, 504,
            529, 599);

    /** The JSON shapes in which servers report an error message. */
    static Stream<Arguments> shapes() {
        return Stream.of(
                Arguments.of(
                        "OpenAI",
                        "{\"error\":{\"message\":\"so it is\",\"type\":\"t\",\"code\":null}}"),
                Arguments.of(
                        "Cerebras",
                        "{\"message\":\"so it is\",\"type\":\"t\",\"param\":\"p\",\"code\":\"c\"}"),
                Arguments.of("Ollama", "{\"error\":\"so it is\"}"),
                Arguments.of(
                        "Anthropic",
                        "{\"type\":\"error\",\"error\":{\"type\":\"t\",\"message\":\"so it is\"}}"),
                Arguments.of(
                        "Gemini",
                        "[{\"error\":{\"code\":1,\"message\":\"so it is\",\"status\":\"S\"}}]"),
                Arguments.of(
                        "llama.cpp",
                        "{\"error\":{\"code\":500,\"message\":\"so it is\",\"type\":\"t\"}}"),
                Arguments.of("a web page", "<html><body>so it is</body></html>"),
                Arguments.of("nothing", ""),
                Arguments.of("half of one", "{\"error\":{\"message\":\"so it is"),
                Arguments.of("null", "null"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("shapes")
    void statusDecidesTheFailureCodeInEveryFamily(String name, String body) throws Exception {
        boolean parsable =
                !List.of("a web page", "nothing", "half of one", "null").contains(name);
        Map<ApiFamily, String> paths = Map.of(
                ApiFamily.OPENAI, "/chat/completions",
                ApiFamily.ANTHROPIC, "/v1/messages",
                ApiFamily.OLLAMA, "/api/chat");
        for (ApiFamily apiFamily : ApiFamily.values()) {
            HttpProvider provider = open(builder(apiFamily, ""));
            for (int status : STATUSES) {
                enqueue(status, body);
                CallFailure failure = refusalOf(provider, CALL);
                String message = host() + " answered with status " + status;
                String called = status != 404 && status != 405
                        ? ""
                        : " (called " + paths.get(apiFamily) + "; check url, which is the address"
                                + " before that, often with /v1)";
                assertThat(failure)
                        .as("%s of %s with status %d", name, apiFamily, status)
                        .isEqualTo(
                                status == 403 && name.equals("a web page")
                                        ? new Failed(FailureCode.PROVIDER_ERROR, message + FIREWALL)
                                        : new Failed(
                                                codeOf(status),
                                                (parsable ? message + ": so it is" : message)
                                                        + called));
            }
        }
        assertThat(server.getRequestCount()).isEqualTo(3 * STATUSES.size());
    }

    private static final String FIREWALL = ", by the page of a firewall; the key was not checked";

    private static FailureCode codeOf(int status) {
        return switch (status) {
            case 401, 403 -> FailureCode.AUTHENTICATION;
            case 402 -> FailureCode.QUOTA_EXHAUSTED;
            case 408, 504 -> FailureCode.PROVIDER_TIMEOUT;
            case 409, 425, 499, 500, 502, 503, 529, 599 -> FailureCode.PROVIDER_ERROR;
            default -> FailureCode.BAD_REQUEST;
        };
    }

    @ParameterizedTest
    @EnumSource(ApiFamily.class)
    void readsOnlyTheBeginningOfAHugeErrorBody(ApiFamily apiFamily) throws Exception {
        enqueue(
                500,
                "{\"error\":{\"message\":\"" + "x".repeat(Thorough.count(2, 10) << 20) + "\"}}");
        enqueue(500, "{\"error\":{\"message\":\"and well again\"}}");
        HttpProvider provider = open(builder(apiFamily, ""));
        assertThat(refusalOf(provider, CALL).message()).endsWith("status 500");
        assertThat(refusalOf(provider, CALL).message()).endsWith("and well again");
    }

    @Test
    void rateLimitHasTheRetryAfterOfTheHeader() throws Exception {
        server.enqueue(new MockResponse.Builder()
                .code(429)
                .addHeader("Retry-After", "1.5")
                .body("{\"error\":{\"message\":\"slow down\",\"code\":\"rate_limit_exceeded\"}}")
                .build());
        open(builder()).start(CALL, sink);
        assertThat(sink.failure())
                .isEqualTo(new RateLimited(
                        Duration.ofMillis(1500), host() + " answered with status 429: slow down"));
    }

    @Test
    void dateToRetryAfterCountsFromTheWallClockIfTheResponseHasNoDate() throws Exception {
        server.enqueue(new MockResponse.Builder()
                .code(429)
                .addHeader("Retry-After", "Thu, 31 Dec 9998 23:59:59 GMT")
                .build());
        assertThat(refusalOf(open(builder()), CALL))
                .isEqualTo(
                        new RateLimited(Duration.ofDays(30), host() + " answered with status 429"));
    }

    @Test
    void callSentTooEarlyIsToBeRepeatedAfterTheGivenTime() throws Exception {
        server.enqueue(new MockResponse.Builder()
                .code(425)
                .addHeader("Retry-After", "2")
                .build());
        assertThat(refusalOf(open(builder()), CALL))
                .isEqualTo(new RateLimited(
                        Duration.ofSeconds(2), host() + " answered with status 425"));
    }

    @Test
    void overloadWithRetryAfterIsARateLimit() throws Exception {
        server.enqueue(new MockResponse.Builder()
                .code(503)
                .addHeader("Retry-After", "0")
                .build());
        assertThat(refusalOf(open(builder()), CALL))
                .isEqualTo(new RateLimited(
                        Duration.ZERO, host() + " answered with status 503", false, true));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "429 | {}",
                "503 | {\"error\":\"server busy\"}",
                "529 | {\"error\":{\"type\":\"overloaded_error\"}}",
            })
    void rateLimitWithoutRetryAfterHasNoWait(int status, String body) throws Exception {
        enqueue(status, body);
        open(builder()).start(CALL, sink);
        assertThat(sink.failure())
                .isInstanceOfSatisfying(
                        RateLimited.class,
                        limited -> assertThat(limited.retryAfter()).isNull());
    }

    @Test
    void rateLimitInsideAnAnswerTakesTheWaitFromItsMessage() throws Exception {
        answer("data: {\"error\":{\"code\":429,\"message\":\"try again in 2s\"}}\n\n");
        open(builder()).start(CALL, sink);
        assertThat(sink.failure())
                .isEqualTo(new RateLimited(
                        Duration.ofSeconds(2),
                        host() + " answered with status 429: try again in 2s"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"error\":{\"code\":\"insufficient_quota\",\"message\":\"pay\"}}",
                "{\"error\":{\"type\":\"insufficient_quota\",\"message\":\"pay\"}}",
                "{\"code\":\"insufficient_quota\",\"message\":\"pay\"}",
                "[{\"error\":{\"code\":\"insufficient_quota\",\"message\":\"pay\"}}]",
            })
    void exhaustedQuotaIsNotARateLimit(String body) throws Exception {
        server.enqueue(new MockResponse.Builder()
                .code(429)
                .addHeader("Retry-After", "1")
                .body(body)
                .build());
        open(builder()).start(CALL, sink);
        assertThat(broken(sink.failure()).code()).isEqualTo(FailureCode.QUOTA_EXHAUSTED);
        assertThat(sink.failure().message()).endsWith(": pay");
    }

    @Test
    void missingServerIsUnreachable() throws Exception {
        try (ClosedPort closed = new ClosedPort()) {
            String host = "127.0.0.1:" + closed.number();
            open(HttpProvider.openAi("http://" + host)).start(CALL, sink);
            assertThat(sink.failure())
                    .isEqualTo(new Failed(
                            FailureCode.UNREACHABLE,
                            "cannot reach " + host + ": connection refused"));
        }
    }

    @Test
    void serverThatHangsUpAtOnceIsUnreachable() throws Exception {
        server.enqueue(new MockResponse.Builder()
                .onResponseStart(new SocketEffect.CloseSocket())
                .build());
        open(builder()).start(CALL, sink);
        assertThat(broken(sink.failure()).code()).isEqualTo(FailureCode.UNREACHABLE);
        assertThat(server.getRequestCount()).isOne();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "400 | [{'error':{'code':400,'message':'API key not valid.','details':"
                        + "[{'reason':'API_KEY_INVALID'}]}}] | AUTHENTICATION",
                "403 | {'error':{'code':403,'message':'flagged','metadata':{'reasons':['x'],"
                        + "'flagged_input':'...'}}} | BAD_REQUEST",
                "400 | {'error':{'message':'Failed to generate JSON.','code':"
                        + "'json_validate_failed'}} | UNREADABLE_ANSWER",
            },
            quoteCharacter = '~')
    void knownErrorBodiesOverrideTheStatus(int status, String body, FailureCode code)
            throws Exception {
        server.enqueue(new MockResponse.Builder()
                .code(status)
                .body(body.replace('\'', '"'))
                .build());
        assertThat(broken(refusalOf(open(builder()), CALL)).code()).isEqualTo(code);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                // OpenAI, Groq, Cerebras
                "404 | {'error':{'message':'The model `x` does not exist or you do not have access"
                        + " to it.','type':'invalid_request_error','code':'model_not_found'}}",
                "403 | {'error':{'message':'Project `proj_1` does not have access to model `x`',"
                        + "'type':'invalid_request_error','code':'model_not_found'}}",
                "403 | {'error':{'message':'blocked','type':'permissions_error',"
                        + "'code':'model_permission_blocked_org'}}",
                "403 | {'error':{'message':'blocked','code':'model_permission_blocked_project'}}",
                "400 | {'error':{'message':'see the terms','code':'model_terms_required'}}",
                "400 | {'error':{'message':'The model `x` has been decommissioned.',"
                        + "'code':'model_decommissioned'}}",
                "404 | {'message':'Model x does not exist or you do not have access to it.'}",
                "403 | {'error':{'message':'You are not allowed to sample from this model'}}",
                // Anthropic
                "404 | {'type':'error','error':{'type':'not_found_error','message':'model: x'}}",
                "403 | {'type':'error','error':{'type':'permission_error',"
                        + "'message':'Your key may not use small-1.'}}",
                // Gemini, OpenRouter, Mistral, DeepSeek
                "404 | [{'error':{'code':404,'message':'models/x is not found for API version"
                        + " v1main','status':'NOT_FOUND'}}]",
                "404 | {'error':{'message':'No endpoints found matching your data policy'}}",
                "400 | {'error':{'message':'x is not a valid model ID','code':400}}",
                "400 | {'object':'error','message':'Invalid model: x','type':'invalid_model'}",
                "400 | {'error':{'message':'Model Not Exist','type':'invalid_request_error'}}",
                // Ollama, vLLM
                "404 | {'error':'model ^x^ not found, try pulling it first'}",
                "404 | {'error':{'message':'The model `x` does not exist.',"
                        + "'type':'NotFoundError','code':404}}",
                // inside an answer
                "200 | {'error':{'message':'The model `x` does not exist',"
                        + "'code':'model_not_found'}}",
                "200 | {'type':'error','error':{'type':'not_found_error','message':'model: x'}}",
            })
    void unservedModelIsReportedAsModelUnavailable(int status, String body) throws Exception {
        assertThat(codeOf(status, body)).isEqualTo(FailureCode.MODEL_UNAVAILABLE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "403 | {'error':{'message':'Country, region, or territory not supported'}}"
                        + " | AUTHENTICATION",
                "403 | {'error':{'message':'Missing scopes: model.request'}} | AUTHENTICATION",
                "401 | {'error':{'message':'No access to this model','code':'invalid_api_key'}}"
                        + " | AUTHENTICATION",
                "404 | 404 page not found | BAD_REQUEST",
                "404 | {'detail':'Not Found'} | BAD_REQUEST",
                "400 | {'error':{'message':'This model has a maximum context length of 8192"
                        + " tokens','code':'context_length_exceeded'}} | BAD_REQUEST",
                "400 | {'error':{'message':'the prompt says: model x does not exist'}}"
                        + " | BAD_REQUEST",
                "402 | {'error':{'type':'billing_error','message':'pay'}} | QUOTA_EXHAUSTED",
                "400 | {'error':{'type':'invalid_request_error','message':'Your credit balance is"
                        + " too low to access the API'}} | QUOTA_EXHAUSTED",
                "403 | {'error':{'code':'insufficient_quota','message':'pay'}} | QUOTA_EXHAUSTED",
                "429 | {'error':{'code':'billing_hard_limit_reached'}} | QUOTA_EXHAUSTED",
                "429 | {'error':{'code':'billing_not_active'}} | QUOTA_EXHAUSTED",
                "200 | {'error':{'type':'billing_error','message':'pay'}} | QUOTA_EXHAUSTED",
                "200 | {'error':{'type':'permission_error','message':'no'}} | AUTHENTICATION",
            })
    void otherErrorsBlameTheKeyTheAccountOrTheRequest(int status, String body, FailureCode code)
            throws Exception {
        assertThat(codeOf(status, body)).isEqualTo(code);
    }

    @ParameterizedTest
    @ValueSource(ints = {404, 405})
    void wrongUrlIsToldWithWhatWasCalled(int status) throws Exception {
        enqueue(status, "Not Found");
        assertThat(broken(refusalOf(open(builder()), CALL)).message())
                .contains("(called /v1/chat/completions; check url");
    }

    private FailureCode codeOf(int status, String body) throws Exception {
        enqueue(status, body.replace('\'', '"').replace('^', '\''));
        return broken(refusalOf(open(builder()), CALL)).code();
    }

    @Test
    void creditHeldByOtherCallsIsARateLimit() throws Exception {
        server.enqueue(new MockResponse.Builder()
                .code(402)
                .addHeader("Retry-After", "3")
                .body("{\"error\":{\"code\":402,\"message\":\"in flight\",\"metadata\":"
                        + "{\"limit_source\":\"openrouter_in_flight_budget\"}}}")
                .build());
        assertThat(refusalOf(open(builder()), CALL))
                .isInstanceOfSatisfying(
                        RateLimited.class,
                        limited ->
                                assertThat(limited.retryAfter()).isEqualTo(Duration.ofSeconds(3)));
    }

    @Test
    void truncatedErrorBodyIsReadAsFarAsReceived() throws Exception {
        String body = "{\"error\":{\"code\":\"insufficient_quota\",\"message\":\"pay\"}}";
        server.enqueue(new MockResponse.Builder()
                .code(429)
                .chunkedBody(body + " ".repeat(60_000), 100)
                .onResponseBody(new SocketEffect.CloseSocket())
                .build());
        assertThat(broken(refusalOf(open(builder()), CALL)).code())
                .isEqualTo(FailureCode.QUOTA_EXHAUSTED);
    }
}
