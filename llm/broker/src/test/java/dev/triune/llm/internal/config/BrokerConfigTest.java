/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import static dev.triune.llm.internal.config.ProviderConfigTest.provider;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerConfig;
import dev.triune.llm.ConfigException;
import dev.triune.llm.Limits;
import dev.triune.llm.PriceCatalog;
import dev.triune.llm.PriceCatalog.TokenPrices;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Secret;
import dev.triune.llm.internal.broker.BrokerOptions;
import dev.triune.llm.internal.config.BrokerSettings.ConfiguredProvider;
import dev.triune.llm.internal.policy.Ageing;
import dev.triune.llm.internal.policy.KnownProviders.Route;
import dev.triune.llm.provider.OfflineProvider;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The configuration file as a whole, and its settings of the broker. */
final class BrokerConfigTest {
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
        assertThat(options.quotaCallTimeout).isEqualTo(Duration.ofSeconds(45));
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

    @Test
    void fileMayFallBackToRulesThatTheGameAdds() {
        for (String yaml : List.of(
                "providers: {near: {url: 'http://localhost:1/v1', model: small, fallback: [rules]}}",
                "providers: {near: {url: 'http://localhost:1/v1', model: small}}\n"
                        + "routes: {small: {provider: near, fallback: [rules]}}")) {
            BrokerConfig config = BrokerConfig.parse("llm.yaml", yaml, name -> Optional.empty());
            assertThatThrownBy(config::open)
                    .isInstanceOf(ConfigException.class)
                    .hasMessageStartingWith(
                            "a fallback is \"rules\", but the broker has no provider of that name")
                    .hasMessageContaining("BrokerConfig.builder().provider(");
            try (Broker broker = config.builder()
                    .provider(
                            ProviderSettings.of("rules", "rules"),
                            OfflineProvider.builder((prompt, random) -> "by rules")
                                    .build())
                    .build()) {
                assertThat(broker.stats().providers())
                        .extracting(each -> each.name())
                        .containsExactly("near", "rules");
            }
        }
    }
}
