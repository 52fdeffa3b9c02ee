/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.llm.BrokerConfig;
import dev.triune.llm.ConfigException;
import dev.triune.llm.Limits;
import dev.triune.llm.ModelOptions;
import dev.triune.llm.ModelOptions.Reasoning;
import dev.triune.llm.PriceCatalog;
import dev.triune.llm.PriceCatalog.TokenPrices;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.ProviderSettings.Batching;
import dev.triune.llm.Secret;
import dev.triune.llm.internal.broker.BrokerOptions;
import dev.triune.llm.internal.config.BrokerSettings.ConfiguredProvider;
import dev.triune.llm.internal.config.ConnectionSettings.Proxy;
import dev.triune.llm.internal.policy.Ageing;
import dev.triune.llm.internal.policy.KnownProviders.Route;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.ServerSettings;
import dev.triune.llm.provider.ServerSettings.ServerKind;
import dev.triune.llm.provider.ServerSettings.StructuredOutput;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class BrokerConfigTest {
    @TempDir
    Path folder;

    @Test
    void readsTheSampleFileOfTheReadme() {
        BrokerSettings config = Samples.read(Samples.SHORT);

        assertThat(Samples.options(Samples.SHORT).defaultModel).isEqualTo("openai/gpt-oss-20b");
        assertThat(config.providers().keySet())
                .containsExactly("groq", "cerebras", "claude", "local");
        ConfiguredProvider groq = provider(config, "groq");
        assertThat(groq.connection().url()).hasToString("https://api.groq.com/openai/v1");
        assertThat(groq.connection().keys()).containsExactly(Secret.of(Samples.GROQ_KEY));
        assertThat(groq.settings().permits()).isEqualTo(2);
        assertThat(groq.settings().limits())
                .isEqualTo(Limits.perMinute(30).withBurst(5).withCountsCachedReads(false));
        assertThat(groq.settings().fallback()).contains(List.of("cerebras"));
        ConfiguredProvider local = provider(config, "local");
        assertThat(local.connection().keys()).isEmpty();
        assertThat(local.settings().model()).isEqualTo("gemma4:e4b");
        assertThat(config.providers().values())
                .extracting(each -> each.connection().kind())
                .containsExactly(
                        ProviderKind.OPENAI,
                        ProviderKind.OPENAI,
                        ProviderKind.ANTHROPIC,
                        ProviderKind.OLLAMA);
        assertThat(local.settings().permits()).isEqualTo(4);
    }

    @Test
    void minimalFileUsesTheDefaults() {
        String yaml = "providers: {groq: {key: ${GROQ_API_KEY}}}";

        assertThat(Samples.options(yaml))
                .usingRecursiveComparison()
                .ignoringFields("endpoints", "ticker", "onWorkAvailable", "random", "sharedLimits")
                .isEqualTo(new BrokerOptions());
        assertThat(Samples.read(yaml).allowedHosts()).isEmpty();
    }

    @Test
    void starOrGatewayAcceptsAnyModel() {
        BrokerSettings config = Samples.read("""
                providers:
                  ollama: {models: ["*"]}
                  groq: {}
                  shared: {family: gateway, url: http://127.0.0.1:8766, model: gpt-4o}
                """);

        assertThat(provider(config, "ollama").settings().model()).isEqualTo("gemma4:e4b");
        assertThat(provider(config, "ollama").settings().takesAnyModel()).isTrue();
        assertThat(provider(config, "groq").settings().takesAnyModel()).isFalse();
        assertThat(provider(config, "shared").settings().takesAnyModel()).isTrue();
    }

    @Test
    void starAloneIsNotAModel() {
        assertThatThrownBy(() -> Samples.read(
                        "providers: {mine: {url: http://localhost:8080/v1, models: ['*']}}"))
                .hasMessageContaining("has no model");
    }

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
    void readsPools() {
        BrokerSettings config = Samples.read("""
                providers:
                  a: {url: "http://a:1", model: m, pool: gpu}
                  b: {url: "http://b:1", model: m, pool: gpu}
                  c: {url: "http://c:1", model: m}
                """);

        assertThat(config.providers().values())
                .extracting(each -> each.settings().pool())
                .containsExactly("gpu", "gpu", "");
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

    private static ServerSettings server(String settings) {
        BrokerSettings config =
                Samples.read("providers: {box: {url: http://a, model: m, " + settings + "}}");
        return provider(config, "box").connection().server();
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

    @Test
    void readsBrokerSettings() {
        BrokerOptions options = Samples.options(Samples.FULL);

        assertThat(options.routes)
                .containsEntry("my-model", new Route("local", List.of("cerebras")));
        assertThat(options.ageing).isEqualTo(new Ageing(Duration.ofSeconds(4), 1));
        assertThat(options.queuePerProvider).isFalse();
        assertThat(options.fallback).isFalse();
        assertThat(options.retryRounds).isEqualTo(5);
        assertThat(options.strictSharing).isTrue();
        assertThat(options.tenantWeights).containsEntry("game-a", 2.0).containsEntry("game-b", 0.5);
        assertThat(options.tokensPerRequest).isEqualTo(40);
        assertThat(options.heartbeatTimeout).isEqualTo(Duration.ofSeconds(90));
        assertThat(options.cacheCharacters).isEqualTo(5000);
        assertThat(options.cacheAge).isEqualTo(Duration.ofMinutes(3));
        assertThat(Samples.read(Samples.FULL).allowedHosts())
                .containsExactly("api.example.com", "localhost:9000");
    }

    @Test
    void providersWithoutAQueueLimitUseTheBrokersLimit() {
        BrokerSettings config = Samples.read(Samples.FULL);

        assertThat(provider(config, "cerebras").settings().queueLimit()).isEqualTo(50);
    }

    @Test
    void disabledWaitMeansZeroRetryRounds() {
        BrokerOptions options =
                Samples.options("providers: {groq: {}}\nretry: {wait: false, rounds: 4}");

        assertThat(options.retryRounds).isZero();
    }

    @Test
    void pricesKeepTheirPrecision() {
        PriceCatalog prices = Samples.options(Samples.FULL).prices;

        assertThat(prices.find("local", "free")).isPresent();
        assertThat(prices.find("local", "other")).isEmpty();
        assertThat(prices.find("local", "gpt-6-luna"))
                .contains(new TokenPrices(
                        new BigDecimal("0.15"),
                        new BigDecimal("0.075"),
                        new BigDecimal("0.1875"),
                        new BigDecimal("0.60")));
    }

    @Test
    void cachedPriceDefaultsToTheInputPrice() {
        PriceCatalog prices = Samples.options(
                        "providers: {groq: {}}\nprices: {m: {input: 0.2, output: 0.4}}")
                .prices;

        assertThat(prices.pricesFor("m").cached()).isEqualTo(new BigDecimal("0.2"));
    }

    @Test
    void readsSessionSettings() {
        BrokerOptions options = Samples.options(Samples.FULL);

        assertThat(options.callTimeout).isEqualTo(Duration.ofSeconds(45));
        assertThat(options.sessionCallTimeout).isEqualTo(Duration.ofSeconds(45));
        assertThat(options.quotaPolicy.maxWait()).isEqualTo(Duration.ofSeconds(10));
        assertThat(options.quotaPolicy.safety()).isEqualTo(0.8);
        assertThat(options.quotaPolicy.includeRemaining()).isTrue();
    }

    @Test
    void readsSessionSettingsByTheirAlternativeNames() {
        BrokerOptions options = Samples.options("""
                providers: {groq: {}}
                session:
                  queue.max_wait_seconds: 11
                  request.timeout_seconds: 12
                  safety_factor: 0.7
                  inject_remaining_context: true
                  default_model: gpt-6-luna
                """);

        assertThat(options.quotaPolicy.maxWait()).isEqualTo(Duration.ofSeconds(11));
        assertThat(options.callTimeout).isEqualTo(Duration.ofSeconds(12));
        assertThat(options.quotaPolicy.safety()).isEqualTo(0.7);
        assertThat(options.quotaPolicy.includeRemaining()).isTrue();
        assertThat(options.defaultModel).isEqualTo("gpt-6-luna");
    }

    @Test
    void loadsAFileWithByteOrderMark() throws Exception {
        Path file = folder.resolve("llm.yaml");
        Files.writeString(file, "\uFEFFproviders: {local: {url: http://localhost:1/v1, model: m}}");

        assertThat(BrokerConfig.load(file).providers())
                .extracting(BrokerConfig.ProviderSummary::name)
                .containsExactly("local");
    }

    @Test
    void reportsMissingFile() {
        Path file = folder.resolve("none.yaml");

        assertThatThrownBy(() -> BrokerConfig.load(file))
                .isInstanceOf(ConfigException.class)
                .hasMessage(file + ": there is no such file (expected a configuration)");
    }

    @Test
    void rejectsFilesThatAreNotUtf8() throws Exception {
        Path file = folder.resolve("llm.yaml");
        Files.write(file, new byte[] {'a', (byte) 0xff});

        assertThatThrownBy(() -> BrokerConfig.load(file))
                .isInstanceOf(ConfigException.class)
                .hasMessage(file + ": not UTF-8 (expected a text file in UTF-8)");
    }

    @Test
    void rejectsFilesOverOneMegabyte() throws Exception {
        Path file = folder.resolve("llm.yaml");
        Files.write(file, new byte[(1 << 20) + 1]);

        assertThatThrownBy(() -> BrokerConfig.load(file))
                .isInstanceOf(ConfigException.class)
                .hasMessage(file + ": more than 1 MB (expected a few pages)");
    }

    @Test
    void rejectsFolders() {
        assertThatThrownBy(() -> BrokerConfig.load(folder))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(folder + ": cannot be read (");
    }

    private static ConfiguredProvider provider(BrokerSettings config, String name) {
        return Optional.ofNullable(config.providers().get(name)).orElseThrow();
    }
}
