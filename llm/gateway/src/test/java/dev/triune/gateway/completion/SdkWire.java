/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import dev.triune.gateway.completion.SdkMatrix.Answer;

/** What a provider of a protocol sends, for the comparison of SDKs. */
enum SdkWire {
    CHAT {
        @Override
        String whole(Answer answer) {
            String message = answer == Answer.TOOL_CALL
                    ? "\"content\":null,\"refusal\":null,\"tool_calls\":[{\"id\":\"c1\",\"type\":"
                            + "\"function\",\"function\":{\"name\":\"look\",\"arguments\":\"{}\"}}]"
                    : "\"content\":\"I will gather wood.\",\"refusal\":null";
            String reason = answer == Answer.TOOL_CALL
                    ? "tool_calls"
                    : answer == Answer.LENGTH ? "length" : "stop";
            return "{\"id\":\"c\",\"object\":\"chat.completion\",\"created\":1,\"model\":\"m\","
                    + "\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\"," + message
                    + "},\"logprobs\":null,\"finish_reason\":\"" + reason + "\"}],\"usage\":"
                    + USAGE + "}";
        }

        @Override
        String begin() {
            return chunk("{\"role\":\"assistant\",\"content\":\"\"}", "null")
                    + chunk("{\"content\":\"I will \"}", "null");
        }

        @Override
        String events(Answer answer) {
            String end = "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"created\":1,"
                    + "\"model\":\"m\",\"choices\":[],\"usage\":" + USAGE + "}\n\n"
                    + "data: [DONE]\n\n";
            return answer == Answer.TOOL_CALL
                    ? chunk(
                                    "{\"role\":\"assistant\",\"tool_calls\":[{\"index\":0,\"id\":"
                                            + "\"c1\",\"type\":\"function\",\"function\":{\"name\":"
                                            + "\"look\",\"arguments\":\"{}\"}}]}",
                                    "null")
                            + chunk("{}", "\"tool_calls\"")
                            + end
                    : begin()
                            + chunk("{\"content\":\"gather wood.\"}", "null")
                            + chunk("{}", answer == Answer.LENGTH ? "\"length\"" : "\"stop\"")
                            + end;
        }
    },
    RESPONSES {
        private static final String PLACE =
                "\"item_id\":\"msg_1\",\"output_index\":0,\"content_index\":0";

        @Override
        String whole(Answer answer) {
            boolean isCut = answer == Answer.LENGTH;
            return response(
                    isCut ? "incomplete" : "completed",
                    isCut ? "{\"reason\":\"max_output_tokens\"}" : "null",
                    answer == Answer.TOOL_CALL ? call("{}") : message(part("I will gather wood.")));
        }

        private String call(String arguments) {
            return "{\"id\":\"fc_1\",\"type\":\"function_call\",\"call_id\":\"c1\",\"name\":\"look\","
                    + "\"arguments\":\"" + arguments + "\",\"status\":\"completed\"}";
        }

        private String message(String parts) {
            return "{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"status\":"
                    + "\"completed\",\"content\":[" + parts + "]}";
        }

        private String part(String text) {
            return "{\"type\":\"output_text\",\"text\":\"" + text + "\",\"annotations\":[]}";
        }

        private String response(String status, String details, String item) {
            return "{\"id\":\"resp_1\",\"object\":\"response\",\"created_at\":1,\"status\":\""
                    + status + "\",\"model\":\"m\",\"error\":null,\"incomplete_details\":" + details
                    + ",\"instructions\":null,\"metadata\":{},\"parallel_tool_calls\":true,"
                    + "\"temperature\":1,\"tool_choice\":\"auto\",\"tools\":[],\"top_p\":1,"
                    + "\"output\":[" + item + "],\"usage\":{\"input_tokens\":7,"
                    + "\"input_tokens_details\":{\"cached_tokens\":0},\"output_tokens\":3,"
                    + "\"output_tokens_details\":{\"reasoning_tokens\":0},\"total_tokens\":10}}";
        }

        private String created() {
            String none = response("in_progress", "null", "").replaceFirst(",\"usage\":.*", "}");
            return event("created", "\"response\":" + none);
        }

        @Override
        String begin() {
            return created()
                    + event("output_item.added", "\"output_index\":0,\"item\":" + message(""))
                    + event("content_part.added", PLACE + ",\"part\":" + part(""))
                    + event("output_text.delta", PLACE + ",\"logprobs\":[],\"delta\":\"I will \"");
        }

        @Override
        String events(Answer answer) {
            String item = answer == Answer.TOOL_CALL
                    ? created()
                            + event("output_item.added", "\"output_index\":0,\"item\":" + call(""))
                            + event(
                                    "function_call_arguments.delta",
                                    "\"item_id\":\"fc_1\",\"output_index\":0,\"delta\":\"{}\"")
                    : begin()
                            + event(
                                    "output_text.delta",
                                    PLACE + ",\"logprobs\":[],\"delta\":\"gather wood.\"");
            return item + event("completed", "\"response\":" + whole(answer));
        }

        private static String event(String type, String fields) {
            return named("response." + type, "\"sequence_number\":1," + fields);
        }
    },
    MESSAGES {
        private static final String USAGE_HERE = "{\"input_tokens\":7,\"output_tokens\":3,"
                + "\"cache_creation_input_tokens\":0,\"cache_read_input_tokens\":0}";

        @Override
        String whole(Answer answer) {
            String block = answer == Answer.TOOL_CALL
                    ? "{\"type\":\"tool_use\",\"id\":\"c1\",\"name\":\"look\",\"input\":{}}"
                    : "{\"type\":\"text\",\"text\":\"I will gather wood.\"}";
            return "{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"m\","
                    + "\"content\":[" + block + "],\"stop_reason\":\"" + reason(answer)
                    + "\",\"stop_sequence\":null,\"usage\":" + USAGE_HERE + "}";
        }

        private String reason(Answer answer) {
            return answer == Answer.TOOL_CALL
                    ? "tool_use"
                    : answer == Answer.LENGTH ? "max_tokens" : "end_turn";
        }

        private String start() {
            return named(
                    "message_start",
                    "\"message\":{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\","
                            + "\"model\":\"m\",\"content\":[],\"stop_reason\":null,"
                            + "\"stop_sequence\":null,\"usage\":{\"input_tokens\":7,"
                            + "\"output_tokens\":1}}");
        }

        @Override
        String begin() {
            return start()
                    + named(
                            "content_block_start",
                            "\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}")
                    + named(
                            "content_block_delta",
                            "\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"I will \"}");
        }

        @Override
        String events(Answer answer) {
            String blocks = answer == Answer.TOOL_CALL
                    ? start()
                            + named(
                                    "content_block_start",
                                    "\"index\":0,\"content_block\":{\"type\":\"tool_use\",\"id\":"
                                            + "\"c1\",\"name\":\"look\",\"input\":{}}")
                            + named(
                                    "content_block_delta",
                                    "\"index\":0,\"delta\":{\"type\":\"input_json_delta\","
                                            + "\"partial_json\":\"{}\"}")
                    : begin()
                            + named(
                                    "content_block_delta",
                                    "\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":"
                                            + "\"gather wood.\"}");
            return blocks
                    + named("content_block_stop", "\"index\":0")
                    + named(
                            "message_delta",
                            "\"delta\":{\"stop_reason\":\"" + reason(answer)
                                    + "\",\"stop_sequence\":null},\"usage\":{\"output_tokens\":3}")
                    + named("message_stop", "\"more\":0");
        }

        @Override
        String error(int status, String code) {
            String type = switch (status) {
                case 401 -> "authentication_error";
                case 404 -> "not_found_error";
                case 429 -> "rate_limit_error";
                case 500 -> "api_error";
                default -> "invalid_request_error";
            };
            String message = code.equals("context_length_exceeded")
                    ? "prompt is too long: 210000 tokens > 200000 maximum"
                    : "so it is";
            return "{\"type\":\"error\",\"error\":{\"type\":\"" + type + "\",\"message\":\""
                    + message + "\"}}";
        }
    };

    private static final String USAGE =
            "{\"prompt_tokens\":7,\"completion_tokens\":3,\"total_tokens\":10}";

    /** An answer in one piece. */
    abstract String whole(Answer answer);

    /** The first events of a streamed text. */
    abstract String begin();

    /** All events of an answer. */
    abstract String events(Answer answer);

    /** An error. */
    String error(int status, String code) {
        return "{\"error\":{\"message\":\"so it is\",\"type\":\"invalid_request_error\",\"param\":"
                + "null,\"code\":\"" + code + "\"}}";
    }

    private static String chunk(String delta, String reason) {
        return "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":"
                + "\"m\",\"choices\":[{\"index\":0,\"delta\":" + delta + ",\"finish_reason\":"
                + reason + "}]}\n\n";
    }

    private static String named(String type, String fields) {
        return "event: " + type + "\ndata: {\"type\":\"" + type + "\"," + fields + "}\n\n";
    }
}
