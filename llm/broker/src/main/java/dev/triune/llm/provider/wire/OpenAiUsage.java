/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.wire;

import dev.triune.llm.Usage;
import tools.jackson.databind.JsonNode;

/**
 * Tokens as OpenAI's family counts them. The prompt's include those that came from a cache. Where the
 * total is more than prompt and completion, the rest are tokens of thinking that the completion
 * leaves out, as Gemini and xAI count: they are paid as output.
 */
final class OpenAiUsage {
    private OpenAiUsage() {}

    static Usage of(JsonNode usage) {
        JsonNode details = usage.path("prompt_tokens_details");
        long prompt = Tokens.of(usage.path("prompt_tokens"));
        long completion = Tokens.of(usage.path("completion_tokens"));
        long total = Tokens.of(usage.path("total_tokens"));
        long hit = Tokens.of(usage.path("prompt_cache_hit_tokens"));
        long read = Math.min(prompt, Math.max(hit, Tokens.of(details.path("cached_tokens"))));
        long write = Math.min(prompt - read, Tokens.of(details.path("cache_write_tokens")));
        return new Usage(prompt - read - write, read, write, Math.max(completion, total - prompt));
    }
}
