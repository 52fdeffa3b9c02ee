/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.Limits;
import dev.triune.llm.ModelOptions;
import dev.triune.llm.ModelOptions.Reasoning;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.ProviderSettings.Batching;
import dev.triune.llm.Secret;
import dev.triune.llm.internal.config.BrokerSettings.ConfiguredProvider;
import dev.triune.llm.internal.config.ConnectionSettings.Proxy;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.ServerSettings;
import dev.triune.llm.provider.ServerSettings.ServerKind;
import dev.triune.llm.provider.ServerSettings.StructuredOutput;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The settings of a provider in the configuration file. */
final class ProviderConfigTest {
    @Test
    void wellKnownProviderStartsWithItsPresetSettings() {
        ConfiguredProvider groq =
                provider(Samples.read("providers: {groq: {rpm: 300, permits: 9}}"), "groq");

        assertThat(groq.connection().url()).hasToString("https://api.groq.com/openai/v1");
        assertThat(groq.settings().model()).isEqualTo("openai/gpt-oss-20b");
        assertThat(groq.settings().models()).containsExactly("openai/gpt-oss-120b");
        assertThat(groq.settings().permits()).isEqualTo(9);
        assertThat(groq.settings().limits())
                .isEqualTo(Limits.perMinute(300).withBurst(30).withCountsCachedReads(false));
        assertThat(groq.settings().fallback()).contains(List.of("cerebras"));
    }

    @ParameterizedTest
    @CsvSource({"rpm: 60, 60, 6", "rpm: 11, 11, 2", "rpm: 1, 1, 1", "'rpm: 60, burst: 60', 60, 60"})
    void burstDefaultsToATenthOfRequestsPerMinute(String keys, int perMinute, int burst) {
        BrokerSettings config = Samples.read(
                "providers: {mine: {url: http://localhost:8080/v1, model: m, " + keys + "}}");

        assertThat(provider(config, "mine").settings().limits())
                .isEqualTo(Limits.perMinute(perMinute).withBurst(burst));
    }

    @Test
    void emptyFallbackListDisablesFallback() {
        BrokerSettings config = Samples.read("providers: {groq: {fallback: []}}");

        assertThat(provider(config, "groq").settings().fallback()).contains(List.of());
    }

    @ParameterizedTest
    @CsvSource({
        "groq, openai, https://api.groq.com/openai/v1",
        "cerebras, openai, https://api.cerebras.ai/v1",
        "openai, openai, https://api.openai.com/v1",
        "openrouter, openai, https://openrouter.ai/api/v1",
        "gemini, openai, https://generativelanguage.googleapis.com/v1beta/openai",
        "anthropic, anthropic, https://api.anthropic.com",
        "ollama, ollama, http://localhost:11434"
    })
    void wellKnownProvidersHaveAFamilyAndAUrl(String name, String family, String url) {
        ConnectionSettings connectionSettings = provider(
                        Samples.read("providers: {" + name + ": {model: m}}"), name)
                .connection();

        assertThat(connectionSettings.label()).isEqualTo(family);
        assertThat(connectionSettings.url()).hasToString(url);
    }

    @ParameterizedTest
    @CsvSource({
        "anthropic, openai, https://api.anthropic.com/v1",
        "ollama, openai, http://localhost:11434/v1",
        "claude, anthropic, https://api.anthropic.com",
        "box, ollama, http://localhost:11434"
    })
    void configuredFamilyHasADefaultUrl(String name, String family, String url) {
        String yaml = "providers: {" + name + ": {model: m, family: " + family + "}}";

        ConnectionSettings connectionSettings =
                provider(Samples.read(yaml), name).connection();

        assertThat(connectionSettings.label()).isEqualTo(family);
        assertThat(connectionSettings.url()).hasToString(url);
    }

    @ParameterizedTest
    @EnumSource(ApiFamily.class)
    void everyFamilyWorksWithAConfiguredUrl(ApiFamily apiFamily) {
        String yaml =
                "providers: {groq: {family: " + apiFamily.label() + ", url: http://a:8080/x}}";

        ConnectionSettings connectionSettings =
                provider(Samples.read(yaml), "groq").connection();

        assertThat(connectionSettings.kind().family()).isEqualTo(apiFamily);
        assertThat(connectionSettings.url()).hasToString("http://a:8080/x");
    }

    @Test
    void unknownProviderNameDefaultsToOpenAiProtocol() {
        BrokerSettings config = Samples.read("providers: {box: {url: http://a/v1, model: m}}");

        assertThat(provider(config, "box").connection().kind()).isEqualTo(ProviderKind.OPENAI);
    }

    @ParameterizedTest
    @EnumSource(StructuredOutput.class)
    void readsEveryKindOfStructuredOutput(StructuredOutput how) {
        BrokerSettings config =
                Samples.read("providers: {groq: {structured: " + how.label() + "}}");

        assertThat(provider(config, "groq").connection().structured()).isEqualTo(how);
    }

    @ParameterizedTest
    @ValueSource(strings = {"socks://10.0.0.1:1080", "http://[::1]:3128", "http://proxy-1.lan:80/"})
    void readsHttpAndSocksProxies(String proxy) {
        BrokerSettings config = Samples.read("providers: {groq: {proxy: '" + proxy + "'}}");

        assertThat(provider(config, "groq").connection().proxy()).isEqualTo(new Proxy(proxy, null));
    }

