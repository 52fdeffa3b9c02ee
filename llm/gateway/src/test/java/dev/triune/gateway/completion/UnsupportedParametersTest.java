/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.gateway.fixture.GatewayFixture;
import dev.triune.gateway.fixture.GatewayFixture.Answer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Only parameters that cannot be passed to the model are rejected, by name. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UnsupportedParametersTest {
    private static final String PATH = "/v1/chat/completions";
    private static final String ASK = "'messages':[{'role':'user','content':'SECRET-PROMPT'}]";

    private final GatewayFixture stage = GatewayFixture.open();

    @BeforeAll
    void answer() {
        stage.model.answering("yes");
    }

    @AfterAll
    void close() {
        stage.close();
    }

    private void assertThatRefused(Answer answer, String param) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        assertThat(answer.json().at("/error/type").stringValue())
                .isEqualTo("invalid_request_error");
        assertThat(answer.json().at("/error/param").stringValue()).isEqualTo(param);
        assertThat(answer.json().at("/error/message").stringValue())
                .contains(param, "expected")
                .doesNotContain("SECRET");
        assertThat(answer.json().at("/error/code").stringValue()).isEqualTo("bad_request");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            tools[0].function      | 'tools':[{'type':'function'}]
            tools[0].type          | 'tools':[{'type':'web_search'}]
            tools[1]               | 'tools':[{'type':'function','function':{'name':'f'}},{'type':'function','function':{'name':'f'}}]
            tool_choice            | 'tools':[{'type':'function','function':{'name':'f'}}],'tool_choice':'g'
            functions              | 'functions':[{'name':'f'}]
            tool_choice            | 'tool_choice':'required'
            tool_choice            | 'tool_choice':{'type':'function','function':{'name':'f'}}
            function_call          | 'function_call':{'name':'f'}
            n                      | 'n':17
            n                      | 'n':0
            stop                   | 'stop':['']
            stop                   | 'stop':''
            tools[0].function.name | 'tools':[{'type':'function','function':{'name':'SECRET name'}}]
            stop                   | 'stop':5
            stop                   | 'stop':['1','2','3','4','5']
            logprobs               | 'logprobs':'yes'
            top_logprobs           | 'top_logprobs':21
            seed                   | 'seed':1.5
            modalities             | 'modalities':['text','audio']
            audio                  | 'audio':{'voice':'alloy','format':'wav'}
            top_p                  | 'top_p':0
            frequency_penalty      | 'frequency_penalty':2.5
            presence_penalty       | 'presence_penalty':-2.5
            logit_bias             | 'logit_bias':[1]
            reasoning_effort       | 'reasoning_effort':'SECRET'
            verbosity              | 'verbosity':5
            web_search_options     | 'web_search_options':{}
            model                  | 'model':5
            stream                 | 'stream':'yes'
            stream_options         | 'stream_options':true
            temperature            | 'temperature':2.5
            max_tokens             | 'max_tokens':0
            max_completion_tokens  | 'max_completion_tokens':1000001
            max_tokens             | 'max_tokens':5,'max_completion_tokens':6
            user                   | 'user':7
            response_format.type   | 'response_format':{'type':'xml'}
            response_format.json_schema | 'response_format':{'type':'json_schema'}
            response_format.json_schema.name | 'response_format':{'type':'json_schema','json_schema':{}}
            """)
    void rejectsUnsupportedFieldsByName(String param, String field) {
        int before = stage.model.calls.size();

        assertThatRefused(stage.post(PATH, "{" + ASK + "," + field + "}"), param);

        assertThat(stage.model.calls).hasSize(before);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            messages                    | []
            messages                    | 'SECRET'
            messages[0].role            | [{'content':'SECRET'}]
            messages[0].tool_call_id    | [{'role':'tool','content':'SECRET'}]
            messages[0].tool_calls      | [{'role':'user','content':'','tool_calls':[{'id':'1','type':'function','function':{'name':'f','arguments':'{}'}}]}]
            messages[0].content         | [{'role':'system','content':[{'type':'image_url','image_url':{'url':'https://a/b.png'}}]}]
            messages[0].content         | [{'role':'user'}]
            messages[0].content         | [{'role':'user','content':5}]
            messages[0].content[0].image_url | [{'role':'user','content':[{'type':'image_url'}]}]
            messages[0].content[0].image_url.url | [{'role':'user','content':[{'type':'image_url','image_url':{'url':'file:///etc/passwd'}}]}]
            messages[0].content[0].type | [{'role':'user','content':[{'type':'input_audio'}]}]
            messages[0].content[0].text | [{'role':'user','content':[{'type':'text'}]}]
            messages[0].content[0]      | [{'role':'user','content':['SECRET']}]
            messages[1].name            | [{'role':'user','content':''},{'role':'user','content':'','name':'SECRET'}]
            messages[0].tool_calls[0].type | [{'role':'assistant','tool_calls':[{'id':'1'}]}]
            messages[0].function_call   | [{'role':'assistant','content':'','function_call':{}}]
            messages[0].audio           | [{'role':'assistant','content':'','audio':{'id':'1'}}]
            """)
    void rejectsInvalidMessagesByPosition(String param, String messages) {
        assertThatRefused(stage.post(PATH, "{'messages':" + messages + "}"), param);
    }

    @Test
    void rejectsRequestsWithoutMessages() {
        assertThatRefused(stage.post(PATH, "{'model':'model-1'}"), "messages");
    }

    @ParameterizedTest
    @CsvSource({"X-Priority, 11", "X-Priority, urgent", "X-Session-Id, "})
    void rejectsInvalidHeadersByName(String header, String value) {
        String sent = value == null ? "x".repeat(129) : value;

        assertThatRefused(
                stage.send(stage.request(PATH, "{" + ASK + "}")
                        .header(header, sent)
                        .build()),
                header);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'tools':[],'functions':[],'tool_choice':'auto','function_call':'none'",
                "'tools':null,'stop':null,'n':null,'logit_bias':null,'modalities':null",
                "'n':1,'stop':[],'logprobs':false,'top_logprobs':0,'modalities':['text']",
                "'top_p':1.0,'frequency_penalty':0,'presence_penalty':0.0,'logit_bias':{}",
                "'verbosity':'medium','seed':42,'parallel_tool_calls':true",
                "'metadata':{'a':'b'},'store':true,'service_tier':'auto','prediction':{'type':'content'}",
                "'safety_identifier':'x','prompt_cache_key':'y','something_new':[1]",
                "'stream':false,'stream_options':{'include_usage':true}",
                "'max_tokens':5,'max_completion_tokens':5,'user':null,'response_format':null"
            })
    void acceptsFieldsWithoutEffect(String fields) {
        Answer answer = stage.post(PATH, "{" + ASK + "," + fields + "}");

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    }
}
