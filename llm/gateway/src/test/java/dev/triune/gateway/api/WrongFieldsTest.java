/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.GatewayFixture.Answer;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Request fields of a wrong type, out of range, or missing. No request reaches a provider. */
class WrongFieldsTest {
    private static final String PATH = "/api/llm/generate";

    private final GatewayFixture stage = GatewayFixture.open();

    @AfterEach
    void close() {
        stage.close();
    }

    private void assertRefused(String body, String field) {
        Answer answer = stage.post(PATH, body);
        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        assertThat(answer.json().path("error").stringValue()).isEqualTo("BAD_REQUEST");
        assertThat(answer.json().path("field").stringValue()).isEqualTo(field);
        assertThat(answer.json().path("message").stringValue())
                .startsWith(field)
                .contains("expected")
                .doesNotContain("SECRET");
        assertThat(stage.model.calls).isEmpty();
    }

    @ParameterizedTest(name = "{1} = {0}")
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
            7; sessionId
            ['SECRET']; sessionId
            'a\\u0000b'; sessionId
            'a\\nb'; sessionId
            7; agentId
            true; agentId
            'a\\u007f'; agentId
            true; model
            {'SECRET':1}; model
            '4096'; maxTokens
            0; maxTokens
            -1; maxTokens
            1000001; maxTokens
            1.5; maxTokens
            1e400; maxTokens
            1e999999999; maxTokens
            -1e999999999; maxTokens
            1e-999999999; maxTokens
            99999999999999999999999999; maxTokens
            true; maxTokens
            'hot'; temperature
            -0.1; temperature
            2.1; temperature
            1e400; temperature
            [1]; temperature
            0; priority
            11; priority
            1.5; priority
            'SECRET'; priority
            ''; priority
            true; priority
            {}; priority
            0; cost
            -3; cost
            10001; cost
            '1'; cost
            0; usefulForMs
            -1; usefulForMs
            86400001; usefulForMs
            'SECRET'; usefulForMs
            'xml'; format
            1; format
            'true'; stream
            1; stream
            7; cancelToken
            {}; cancelToken
            'SECRET'; reasoning
            true; reasoning
            ''; reasoning
            0; topP
            1.1; topP
            'SECRET'; topP
            -1; seed
            1.5; seed
            'SECRET'; seed
            5; stop
            ['a','b','c','d','SECRET']; stop
            ['SECRET','']; stop
            ''; stop
            [1]; stop
            'auto'; toolChoice
            1; toolChoice
            'SECRET'; tools
            [{'function':{'name':'n'}}]; tools[0].type
            [{'type':'function'}]; tools[0].function
            [{'type':'function','function':{'name':'n','parameters':5}}]; tools[0].function.parameters
            [{'type':'function','function':{'parameters':{'type':'object'}}}]; tools[0].function.name
            [{'type':'function','function':{'name':'SECRET name'}}]; tools[0].function.name
            [{'type':'function','function':{'name':'SECRET name','parameters':{'type':'object'}}}]; tools[0].function.name
            [{'type':'function','function':{'name':'n','parameters':{'type':'string'}}}]; tools[0].function.parameters
            'SECRET'; extraBody
            {'model':'SECRET'}; extraBody
            {'stream':false}; extraBody
            {'a':1e999}; extraBody
            'SECRET'; schema
            []; schema
            {'name':'n'}; schema.schema
            {'name':'n','schema':'SECRET'}; schema.schema
            {'name':'n','schema':{'minimum':1e999}}; schema.schema
            {'schema':{'type':'object'}}; schema.name
            {'name':7,'schema':{'type':'object'}}; schema.name
            'SECRET'; customConfig
            {}; customConfig.baseUrl
            {'baseUrl':7}; customConfig.baseUrl
            {'baseUrl':'not a url'}; customConfig.baseUrl
            {'baseUrl':'file:///etc/passwd'}; customConfig.baseUrl
            {'baseUrl':'http://SECRET:SECRET@example.org/'}; customConfig.baseUrl
            {'baseUrl':'https://example.org','apiKey':7}; customConfig.apiKey
            {'baseUrl':'https://example.org','model':{}}; customConfig.model
            {'baseUrl':'https://example.org','customHeaders':[]}; customConfig.customHeaders
            {'baseUrl':'https://example.org','customHeaders':{'X':1}}; customConfig.customHeaders.X
            """)
    void invalidFieldIsNamed(String value, String field) {
        String name = field.replaceAll("[.\\[].*", "");
        assertRefused("{'prompt':'q','" + name + "':" + value.replace("'", "\"") + "}", field);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
            {}; prompt
            {'prompt':null}; prompt
            {'prompt':''}; prompt
            {'prompt':'   '}; prompt
            {'prompt':7}; prompt
            {'prompt':['SECRET']}; prompt
            {'prompt':'q','messages':[{'role':'user','content':'q'}]}; prompt
            {'messages':'SECRET'}; messages
            {'messages':{}}; messages
            {'messages':[]}; messages
            {'messages':['SECRET']}; messages[0]
            {'messages':[null]}; messages[0]
            {'messages':[{'content':'SECRET'}]}; messages[0].role
            {'messages':[{'role':'user','content':'q'},{'role':'SECRET','content':'q'}]}; messages[1].role
            {'messages':[{'role':'user','content':['SECRET']}]}; messages[0].content[0]
            {'messages':[{'role':'user'}]}; messages[0].content
            {'messages':[{'role':'user','content':null}]}; messages[0].content
            {'messages':[{'role':'user','content':'q'}],'stable':2}; stable
            {'messages':[{'role':'user','content':'q'}],'stable':'SECRET'}; stable
            {'messages':[{'role':'tool','content':'q'}]}; messages[0].tool_call_id
            {'messages':[{'role':'tool','tool_call_id':'c'}]}; messages[0].content
            {'messages':[{'role':'assistant','tool_calls':'SECRET'}]}; messages[0].tool_calls
            {'messages':[{'role':'assistant','tool_calls':[{'id':'c'}]}]}; messages[0].tool_calls[0].type
            {'messages':[{'role':'assistant','tool_calls':[{'type':'function','function':{'name':'n'}}]}]}; messages[0].tool_calls[0].id
            {'messages':[{'role':'user','content':'q','tool_calls':[{'id':'c','type':'function','function':{'name':'n','arguments':'{}'}}]}]}; messages[0].tool_calls
            {'prompt':'q','tools':[{'type':'function','function':{'name':'n','parameters':{'type':'object'}}}],'toolChoice':'SECRET'}; toolChoice
            {'prompt':'q','tools':[{'type':'function','function':{'name':'n','parameters':{'type':'object'}}},{'type':'function','function':{'name':'n','parameters':{'type':'object'}}}]}; tools[1]
            """)
    void invalidPromptOrMessagesAreNamed(String body, String field) {
        assertRefused(body, field);
    }

    static Stream<Arguments> longNames() {
        return Stream.of(
                Arguments.of("sessionId", 129),
                Arguments.of("agentId", 129),
                Arguments.of("cancelToken", 129),
                Arguments.of("model", 257));
    }

    @ParameterizedTest
    @MethodSource("longNames")
    void rejectsNamesOverTheMaximumLength(String field, int tooLong) {
        String body = "{'prompt':'q','" + field + "':'%s'}";
        assertRefused(body.formatted("x".repeat(tooLong)), field);
        stage.model.answering("done");
        assertThat(stage.post(PATH, body.formatted("x".repeat(tooLong - 1))).status())
                .isEqualTo(200);
    }

    @Test
    void ignoresUnknownFieldsAndTreatsNullAsMissing() {
        stage.model.answering("done");
        Answer answer = stage.post(PATH, """
                {'prompt':'q','sessionId':null,'agentId':null,'messages':null,'model':null,
                 'maxTokens':null,'temperature':null,'priority':null,'cost':null,
                 'usefulForMs':null,'format':null,'schema':null,'stream':null,
                 'cancelToken':null,'customConfig':null,'unheardOf':{'a':[1,2]}}""");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(stage.model.call(0).asked.maxTokens()).isEqualTo(4096);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"1", "1000000", "4096.0", "1e3"})
    void acceptsWholeNumbersInAnyNotation(String maxTokens) {
        stage.model.answering("done");
        assertThat(stage.post(PATH, "{'prompt':'q','maxTokens':" + maxTokens + "}")
                        .status())
                .isEqualTo(200);
        assertThat(stage.model.call(0).asked.maxTokens())
                .isEqualTo((int) Double.parseDouble(maxTokens));
    }

    static Stream<Arguments> invalidBodies() {
        String deep = "{\"prompt\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}";
        return Stream.of(
                Arguments.of("nothing", bytes("")),
                Arguments.of("white space", bytes("  \n ")),
                Arguments.of("half an object", bytes("{\"prompt\":\"SECRET")),
                Arguments.of("no JSON", bytes("prompt=SECRET")),
                Arguments.of("a list", bytes("[{\"prompt\":\"SECRET\"}]")),
                Arguments.of("a text", bytes("\"SECRET\"")),
                Arguments.of("null", bytes("null")),
                Arguments.of("garbage behind", bytes("{\"prompt\":\"SECRET\"}}")),
                Arguments.of("a second value", bytes("{\"prompt\":\"SECRET\"}{}")),
                Arguments.of("nested deeply", bytes(deep)),
                Arguments.of("single quotes", bytes("{'prompt':'SECRET'}")),
                Arguments.of("a comment", bytes("/* */{\"prompt\":\"SECRET\"}")),
                Arguments.of("NaN", bytes("{\"prompt\":\"SECRET\",\"temperature\":NaN}")),
                Arguments.of("a long name", bytes("{\"" + "n".repeat(60_000) + "\":1}")),
                Arguments.of("a long number", bytes("{\"n\":" + "9".repeat(60_000) + "}")),
                Arguments.of("invalid UTF-8", new byte[] {
                    '{', '"', 'p', 'r', 'o', 'm', 'p', 't', '"', ':', '"', (byte) 0xc3, '"', '}'
                }),
                Arguments.of("overlong UTF-8", new byte[] {
                    '{',
                    '"',
                    'p',
                    'r',
                    'o',
                    'm',
                    'p',
                    't',
                    '"',
                    ':',
                    '"',
                    (byte) 0xc0,
                    (byte) 0xaf,
                    '"',
                    '}'
                }));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("invalidBodies")
    void rejectsBodiesThatAreNotJsonObjects(String what, byte[] body) {
        Answer answer = stage.send(new Request.Builder()
                .url(stage.url(PATH))
                .post(RequestBody.create(body, MediaType.get("application/json")))
                .build());
        assertThat(answer.status()).as(what + answer.body()).isEqualTo(400);
        assertThat(answer.json().path("error").stringValue()).isEqualTo("BAD_REQUEST");
        assertThat(answer.body()).contains("body is").doesNotContain("SECRET");
        assertThat(stage.model.calls).isEmpty();
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
            /api/llm/heartbeat; {}; sessionId
            /api/llm/heartbeat; {'sessionId':''}; sessionId
            /api/llm/heartbeat; {'sessionId':5}; sessionId
            /api/llm/heartbeat; {'sessionId':'a\\tb'}; sessionId
            /api/llm/defer; {}; agentId
            /api/llm/defer; {'agentId':'a','durationMs':-1}; durationMs
            /api/llm/defer; {'agentId':'a','durationMs':86400001}; durationMs
            /api/llm/defer; {'agentId':'a','durationMs':'1'}; durationMs
            /api/llm/defer; {'agentId':'a','sessionId':5}; sessionId
            /api/llm/cancel; {}; cancelToken
            /api/llm/cancel; {'sessionId':'a','cancelToken':''}; cancelToken
            /api/llm/cancel; {'sessionId':5,'cancelToken':'t'}; sessionId
            """)
    void otherCallsNameInvalidFieldsToo(String path, String body, String field) {
        Answer answer = stage.post(path, body);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().path("field").stringValue()).isEqualTo(field);
    }
}
