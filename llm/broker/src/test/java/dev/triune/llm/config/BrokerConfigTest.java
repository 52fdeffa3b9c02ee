/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.llm.Priority;
import dev.triune.llm.TokenWeights;
import dev.triune.llm.engine.ProviderSettings;
import dev.triune.llm.engine.ProviderSettings.Batching;
import dev.triune.llm.engine.Sharing;
import dev.triune.llm.policy.limit.Limits;
import dev.triune.llm.policy.route.Routes.Route;
import dev.triune.llm.provider.wire.Family;
import dev.triune.llm.provider.wire.StructuredOutput;
import dev.triune.llm.queue.Ageing;
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
    void theFileOfTheReadmeReadsAsItLooks() {
        BrokerConfig config = Samples.read(Samples.SHORT);

        assertThat(config.defaultModel()).contains("qwen/qwen3-32b");
        assertThat(config.providers().keySet())
                .containsExactly("groq", "cerebras", "claude", "local");
        ProviderConfig groq = provider(config, "groq");
        assertThat(groq.connection().url()).hasToString("https://api.groq.com/openai/v1");
        assertThat(groq.connection().keys()).containsExactly(Secret.of(Samples.GROQ_KEY));
        assertThat(groq.settings().permits()).isEqualTo(2);
        assertThat(groq.settings().limits()).isEqualTo(Limits.perMinute(30).withBurst(5));
        assertThat(groq.settings().fallback()).contains(List.of("cerebras"));
        ProviderConfig local = provider(config, "local");
        assertThat(local.connection().keys()).isEmpty();
        assertThat(local.settings().model()).isEqualTo("qwen3:4b");
        assertThat(config.providers().values())
                .extracting(each -> each.connection().family().orElseThrow())
                .containsExactly(Family.OPENAI, Family.OPENAI, Family.ANTHROPIC, Family.OLLAMA);
        assertThat(local.settings().permits()).isEqualTo(4);
        assertThat(config.layers())
                .containsEntry(
                        "talker",
                        new LayerSettings(
                                Optional.of(Duration.ofSeconds(5)),
                                Optional.of("llama-3.3-70b"),
                                Optional.empty()));
    }

    @Test
    void aFileThatSaysNothingElseGetsTheDefaults() {
        BrokerConfig config = Samples.read("providers: {groq: {key: ${GROQ_API_KEY}}}");

        assertThat(config.defaultModel()).isEmpty();
        assertThat(config.queue()).isEqualTo(QueueSettings.DEFAULT);
        assertThat(config.retry()).isEqualTo(RetrySettings.DEFAULT);
        assertThat(config.sharing()).isEqualTo(SharingSettings.DEFAULT);
        assertThat(config.session()).isEqualTo(SessionSettings.DEFAULT);
        assertThat(config.cache()).isEmpty();
        assertThat(config.routes()).isEmpty();
        assertThat(config.prices()).isEmpty();
        assertThat(config.endpoints()).isEmpty();
    }

    @Test
    void aWellKnownProviderBeginsWithItsUsualSettings() {
        ProviderConfig groq =
                provider(Samples.read("providers: {groq: {rpm: 300, permits: 9}}"), "groq");

        assertThat(groq.connection().url()).hasToString("https://api.groq.com/openai/v1");
        assertThat(groq.settings().model()).isEqualTo("qwen/qwen3-32b");
        assertThat(groq.settings().models()).containsExactly("llama-3.3-70b-versatile");
        assertThat(groq.settings().permits()).isEqualTo(9);
        assertThat(groq.settings().limits()).isEqualTo(Limits.perMinute(300).withBurst(5));
        assertThat(groq.settings().fallback()).contains(List.of("cerebras"));
    }

    @Test
    void anEmptyFallbackIsNoFallback() {
        BrokerConfig config = Samples.read("providers: {groq: {fallback: []}}");

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
    void wellKnownProvidersHaveAProtocolAndAnAddress(String name, String family, String url) {
        Connection connection = provider(
                        Samples.read("providers: {" + name + ": {model: m}}"), name)
                .connection();

        assertThat(connection.family().orElseThrow().label()).isEqualTo(family);
        assertThat(connection.url()).hasToString(url);
    }

    @ParameterizedTest
    @CsvSource({
        "anthropic, openai, https://api.anthropic.com/v1",
        "ollama, openai, http://localhost:11434/v1",
        "claude, anthropic, https://api.anthropic.com",
        "box, ollama, http://localhost:11434"
    })
    void aFamilyOfTheFileHasItsUsualAddress(String name, String family, String url) {
        String yaml = "providers: {" + name + ": {model: m, family: " + family + "}}";

        Connection connection = provider(Samples.read(yaml), name).connection();

        assertThat(connection.family().orElseThrow().label()).isEqualTo(family);
        assertThat(connection.url()).hasToString(url);
    }

    @ParameterizedTest
    @EnumSource(Family.class)
    void everyFamilyIsSpokenAtAnAddressOfTheFile(Family family) {
        String yaml = "providers: {groq: {family: " + family.label() + ", url: http://a:8080/x}}";

        Connection connection = provider(Samples.read(yaml), "groq").connection();

        assertThat(connection.family()).contains(family);
        assertThat(connection.url()).hasToString("http://a:8080/x");
    }

    @Test
    void aProviderOfAnotherNameSpeaksOpenAisProtocol() {
        BrokerConfig config = Samples.read("providers: {box: {url: http://a/v1, model: m}}");

        assertThat(provider(config, "box").connection().family()).contains(Family.OPENAI);
    }

    @ParameterizedTest
    @EnumSource(StructuredOutput.class)
    void everyKindOfStructuredOutputHasItsWord(StructuredOutput how) {
        BrokerConfig config = Samples.read("providers: {groq: {structured: " + how.label() + "}}");

        assertThat(provider(config, "groq").connection().structured()).contains(how);
    }

    @ParameterizedTest
    @ValueSource(strings = {"socks://10.0.0.1:1080", "http://[::1]:3128", "http://proxy-1.lan:80/"})
    void proxiesOfEitherKindAreRead(String proxy) {
        BrokerConfig config = Samples.read("providers: {groq: {proxy: '" + proxy + "'}}");

        assertThat(provider(config, "groq").connection().proxy()).contains(proxy);
        assertThat(provider(config, "groq").connection().proxyAuthorization()).isEmpty();
    }

    @Test
    void aConnectionThatSaysNothingElseGetsTheDefaults() {
        Connection groq =
                provider(Samples.read("providers: {groq: {}}"), "groq").connection();

        assertThat(groq)
                .isEqualTo(Connection.of(
                        Family.OPENAI, URI.create("https://api.groq.com/openai/v1"), Map.of()));
        assertThat(groq.deadline()).isEqualTo(Duration.ofMinutes(10));
    }

    @Test
    void everySettingOfAProviderIsRead() {
        ProviderSettings local = provider(Samples.read(Samples.FULL), "local").settings();

        assertThat(local.model()).isEqualTo("qwen3-4b");
        assertThat(local.models()).containsExactly("qwen3-8b");
        assertThat(local.modelFallback()).containsExactly("qwen3-8b");
        assertThat(local.permits()).isEqualTo(4);
        assertThat(local.cleanStretch()).isEqualTo(20);
        assertThat(local.queueLimit()).isEqualTo(7);
        assertThat(local.longestWait()).isEqualTo(Duration.ofMinutes(2));
        assertThat(local.limits()).isEqualTo(new Limits(2, 90, 1000, 60_000, 3, true));
        assertThat(local.limitsPerModel()).isTrue();
        assertThat(local.batching()).contains(new Batching(5, 50, 4));
        assertThat(local.fallback()).contains(List.of("cerebras", "groq"));
    }

    @Test
    void everythingAboutAConnectionIsRead() {
        Connection local = provider(Samples.read(Samples.FULL), "local").connection();

        assertThat(local.structured()).contains(StructuredOutput.JSON);
        assertThat(local.connectTimeout()).isEqualTo(Duration.ofMillis(250));
        assertThat(local.gapTimeout()).isEqualTo(Duration.ofHours(1));
        assertThat(local.deadline()).isEqualTo(Duration.ofMinutes(3));
        assertThat(local.proxy()).contains("http://127.0.0.1:3128");
        assertThat(local.proxyAuthorization()).contains(Secret.of("Basic " + Samples.PROXY_TOKEN));
        assertThat(local.headers())
                .containsEntry("X-Title", Secret.of("The Village"))
                .containsEntry("Authorization", Secret.of("Bearer " + Samples.TITLE_TOKEN));
    }

    @Test
    void keysComeFromTheEnvironmentInTheirOrder() {
        assertThat(provider(Samples.read(Samples.FULL), "cerebras").connection().keys())
                .containsExactly(Secret.of(Samples.FIRST_KEY), Secret.of(Samples.SECOND_KEY));
    }

    @Test
    void theSettingsOfTheBrokerAreRead() {
        BrokerConfig config = Samples.read(Samples.FULL);

        assertThat(config.routes())
                .containsEntry("my-model", new Route("local", List.of("cerebras")));
        assertThat(config.layers().get("talker"))
                .extracting(LayerSettings::priority)
                .isEqualTo(Optional.of(Priority.HIGH));
        assertThat(config.layers().get("executor"))
                .extracting(LayerSettings::priority)
                .isEqualTo(Optional.of(Priority.of(4)));
        assertThat(config.queue())
                .isEqualTo(new QueueSettings(50, new Ageing(Duration.ofSeconds(4), 1), false));
        assertThat(config.retry()).isEqualTo(new RetrySettings(false, 5));
        assertThat(config.sharing().policy()).isEqualTo(Sharing.STRICT);
        assertThat(config.sharing().weights())
                .containsEntry("game-a", 2.0)
                .containsEntry("game-b", 0.5);
        assertThat(config.sharing().tokensPerRequest()).isEqualTo(40);
        assertThat(config.sharing().silence()).isEqualTo(Duration.ofSeconds(90));
        assertThat(config.cache()).contains(new CacheSettings(5000, Duration.ofMinutes(3)));
        assertThat(config.endpoints()).containsExactly("api.example.com", "localhost:9000");
    }

    @Test
    void theQueueOfTheBrokerHoldsForProvidersThatSayNothing() {
        BrokerConfig config = Samples.read(Samples.FULL);

        assertThat(provider(config, "cerebras").settings().queueLimit()).isEqualTo(50);
    }

    @Test
    void notWaitingIsNoRoundAtAll() {
        BrokerConfig config =
                Samples.read("providers: {groq: {}}\nretry: {wait: false, rounds: 4}");

        assertThat(config.retry().rounds()).isZero();
    }

    @Test
    void pricesKeepTheirDigits() {
        BrokerConfig config = Samples.read(Samples.FULL);

        assertThat(config.prices().keySet()).containsExactly("gpt-4o-mini", "free");
        assertThat(config.prices())
                .containsEntry(
                        "gpt-4o-mini",
                        new TokenWeights(
                                new BigDecimal("0.15"),
                                new BigDecimal("0.075"),
                                new BigDecimal("0.60")));
    }

    @Test
    void cachedTokensCostWhatFreshOnesDoUnlessTold() {
        BrokerConfig config =
                Samples.read("providers: {groq: {}}\nprices: {m: {input: 0.2, output: 0.4}}");

        assertThat(config.prices().get("m")).extracting("cached").isEqualTo(new BigDecimal("0.2"));
    }

    @Test
    void sessionsAreReadByTheirOwnNames() {
        SessionSettings session = Samples.read(Samples.FULL).session();

        assertThat(session.callTimeout()).isEqualTo(Duration.ofSeconds(45));
        assertThat(session.quota().maxWait()).isEqualTo(Duration.ofSeconds(10));
        assertThat(session.quota().settings().safety()).isEqualTo(0.8);
        assertThat(session.quota().tellRemaining()).isTrue();
    }

    @Test
    void sessionsAreReadByTheirOtherNamesToo() {
        BrokerConfig config = Samples.read("""
                providers: {groq: {}}
                session:
                  queue.max_wait_seconds: 11
                  request.timeout_seconds: 12
                  safety_factor: 0.7
                  inject_remaining_context: true
                  default_model: gpt-4o-mini
                """);

        assertThat(config.session().quota().maxWait()).isEqualTo(Duration.ofSeconds(11));
        assertThat(config.session().callTimeout()).isEqualTo(Duration.ofSeconds(12));
        assertThat(config.session().quota().settings().safety()).isEqualTo(0.7);
        assertThat(config.session().quota().tellRemaining()).isTrue();
        assertThat(config.defaultModel()).contains("gpt-4o-mini");
    }

    @Test
    void aFileIsLoaded() throws Exception {
        Path file = folder.resolve("llm.yaml");
        Files.writeString(file, "\uFEFFproviders: {local: {url: http://localhost:1/v1, model: m}}");

        assertThat(BrokerConfig.load(file).providers()).containsOnlyKeys("local");
    }

    @Test
    void aFileThatIsNotThereIsAProblemOfItsOwn() {
        Path file = folder.resolve("none.yaml");

        assertThatThrownBy(() -> BrokerConfig.load(file))
                .isInstanceOf(ConfigException.class)
                .hasMessage(file + ": there is no such file (expected a configuration)");
    }

    @Test
    void whatIsNoTextIsAProblem() throws Exception {
        Path file = folder.resolve("llm.yaml");
        Files.write(file, new byte[] {'a', (byte) 0xff});

        assertThatThrownBy(() -> BrokerConfig.load(file))
                .isInstanceOf(ConfigException.class)
                .hasMessage(file + ": not UTF-8 (expected a text file in UTF-8)");
    }

    @Test
    void aFileOfMoreThanOneMegabyteIsNotRead() throws Exception {
        Path file = folder.resolve("llm.yaml");
        Files.write(file, new byte[(1 << 20) + 1]);

        assertThatThrownBy(() -> BrokerConfig.load(file))
                .isInstanceOf(ConfigException.class)
                .hasMessage(file + ": more than 1 MB (expected a few pages)");
    }

    @Test
    void aFolderIsNoFile() {
        assertThatThrownBy(() -> BrokerConfig.load(folder))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(folder + ": cannot be read (");
    }

    private static ProviderConfig provider(BrokerConfig config, String name) {
        return Optional.ofNullable(config.providers().get(name)).orElseThrow();
    }
}
