/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.BuilderOptions;
import dev.triune.llm.Endpoint;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Limits;
import dev.triune.llm.Outcome;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.internal.policy.KnownProviders;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which provider serves which model, first and as a fallback. */
class RouterTest {
    private static final List<String> KNOWN =
            List.of("groq", "cerebras", "openai", "anthropic", "ollama");

    @ParameterizedTest
    @CsvSource({
        "openai/gpt-oss-20b, groq, cerebras openai",
        "openai/gpt-oss-120b, groq, cerebras",
        "gpt-oss-120b, cerebras, groq",
        "gpt-6-luna, openai, ''",
        "gpt-6.1-terra, openai, ''",
        "claude-haiku-5-5, anthropic, ''",
        "gemma4:e4b, ollama, ''"
    })
    void routeTableGivesProviderAndFallbackOfAModel(
            String model, String provider, String fallback) {
        assertThat(chain(model, RouterTest::bare))
                .startsWith(provider)
                .containsExactlyElementsOf(words(provider + " " + fallback));
    }

    @ParameterizedTest
    @CsvSource({
        "groq/anything, groq",
        "anthropic/gpt-9, anthropic",
        "ollama/llama-4, ollama",
        "gpt-9-mini, openai",
        "claude-opus-9, anthropic",
        "codellama:7b, groq",
        "llama3.2, groq"
    })
    void modelNamePatternSelectsProviderWithoutATableEntry(String model, String provider) {
        assertThat(chain(model, RouterTest::bare)).containsExactly(provider);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mistral-large", "google/gemini-3", "my-gpt-4", "/x", "LLAMA"})
    void rejectsUnknownModelAndListsKnownModels(String model) {
        assertThat(unserved(model, RouterTest::bare))
                .isEqualTo("no provider serves model \"" + model + "\" (known: house-model,"
                        + " only groq, only cerebras, only openai, only anthropic, only ollama;"
                        + " add it to the models of a provider, or \"*\" for one that takes any"
                        + " name)");
    }

    @Test
    void rejectsModelOfUnconfiguredProvider() {
        Consumer<BrokerBuilder> two = builder -> {
            add(builder, "house", "house-model");
            add(builder, "openai", "gpt-4o");
        };

        assertThat(unserved("claude-haiku-5-5", two)).isNotNull();
        assertThat(unserved("openai/gpt-oss-20b", two)).isNotNull();
        assertThat(unserved("", two)).isNull();
        assertThat(unserved("gpt-4o", two)).isNull();
    }

    @Test
    void unknownModelGoesToFirstProviderAcceptingAnyModel() {
        Consumer<BrokerBuilder> three = builder -> {
            add(builder, "house", "house-model");
            builder.provider(ProviderSettings.of("any", "m").withModels("*"), new FakeProvider());
            add(builder, "gateway", "");
        };

        assertThat(chain("mistral-large", three)).containsExactly("any");
        assertThat(chain("house-model", three)).containsExactly("house");
        assertThat(chain("mistral-large", builder -> {
                    add(builder, "house", "house-model");
                    add(builder, "gateway", "");
                }))
                .containsExactly("gateway");
    }

    @Test
    void providerPrefixSelectsTheProviderAndIsRemoved() {
        List<RouteTarget> chain = stops("ollama/mistral:7b", RouterTest::bare);

        assertThat(chain.get(0).slot().name()).isEqualTo("ollama");
        assertThat(chain.get(0).model()).isEqualTo("mistral:7b");
    }

    @Test
    void listedModelKeepsItsProviderPrefix() {
        List<RouteTarget> chain = stops("groq/compound", builder -> {
            add(builder, "house", "house-model");
            add(builder, "groq", "groq/compound");
        });

        assertThat(chain.get(0).slot().name()).isEqualTo("groq");
        assertThat(chain.get(0).model()).isEqualTo("groq/compound");
    }

    @Test
    void builderRejectsDefaultModelServedByNoProvider() {
        BrokerBuilder builder = new BrokerBuilder().defaultModel("gpt-4-turb");
        add(builder, "house", "house-model");

        assertThatIllegalArgumentException()
                .isThrownBy(builder::build)
                .withMessage("default model: no provider serves model \"gpt-4-turb\" (known:"
                        + " house-model; add it to the models of a provider, or \"*\" for one that"
                        + " takes any name)");
    }

    @Test
    void requestForUnknownModelFailsWithoutACall() {
        Stage stage = Stage.ofTwo();
        Recorder recorder = stage.submit(Stage.asking("model-11", "hello?"));
        stage.settle();

        assertThat(recorder.outcome()).isInstanceOfSatisfying(Outcome.Failed.class, failed -> {
            assertThat(failed.code()).isEqualTo(FailureCode.MODEL_UNAVAILABLE);
            assertThat(failed.message())
                    .startsWith("no provider serves model \"model-11\" (known: model-1, model-2;");
        });
        assertThat(stage.first.calls).isEmpty();
        assertThat(stage.broker.stats().queue().waiting()).isZero();
    }

    @Test
    void modelsListedByAProviderTakePrecedenceOverTheTable() {
        Consumer<BrokerBuilder> how = builder -> {
            add(builder, "groq", "openai/gpt-oss-20b");
            builder.provider(
                    ProviderSettings.of("mine", "gpt-4o").withModels("openai/gpt-oss-120b"),
                    new FakeProvider());
        };

        assertThat(chain("gpt-4o", how)).startsWith("mine");
        assertThat(chain("openai/gpt-oss-120b", how)).startsWith("mine");
    }

    @Test
    void firstProviderOfAModelIsPreferred() {
        Consumer<BrokerBuilder> how = builder -> {
            add(builder, "a", "same");
            add(builder, "b", "same");
        };

        assertThat(chain("same", how)).containsExactly("a");
    }

    @Test
    void configuredFallbackTakesPrecedenceOverTheTable() {
        assertThat(chain("openai/gpt-oss-20b", RouterTest::known))
                .containsExactly("groq", "cerebras");
        assertThat(chain("groq/anything", RouterTest::known)).containsExactly("groq", "cerebras");
        assertThat(chain("gpt-oss-120b", RouterTest::known)).containsExactly("cerebras", "groq");
    }

    @Test
    void emptyFallbackSettingDisablesFallback() {
        assertThat(chain("openai/gpt-oss-20b", builder -> {
                    builder.provider(
                            ProviderSettings.of("groq", "openai/gpt-oss-20b").withFallback(),
                            new FakeProvider());
                    add(builder, "cerebras", "gpt-oss-120b");
                }))
                .containsExactly("groq");
    }

    @Test
    void skipsUnconfiguredRepeatedAndSelfFallbacks() {
        assertThat(chain("m", builder -> {
                    builder.provider(
                            ProviderSettings.of("a", "m").withFallback("gone", "a", "b", "b"),
                            new FakeProvider());
                    add(builder, "b", "n");
                }))
                .containsExactly("a", "b");
    }

    @Test
    void addedRoutesTakePrecedenceOverTheTable() {
        assertThat(chain(
                        "gpt-4o",
                        builder -> bare(builder.route("gpt-4o", "house", "openai", "groq"))))
                .containsExactly("house", "openai", "groq");
    }

    @Test
    void fallbackProviderIsCalledWithItsOwnModel() {
        List<RouteTarget> chain = stops("openai/gpt-oss-20b", RouterTest::known);

        assertThat(chain)
                .extracting(RouteTarget::model)
                .containsExactly("openai/gpt-oss-20b", "gpt-oss-120b");
    }

    @Test
    void defaultModelIsGptOss20bAtGroq() {
        assertThat(KnownProviders.named("groq").orElseThrow().model())
                .isEqualTo("openai/gpt-oss-20b");
    }

    @Test
    void requestWithoutModelGetsTheDefaultModel() {
        assertThat(stops("", RouterTest::bare))
                .extracting(RouteTarget::model)
                .as("model of the first provider by default")
                .containsExactly("house-model");
        List<RouteTarget> set =
                stops("", builder -> bare(builder.defaultModel("openai/gpt-oss-20b")));
        assertThat(set.get(0).slot().name()).isEqualTo("groq");
        assertThat(set.get(0).model()).isEqualTo("openai/gpt-oss-20b");
    }

    @ParameterizedTest
    @CsvSource({
        "groq, 2, 30, 5, cerebras",
        "cerebras, 2, 60, 10, groq",
        "openai, 1, 10, 3, ",
        "anthropic, 1, 50, 5, ",
        "ollama, 4, 0, 0, "
    })
    void knownProvidersHaveDefaultSettings(
            String name, int permits, int perMinute, int burst, String fallback) {
        ProviderSettings settings = KnownProviders.named(name).orElseThrow();

        assertThat(settings.name()).isEqualTo(name);
        assertThat(settings.permits()).isEqualTo(permits);
        assertThat(settings.limits().perMinute()).isEqualTo(perMinute);
        assertThat(settings.limits().burst()).isEqualTo(burst);
        assertThat(settings.limits().perSecond() + settings.limits().perDay()).isZero();
        assertThat(settings.limits().tokensPerMinute()).isZero();
        assertThat(settings.fallback()).isEqualTo(Optional.ofNullable(fallback).map(List::of));
        assertThat(settings.queueLimit()).isEqualTo(100);
    }

    @Test
    void unknownProviderDefaultsToOnePermitAndNoLimits() {
        assertThat(KnownProviders.named("house")).isEmpty();
        ProviderSettings settings = ProviderSettings.of("house", "m");

        assertThat(settings.permits()).isEqualTo(1);
        assertThat(settings.limits()).isEqualTo(Limits.NONE);
    }

    @ParameterizedTest
    @CsvSource({
        "https://api.groq.com/openai/v1, groq",
        "https://api.cerebras.ai/v1, cerebras",
        "https://api.openai.com/v1, openai",
        "https://API.Anthropic.com, anthropic",
        "http://localhost:11434, ollama",
        "http://127.0.0.1:11434, ollama",
        "http://[::1]:11434, ollama"
    })
    void recognizesProviderByHost(String url, String provider) {
        assertThat(KnownProviders.at(URI.create(url))).contains(provider);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://api.openai.com.evil.example/v1",
                "https://notapi.openai.com.example",
                "https://xcerebras.ai/v1",
                "http://localhost:8080",
                "http://example.com:11434"
            })
    void doesNotRecognizeLookAlikeHosts(String url) {
        assertThat(KnownProviders.at(URI.create(url))).isEmpty();
        assertThat(Endpoint.of(url, "m").host()).isNotEmpty();
    }

