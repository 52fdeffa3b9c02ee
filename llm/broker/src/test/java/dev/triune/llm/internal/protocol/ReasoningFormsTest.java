/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.ModelOptions.Reasoning;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.ServerSettings.ServerKind;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The fields that set the reasoning level of each server, in the order in which they are tried. */
final class ReasoningFormsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "OPENAI | gpt-6-luna | OFF | 'none' 'minimal' 'low'",
                "OPENAI | gpt-6-luna | HIGH | 'high'",
                "GROQ | qwen/qwen3.8-27b | OFF | 'none' 'low'",
                "GROQ | openai/gpt-oss-20b | OFF | 'low'",
                "GROQ | openai/gpt-oss-20b | MEDIUM | 'medium'",
                "CEREBRAS | gpt-oss-120b | OFF | 'low'",
                "CEREBRAS | qwen-3.8-27b | OFF | 'none' 'low'",
                "GEMINI | gemini-2.5-flash-lite | OFF | 'none' 'low'",
                "GEMINI | gemini-3.8-flash | OFF | 'minimal' 'low'",
                "GEMINI | gemini-3.8-flash | LOW | 'low'",
                "OTHER | grok-4 | OFF | 'none' 'low'",
                "OTHER | grok-4 | HIGH | 'high'",
                "VLLM | openai/gpt-oss-20b | OFF | 'low'",
                "LLAMA_CPP | gpt-oss-20b | HIGH | 'high'",
            })
    void openAiCompatibleServersGetReasoningEffort(
            ServerKind kind, String model, Reasoning level, String efforts) {
        assertThat(forms(ApiFamily.OPENAI, kind, model, level))
                .isEqualTo(efforts.replaceAll("'(\\w+)'", "{'reasoning_effort':'$1'}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "OPENAI | OPENROUTER | openai/gpt-6-luna | OFF | {'reasoning':{'effort':'none'}}"
                        + " {'reasoning':{'effort':'minimal'}} {'reasoning':{'effort':'low'}}",
                "OPENAI | OPENROUTER | openai/gpt-6-luna | LOW | {'reasoning':{'effort':'low'}}",
                "OPENAI | VLLM | qwen3-8b | OFF | {'chat_template_kwargs':{'enable_thinking':false}}",
                "OPENAI | LLAMA_CPP | qwen3 | LOW | {'chat_template_kwargs':{'enable_thinking':true}}",
                "OLLAMA | OTHER | gemma4:e4b | OFF | {'think':false}",
                "OLLAMA | OTHER | gemma4:e4b | MEDIUM | {'think':'medium'} {'think':true}",
                "OLLAMA | OTHER | gpt-oss:20b | OFF | {'think':'low'}",
                "ANTHROPIC | OTHER | claude-haiku-5-5 | OFF | {'thinking':{'type':'disabled'}}"
                        + " {'output_config':{'effort':'low'},'thinking':{'type':'between_tools'}}"
                        + " {'output_config':{'effort':'low'}}",
                "ANTHROPIC | OTHER | claude-haiku-5-5 | HIGH | {'output_config':{'effort':'high'}}",
            })
    void otherServersGetTheirOwnReasoningFields(
            ApiFamily family, ServerKind kind, String model, Reasoning level, String expected) {
        assertThat(forms(family, kind, model, level)).isEqualTo(expected);
    }

    private static String forms(ApiFamily family, ServerKind kind, String model, Reasoning level) {
        return ReasoningForms.of(family, kind, model, level).stream()
                .map(form -> ProtocolJson.write(ProtocolJson.of(form)).replace('"', '\''))
                .collect(Collectors.joining(" "));
    }
}
