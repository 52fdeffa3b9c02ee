/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import dev.triune.llm.Usage;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.Stage.Reply;
import java.time.Duration;
import tools.jackson.databind.json.JsonMapper;

/** The responses of a server in one protocol. */
enum Script {
    OPENAI(ApiFamily.OPENAI, "text/event-stream", "retry-after-ms: 1234", Duration.ofMillis(1234)) {
        @Override
        String beginning(String text) {
            return ": hello\n\n" + chunk(text);
        }

        @Override
        String end(Usage usage) {
            return "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\r\n\r\n"
                    + "data: {\"choices\":[],\"usage\":" + openAi(usage) + "}\n\ndata: [DONE]\n\n";
        }

        @Override
        String error(String message) {
            return "data: {\"error\":{\"message\":" + quoted(message) + ",\"code\":502}}\n\n";
        }

        private String chunk(String text) {
            return "data: {\"choices\":[{\"delta\":{\"content\":" + quoted(text) + "}}]}\n\n";
        }

        @Override
        String more(String text) {
            return chunk(text);
        }
    },
    OPENAI_UNSTREAMED(
            ApiFamily.OPENAI, "application/json", "Retry-After: 1.5", Duration.ofMillis(1500)) {
        @Override
        String beginning(String text) {
            String open = "{\"choices\":[{\"finish_reason\":\"stop\",\"message\":{\"content\":";
            return open + cut(quoted(text));
        }

        @Override
        String more(String text) {
            return quoted(text).substring(1) + "}}]";
        }

        @Override
        String end(Usage usage) {
            return ",\"usage\":" + openAi(usage) + "}";
        }

        /** It goes on with what was begun, since it is JSON as a whole. */
        @Override
        String error(String message) {
            return "\"}}],\"error\":{\"message\":" + quoted(message) + ",\"code\":502}}";
        }

        private String cut(String quoted) {
            return quoted.substring(0, quoted.length() - 1);
        }
    },
    ANTHROPIC(ApiFamily.ANTHROPIC, "text/event-stream", "retry-after: 7", Duration.ofSeconds(7)) {
        @Override
        String beginning(String text) {
            return event("{\"type\":\"message_start\",\"message\":{\"usage\":{\"input_tokens\":1,"
                            + "\"output_tokens\":1}}}")
                    + event("{\"type\":\"content_block_start\",\"index\":0,\"content_block\":"
                            + "{\"type\":\"text\",\"text\":\"\"}}")
                    + event("{\"type\":\"ping\"}")
                    + more(text);
        }

        @Override
        String more(String text) {
            return event("{\"type\":\"content_block_delta\",\"index\":0,\"delta\":"
                    + "{\"type\":\"text_delta\",\"text\":" + quoted(text) + "}}");
        }

        @Override
        String end(Usage usage) {
            return event("{\"type\":\"content_block_stop\",\"index\":0}")
                    + event("{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},"
                            + "\"usage\":{\"input_tokens\":" + usage.input()
                            + ",\"cache_read_input_tokens\":" + usage.cacheRead()
                            + ",\"cache_creation_input_tokens\":" + usage.cacheWrite()
                            + ",\"output_tokens\":" + usage.output() + "}}")
                    + event("{\"type\":\"message_stop\"}");
        }

        @Override
        String error(String message) {
            return "event: error\n"
                    + event("{\"type\":\"error\",\"error\":{\"type\":\"api_error\",\"message\":"
                            + quoted(message) + "}}");
        }

        private String event(String json) {
            return "data: " + json + "\n\n";
        }

        @Override
        Usage usage(int number) {
            return new Usage(36 + number, 64, 5, 7);
        }
    },
    OLLAMA(ApiFamily.OLLAMA, "application/x-ndjson", "Retry-After: 3", Duration.ofSeconds(3)) {
        @Override
        String beginning(String text) {
            return more(text);
        }

        @Override
        String more(String text) {
            return "{\"message\":{\"role\":\"assistant\",\"content\":" + quoted(text)
                    + "},\"done\":false}\n";
        }

        @Override
        String end(Usage usage) {
            return "{\"message\":{\"content\":\"\"},\"done\":true,\"done_reason\":\"stop\","
                    + "\"prompt_eval_count\":" + usage.input() + ",\"eval_count\":"
                    + usage.output() + "}\n";
        }

        @Override
        String error(String message) {
            return "{\"error\":" + quoted(message) + "}\n";
        }

        @Override
        Usage usage(int number) {
            return new Usage(100 + number, 0, 0, 7);
        }

        @Override
        String refusal(String message) {
            return "{\"error\":" + quoted(message) + "}";
        }
    };

    final ApiFamily apiFamily;
    final String contentType;

    /** The header that reports how long to wait. */
    final String adviceHeader;

    /** What that header means. */
    final Duration advice;

    Script(ApiFamily apiFamily, String contentType, String adviceHeader, Duration advice) {
        this.apiFamily = apiFamily;
        this.contentType = contentType;
        this.adviceHeader = adviceHeader;
        this.advice = advice;
    }

    /** The beginning of an answer, as far as that text. */
    abstract String beginning(String text);

    /** What follows the beginning: the rest of the text. */
    abstract String more(String text);

    /** What follows the text. */
    abstract String end(Usage usage);

    /** What follows the beginning where an error comes in between. */
    abstract String error(String message);

    /** The body of a refusal. */
    String refusal(String message) {
        return "{\"error\":{\"message\":" + quoted(message) + "}}";
    }

    /** The usage of the answer with that number. */
    Usage usage(int number) {
        return new Usage(36 + number, 64, 0, 7);
    }

    /** An answer with its own text and usage for each number. */
    Reply reply(int number) {
        return new Reply("It is \"so\"\nand größer, 😀 of " + number, usage(number));
    }

    /** The whole body of such an answer; its text comes in two pieces. */
    String answer(int number) {
        String text = reply(number).text();
        int middle = text.length() / 2;
        return beginning(text.substring(0, middle))
                + more(text.substring(middle))
                + end(usage(number));
    }

    /** In OpenAI's format, which counts cached tokens as prompt tokens. */
    private static String openAi(Usage usage) {
        return "{\"prompt_tokens\":" + (usage.input() + usage.cacheRead())
                + ",\"completion_tokens\":" + usage.output()
                + ",\"prompt_tokens_details\":{\"cached_tokens\":" + usage.cacheRead() + "}}";
    }

    private static String quoted(String text) {
        return JsonMapper.shared().writeValueAsString(text);
    }
}
