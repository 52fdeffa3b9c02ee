/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.openai;

import dev.triune.gateway.http.Json;
import dev.triune.llm.FinishReason;
import dev.triune.llm.Outcome;
import dev.triune.llm.Usage;
import tools.jackson.databind.node.ObjectNode;

/**
 * The common fields of all chunks of one answer. Immutable.
 *
 * @param id the unique id
 * @param created when the request arrived, in seconds since 1970
 */
record ChatCompletion(String id, long created) {
    /** What a refusal says whose words the provider did not send as an answer. */
    static final String REFUSAL = "The model declined to answer.";

    /** Writes the answer in one piece. */
    ObjectNode toJson(String text, Outcome.Finished answered) {
        ObjectNode object = Json.object()
                .put("id", id)
                .put("object", "chat.completion")
                .put("created", created)
                .put("model", answered.model());
        ObjectNode choice = object.putArray("choices").addObject().put("index", 0);
        ObjectNode message = choice.putObject("message").put("role", "assistant");
        if (answered.finishReason() == FinishReason.REFUSAL) {
            message.putNull("content").put("refusal", text.isBlank() ? REFUSAL : text);
        } else {
            message.put("content", text).putNull("refusal");
        }
        choice.putNull("logprobs").put("finish_reason", finishReason(answered.finishReason()));
        if (isKnown(answered.usage())) {
            object.set("usage", usageJson(answered.usage()));
        }
        return object;
    }

    /** Returns OpenAI's word for why the answer ended; it has none for an empty answer. */
    static String finishReason(FinishReason reason) {
        return switch (reason) {
            case STOP, EMPTY, REFUSAL -> "stop"; // a refusal has a field of its own
            case LENGTH, PAUSED -> "length";
            case CONTENT_FILTER -> "content_filter";
            case TOOL_CALLS -> "tool_calls";
        };
    }

    /** Returns whether the provider reported the tokens. */
    static boolean isKnown(Usage usage) {
        return usage.total() > 0 && !usage.estimated();
    }

    /** Writes tokens as OpenAI counts them: cached ones are part of the prompt. */
    static ObjectNode usageJson(Usage usage) {
        long prompt = usage.input() + usage.cacheRead() + usage.cacheWrite();
        ObjectNode object = Json.object()
                .put("prompt_tokens", prompt)
                .put("completion_tokens", usage.output())
                .put("total_tokens", usage.total());
        object.putObject("prompt_tokens_details").put("cached_tokens", usage.cacheRead());
        return object;
    }
}
