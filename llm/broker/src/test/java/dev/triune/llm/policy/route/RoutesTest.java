/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.policy.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.policy.route.Routes.Route;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RoutesTest {
    @Test
    void theTableHoldsOverTheFormOfAName() {
        assertThat(Routes.DEFAULT.providerOf("llama-3.3-70b")).isEqualTo("cerebras");
        assertThat(Routes.DEFAULT.entry("llama-3.3-70b").orElseThrow().fallback())
                .containsExactly("groq");
        assertThat(Routes.DEFAULT.entry("nobody-knows-it")).isEmpty();
    }

    @Test
    void elseTheFormOfTheNameDecides() {
        assertThat(Routes.DEFAULT.providerOf("mistralai/mixtral")).isEqualTo("mistralai");
        assertThat(Routes.DEFAULT.providerOf("gpt-99")).isEqualTo("openai");
        assertThat(Routes.DEFAULT.providerOf("claude-99")).isEqualTo("anthropic");
        assertThat(Routes.DEFAULT.providerOf("tiny-llama")).isEqualTo("groq");
        assertThat(Routes.DEFAULT.providerOf("nobody-knows-it")).isEqualTo("unknown");
    }

    @Test
    void aNameThatBeginsWithASlashNamesNoProvider() {
        assertThat(Routes.DEFAULT.providerOf("/models/llama.gguf")).isEqualTo("groq");
        assertThat(Routes.DEFAULT.providerOf("/models/other.gguf")).isEqualTo("unknown");
    }

    @Test
    void furtherEntriesHoldOverThoseOfTheSameNameAndLeaveTheOthers() {
        Routes more = Routes.DEFAULT.with(Map.of("gpt-4o", new Route("mine", List.of("openai"))));

        assertThat(more.providerOf("gpt-4o")).isEqualTo("mine");
        assertThat(more.providerOf("qwen3:4b")).isEqualTo("ollama");
        assertThat(Routes.DEFAULT.providerOf("gpt-4o")).isEqualTo("openai");
    }

    @Test
    void aProviderIsKnownByItsHostAndThoseBelowIt() {
        assertThat(at("https://api.openai.com/v1")).isEqualTo("openai");
        assertThat(at("https://API.OpenAI.com/v1")).isEqualTo("openai");
        assertThat(at("https://eu.api.openai.com/v1")).isEqualTo("openai");
        assertThat(at("https://evilapi.openai.com.example/v1")).isEmpty();
        assertThat(at("https://evilapi-openai.com/v1")).isEmpty();
    }

    @Test
    void aServerOnThisMachineIsOllamaAtItsPortOnly() {
        assertThat(at("http://localhost:11434")).isEqualTo("ollama");
        assertThat(at("http://127.0.0.1:11434")).isEqualTo("ollama");
        assertThat(at("http://[::1]:11434")).isEqualTo("ollama");
        assertThat(at("http://localhost:8080")).isEmpty();
        assertThat(at("http://elsewhere.example:11434")).isEmpty();
        assertThat(at("file:/no/host")).isEmpty();
    }

    private static String at(String url) {
        return Routes.providerAt(URI.create(url)).orElse("");
    }
}
