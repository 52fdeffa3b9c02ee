/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.ModelRoutes.Route;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ModelRoutesTest {
    @Test
    void routingTableTakesPrecedenceOverNamePatterns() {
        assertThat(ModelRoutes.DEFAULT.providerFor("gpt-oss-120b")).isEqualTo("cerebras");
        assertThat(ModelRoutes.DEFAULT.routeFor("gpt-oss-120b").orElseThrow().fallback())
                .containsExactly("groq");
        assertThat(ModelRoutes.DEFAULT.routeFor("nobody-knows-it")).isEmpty();
    }

    @Test
    void unlistedModelsAreRoutedByNamePattern() {
        assertThat(ModelRoutes.DEFAULT.providerFor("mistralai/mixtral")).isEqualTo("mistralai");
        assertThat(ModelRoutes.DEFAULT.providerFor("gpt-99")).isEqualTo("openai");
        assertThat(ModelRoutes.DEFAULT.providerFor("claude-99")).isEqualTo("anthropic");
        assertThat(ModelRoutes.DEFAULT.providerFor("tiny-llama")).isEqualTo("groq");
        assertThat(ModelRoutes.DEFAULT.providerFor("nobody-knows-it")).isEqualTo("unknown");
    }

    @Test
    void leadingSlashDoesNotNameAProvider() {
        assertThat(ModelRoutes.DEFAULT.providerFor("/models/llama.gguf")).isEqualTo("groq");
        assertThat(ModelRoutes.DEFAULT.providerFor("/models/other.gguf")).isEqualTo("unknown");
    }

    @Test
    void addedRoutesOverrideOnlyTheSameModel() {
        ModelRoutes more = ModelRoutes.DEFAULT.withRoutes(
                Map.of("gpt-4o", new Route("mine", List.of("openai"))));

        assertThat(more.providerFor("gpt-4o")).isEqualTo("mine");
        assertThat(more.providerFor("gemma4:e4b")).isEqualTo("ollama");
        assertThat(ModelRoutes.DEFAULT.providerFor("gpt-4o")).isEqualTo("openai");
    }

    @Test
    void hostAndItsSubdomainsIdentifyTheProvider() {
        assertThat(at("https://api.openai.com/v1")).isEqualTo("openai");
        assertThat(at("https://API.OpenAI.com/v1")).isEqualTo("openai");
        assertThat(at("https://eu.api.openai.com/v1")).isEqualTo("openai");
        assertThat(at("https://evilapi.openai.com.example/v1")).isEmpty();
        assertThat(at("https://evilapi-openai.com/v1")).isEmpty();
    }

    @Test
    void localServerIsOllamaOnlyOnItsDefaultPort() {
        assertThat(at("http://localhost:11434")).isEqualTo("ollama");
        assertThat(at("http://127.0.0.1:11434")).isEqualTo("ollama");
        assertThat(at("http://[::1]:11434")).isEqualTo("ollama");
        assertThat(at("http://localhost:8080")).isEmpty();
        assertThat(at("http://elsewhere.example:11434")).isEmpty();
        assertThat(at("file:/no/host")).isEmpty();
    }

    private static String at(String url) {
        return ModelRoutes.providerForUrl(URI.create(url)).orElse("");
    }
}
