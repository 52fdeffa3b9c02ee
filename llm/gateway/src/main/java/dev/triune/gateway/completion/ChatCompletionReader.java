/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import static dev.triune.gateway.http.MessageReader.MAX_MESSAGES;

import dev.triune.gateway.http.MessageReader;
import dev.triune.gateway.http.ProblemException;
import dev.triune.gateway.http.RequestFields;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Reads chat completions of OpenAI. */
final class ChatCompletionReader {
    /** The known fields; the last ones have no effect on the answer. */
    static final Set<String> KNOWN = Set.of("""
            messages model max_tokens max_completion_tokens temperature top_p stop
            seed n stream stream_options response_format tools tool_choice
            parallel_tool_calls reasoning_effort verbosity logprobs top_logprobs
            logit_bias frequency_penalty presence_penalty modalities functions
            function_call audio web_search_options
            user metadata store service_tier prediction safety_identifier
            prompt_cache_key prompt_cache_retention""".split("\\s+"));

    private static final int MAX_CHOICES = 16;
    private static final int MAX_TOP_LOGPROBS = 20;

    /** Fields that would change the answer in a way that the gateway does not support. */
    private static final List<String> UNSUPPORTED =
            List.of("functions", "function_call", "audio", "web_search_options");

    private static final List<String> UNSUPPORTED_IN_MESSAGE =
            List.of("name", "function_call", "audio");

    private ChatCompletionReader() {}

    static CompletionRequest read(RequestFields fields, CompletionRequestBuilder builder)
            throws ProblemException {
        rejectUnsupported(fields, UNSUPPORTED);
        rejectModalities(fields);
        for (RequestFields message : fields.objects("messages", MAX_MESSAGES)) {
            rejectUnsupported(message, UNSUPPORTED_IN_MESSAGE);
            builder.add(MessageReader.message(message));
        }
        maxTokens(fields, builder);
        builder.format(fields, "response_format", true);
        builder.stop("stop");
        builder.seed("seed");
        builder.reasoning(fields, "reasoning_effort");
        OpenAiTools.read(fields, builder, true);
        builder.forwardNumber("frequency_penalty", -2, 2);
        builder.forwardNumber("presence_penalty", -2, 2);
        builder.forwardNumber("top_logprobs", 0, MAX_TOP_LOGPROBS);
        builder.forwardFlag("logprobs", false);
        builder.forwardFlag("parallel_tool_calls", true);
        builder.forwardUnless("logit_bias", "an object", JsonNode::isObject, JsonNode::isEmpty);
        builder.forwardUnless(
                "verbosity",
                "low, medium or high",
                JsonNode::isString,
                value -> value.asString("").equals("medium"));
        int choices = fields.integer("n", 1, MAX_CHOICES).orElse(1L).intValue();
        boolean usage = fields.object("stream_options").flag("include_usage");
        return builder.build(fields.name("user"), choices, usage);
    }

    private static void rejectUnsupported(RequestFields fields, List<String> names)
            throws ProblemException {
        for (String name : names) {
            if (fields.has(name) && !isEmpty(fields.get(name))) {
                throw fields.rejected(name, "is not supported by this gateway (expected none)");
            }
        }
    }

    /** Whether a value has no effect: an empty one, or the word for none. */
    private static boolean isEmpty(JsonNode value) {
        String text = value.asString("");
        return value.isString()
                ? text.isEmpty() || text.equals("none") || text.equals("auto")
                : value.isArray() && value.isEmpty();
    }

    private static void rejectModalities(RequestFields fields) throws ProblemException {
        JsonNode modalities = fields.get("modalities");
        boolean text = modalities.isMissingNode()
                || (modalities.isArray()
                        && modalities
                                .valueStream()
                                .allMatch(each -> each.asString("").equals("text")));
        if (!text) {
            throw fields.rejected(
                    "modalities", "is not supported by this gateway (expected text alone)");
        }
    }

    private static void maxTokens(RequestFields fields, CompletionRequestBuilder builder)
            throws ProblemException {
        Optional<Integer> older = builder.maxTokens("max_tokens");
        Optional<Integer> newer = builder.maxTokens("max_completion_tokens");
        if (older.isPresent() && newer.isPresent() && !older.equals(newer)) {
            throw fields.rejected(
                    "max_tokens", "differs from max_completion_tokens (expected one of them)");
        }
    }
}
