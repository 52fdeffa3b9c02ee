/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import dev.triune.llm.ModelOptions.Reasoning;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.ServerSettings.ServerKind;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The fields for the level of reasoning, as of 22 November 2026, from the documentation of <a
 * href="https://github.com/openai/openai-openapi">OpenAI</a>, <a
 * href="https://console.groq.com/docs/reasoning">Groq</a>, <a
 * href="https://inference-docs.cerebras.ai/capabilities/prompt-caching">Cerebras</a>, <a
 * href="https://ai.google.dev/gemini-api/docs/openai">Gemini</a>, <a
 * href="https://openrouter.ai/docs/use-cases/reasoning-tokens.md">OpenRouter</a>, <a
 * href="https://docs.vllm.ai/en/v0.26.0/features/reasoning_outputs/">vLLM</a>, <a
 * href="https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md">llama.cpp</a>, <a
 * href="https://platform.claude.com/docs/en/build-with-claude/effort">Anthropic</a> and <a
 * href="https://github.com/ollama/ollama/blob/main/docs/capabilities/thinking.mdx">Ollama</a>.
 */
final class ReasoningForms {
    private static final String EFFORT = "reasoning_effort";

    /** Models whose reasoning has levels but cannot be turned off. */
    private static final String LEVELS_ONLY = "gpt-oss";

    private ReasoningForms() {}

    /** Returns the fields for a level, best first: if a server rejects one, the next is tried. */
    static List<Map<String, Object>> of(
            ApiFamily family, ServerKind kind, String model, Reasoning level) {
        return switch (family) {
            case ANTHROPIC -> anthropic(level);
            case OLLAMA -> ollama(model, level);
            case OPENAI -> openAi(kind, model, level);
        };
    }

    private static List<Map<String, Object>> anthropic(Reasoning level) {
        if (level != Reasoning.OFF) {
            return List.of(Map.of("output_config", Map.of("effort", level.label())));
        }
        Map<String, Object> low = Map.of("effort", "low");
        return List.of(
                Map.of("thinking", Map.of("type", "disabled")),
                new TreeMap<>(
                        Map.of("output_config", low, "thinking", Map.of("type", "between_tools"))),
                Map.of("output_config", low));
    }

    private static List<Map<String, Object>> ollama(String model, Reasoning level) {
        if (level == Reasoning.OFF) {
            return List.of(Map.of("think", model.contains(LEVELS_ONLY) ? "low" : (Object) false));
        }
        return List.of(Map.of("think", level.label()), Map.of("think", true));
    }

    private static List<Map<String, Object>> openAi(
            ServerKind kind, String model, Reasoning level) {
        boolean off = level == Reasoning.OFF;
        boolean template = kind == ServerKind.VLLM || kind == ServerKind.LLAMA_CPP;
        if (template && !model.contains(LEVELS_ONLY)) {
            return List.of(Map.of("chat_template_kwargs", Map.of("enable_thinking", !off)));
        }
        List<String> efforts = off ? lowest(kind, model) : List.of(level.label());
        return efforts.stream()
                .map(effort -> kind == ServerKind.OPENROUTER
                        ? Map.<String, Object>of("reasoning", Map.of("effort", effort))
                        : Map.<String, Object>of(EFFORT, effort))
                .toList();
    }

    private static List<String> lowest(ServerKind kind, String model) {
        if (model.contains(LEVELS_ONLY)) {
            return List.of("low");
        }
        if (kind == ServerKind.GEMINI && !model.contains("2.5-flash")) {
            return List.of("minimal", "low");
        }
        return kind == ServerKind.OPENAI || kind == ServerKind.OPENROUTER
                ? List.of("none", "minimal", "low")
                : List.of("none", "low");
    }
}
