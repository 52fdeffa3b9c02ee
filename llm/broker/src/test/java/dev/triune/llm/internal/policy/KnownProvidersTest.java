/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.internal.policy.KnownProviders.Route;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

class KnownProvidersTest {
    @Test
    void everyRouteLeadsToKnownProviders() {
        assertThat(KnownProviders.routes().values()).allSatisfy(route -> {
            assertThat(KnownProviders.named(route.provider())).isPresent();
            assertThat(route.fallback())
                    .allSatisfy(name -> assertThat(KnownProviders.named(name)).isPresent());
        });
        assertThat(KnownProviders.routes().get("gpt-oss-120b"))
                .isEqualTo(new Route("cerebras", List.of("groq")));
    }

    @Test
    void defaultModelsAreRoutedToTheirProviders() {
        for (String name : List.of("groq", "cerebras", "openai", "anthropic", "ollama")) {
            String model = KnownProviders.named(name).orElseThrow().model();
            Route route = KnownProviders.routes().get(model);
            assertThat(route == null ? KnownProviders.byPattern(model) : route.provider())
                    .isEqualTo(name);
        }
    }

    @Test
    void unlistedModelsAreRoutedByNamePattern() {
        assertThat(KnownProviders.byPattern("gpt-99")).isEqualTo("openai");
        assertThat(KnownProviders.byPattern("claude-99")).isEqualTo("anthropic");
        assertThat(KnownProviders.byPattern("tiny-llama")).isEqualTo("groq");
        assertThat(KnownProviders.byPattern("/models/llama.gguf")).isEqualTo("groq");
        assertThat(KnownProviders.byPattern("/models/other.gguf")).isEmpty();
        assertThat(KnownProviders.byPattern("nobody-knows-it")).isEmpty();
    }

    @Test
    void changedRoutesLeaveTheOriginalsAlone() {
        KnownProviders.routes().put("gemma4:e4b", new Route("mine", List.of()));

        assertThat(KnownProviders.routes().get("gemma4:e4b"))
                .isEqualTo(new Route("ollama", List.of()));
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
        return KnownProviders.at(URI.create(url)).orElse("");
    }
}