    // ---- fixtures

    /** The known providers with only their names, after a provider named house. */
    private static void bare(BrokerBuilder builder) {
        add(builder, "house", "house-model");
        KNOWN.forEach(name -> add(builder, name, "only " + name));
    }

    /** The known providers with their usual settings. */
    private static void known(BrokerBuilder builder) {
        KNOWN.forEach(name ->
                builder.provider(KnownProviders.named(name).orElseThrow(), new FakeProvider()));
    }

    private static void add(BrokerBuilder builder, String name, String model) {
        builder.provider(ProviderSettings.of(name, model), new FakeProvider());
    }

    private static List<RouteTarget> stops(String model, Consumer<BrokerBuilder> how) {
        BrokerBuilder builder = new BrokerBuilder();
        how.accept(builder);
        return new Router(BuilderOptions.of(builder))
                .chain(Stage.asking(model, "hello?").build(), false);
    }

    private static @Nullable String unserved(String model, Consumer<BrokerBuilder> how) {
        BrokerBuilder builder = new BrokerBuilder();
        how.accept(builder);
        return new Router(BuilderOptions.of(builder))
                .unserved(Stage.asking(model, "hello?").build());
    }

    private static List<String> chain(String model, Consumer<BrokerBuilder> how) {
        return stops(model, how).stream().map(target -> target.slot().name()).toList();
    }

    private static List<String> words(String line) {
        return List.of(line.strip().split(" "));
    }
}