    @Test
    void minimalConnectionUsesTheDefaults() {
        ConnectionSettings groq =
                provider(Samples.read("providers: {groq: {}}"), "groq").connection();

        assertThat(groq)
                .isEqualTo(ConnectionSettings.withDefaults(
                        ProviderKind.OPENAI,
                        URI.create("https://api.groq.com/openai/v1"),
                        Map.of(),
                        Map.of()));
        assertThat(groq.timeouts().firstByte()).isEqualTo(Duration.ofMinutes(2));
        assertThat(groq.timeouts().gap()).isEqualTo(Duration.ofSeconds(30));
        assertThat(groq.timeouts().answer()).isEqualTo(Duration.ofMinutes(10));
    }

    @Test
    void readsEveryProviderSetting() {
        ProviderSettings local = provider(Samples.read(Samples.FULL), "local").settings();

        assertThat(local.model()).isEqualTo("gemma-4-e4b");
        assertThat(local.models()).containsExactly("qwen3-8b");
        assertThat(local.modelFallback()).containsExactly("qwen3-8b");
        assertThat(local.permits()).isEqualTo(4);
        assertThat(local.adaptiveCleanStretch()).isEqualTo(20);
        assertThat(local.queueLimit()).isEqualTo(7);
        assertThat(local.maxWait()).isEqualTo(Duration.ofMinutes(2));
        assertThat(local.reserve()).isEqualTo(0.05);
        assertThat(local.limits())
                .isEqualTo(Limits.perMinute(90)
                        .withPerSecond(2)
                        .withPerDay(1000)
                        .withTokensPerMinute(60_000)
                        .withInputTokensPerMinute(50_000)
                        .withOutputTokensPerMinute(10_000)
                        .withTokensPerDay(900_000)
                        .withCountsCachedReads(false)
                        .withBurst(3));
        assertThat(local.limitsPerModel()).isTrue();
        assertThat(local.batching()).contains(new Batching(5, 50, 4));
        assertThat(local.fallback()).contains(List.of("cerebras", "groq"));
    }

    @Test
    void readsModelOptions() {
        String yaml = """
                providers:
                  groq:
                    reasoning: off
                    top-p: 0.9
                    seed: 7
                    stop: ["\\n\\n", END]
                    extra-body:
                      service_tier: flex
                      top_k: 20
                      min_p: 0.05
                      deep: {list: [1, true, "1"]}
                """;
        Map<String, Object> extra = Map.of(
                "service_tier",
                "flex",
                "top_k",
                20L,
                "min_p",
                0.05,
                "deep",
                Map.of("list", List.of(1L, true, "1")));

        assertThat(provider(Samples.read(yaml), "groq").settings().options())
                .isEqualTo(ModelOptions.NONE
                        .reasoning(Reasoning.OFF)
                        .topP(0.9)
                        .seed(7)
                        .stop("\n\n", "END")
                        .extraBody(extra));
    }

    @Test
    void readsServerSettings() {
        assertThat(server("family: openai, server: llama.cpp"))
                .isEqualTo(ServerSettings.of(ServerKind.LLAMA_CPP));
        assertThat(server("family: openai, server: vllm, send-priority: true"))
                .isEqualTo(ServerSettings.of(ServerKind.VLLM).withSendPriority(true));
        assertThat(server("family: ollama, keep-alive: 30m, min-context: 0"))
                .isEqualTo(ServerSettings.DEFAULT
                        .withKeepAlive(Duration.ofMinutes(30))
                        .withMinContext(0));
    }

    @ParameterizedTest
    @EnumSource(ServerKind.class)
    void readsEveryKindOfServer(ServerKind kind) {
        assertThat(server("server: " + kind.label()).kind()).isEqualTo(kind);
    }

    @Test
    void readsEveryConnectionSetting() {
        ConnectionSettings local = provider(Samples.read(Samples.FULL), "local").connection();

        assertThat(local.structured()).isEqualTo(StructuredOutput.JSON);
        assertThat(local.timeouts().connect()).isEqualTo(Duration.ofMillis(250));
        assertThat(local.timeouts().gap()).isEqualTo(Duration.ofHours(1));
        assertThat(local.timeouts().firstByte()).isEqualTo(Duration.ofMinutes(2).plusSeconds(1));
        assertThat(local.timeouts().answer()).isEqualTo(Duration.ofMinutes(3));
        assertThat(local.proxy())
                .isEqualTo(new Proxy(
                        "http://127.0.0.1:3128", Secret.of("Basic " + Samples.PROXY_TOKEN)));
        assertThat(local.headers())
                .containsEntry("X-Title", Secret.of("The Village"))
                .containsEntry("Authorization", Secret.of("Bearer " + Samples.TITLE_TOKEN));
    }

    @Test
    void readsKeysFromTheEnvironmentInOrder() {
        assertThat(provider(Samples.read(Samples.FULL), "cerebras").connection().keys())
                .containsExactly(Secret.of(Samples.FIRST_KEY), Secret.of(Samples.SECOND_KEY));
    }

    private static ServerSettings server(String settings) {
        BrokerSettings config =
                Samples.read("providers: {box: {url: http://a, model: m, " + settings + "}}");
        return provider(config, "box").connection().server();
    }

    static ConfiguredProvider provider(BrokerSettings config, String name) {
        return Optional.ofNullable(config.providers().get(name)).orElseThrow();
    }
}
