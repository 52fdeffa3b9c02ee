/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import dev.triune.llm.Usage;

/**
 * Tokens as OpenAI's family counts them. The prompt's include those that came from a cache. Where the
 * total is more than prompt and completion, the rest are tokens of thinking that the completion
 * leaves out, as Gemini and xAI count: they are paid as output. Used for one report; not thread-safe.
 */
final class OpenAiUsage {
    private long prompt;
    private long completion;
    private long total;
    private long cacheRead;
    private long cacheWrite;

    /** Takes a field of the report. */
    void field(String name, JsonEventReader value) {
        switch (name) {
            case "prompt_tokens" -> prompt = value.tokens();
            case "completion_tokens" -> completion = value.tokens();
            case "total_tokens" -> total = value.tokens();
            case "prompt_cache_hit_tokens" -> cacheRead = Math.max(cacheRead, value.tokens());
            case "prompt_tokens_details" -> value.fields(this::ofPrompt);
            default -> {}
        }
    }

    private void ofPrompt(String name, JsonEventReader value) {
        switch (name) {
            case "cached_tokens" -> cacheRead = Math.max(cacheRead, value.tokens());
            case "cache_write_tokens" -> cacheWrite = value.tokens();
            default -> {}
        }
    }

    /** The tokens in disjoint parts. */
    Usage usage() {
        long read = Math.min(prompt, cacheRead);
        long write = Math.min(prompt - read, cacheWrite);
        return new Usage(prompt - read - write, read, write, Math.max(completion, total - prompt));
    }
}
