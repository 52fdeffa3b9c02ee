/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.BuilderOptions;
import dev.triune.llm.Endpoint;
import dev.triune.llm.FailureCode;
import dev.triune.llm.Limits;
import dev.triune.llm.ModelRoutes;
import dev.triune.llm.Outcome;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.internal.policy.KnownProviders;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which provider serves which model, first and after a refusal. */
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
    void theTableSaysWhereAModelIsServedAndWhereItGoesNext(
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
    void theFormOfTheNameDecidesWhereTheTableHasNoEntry(String model, String provider) {
        assertThat(chain(model, RouterTest::bare)).containsExactly(provider);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mistral-large", "google/gemini-3", "my-gpt-4", "/x", "LLAMA"})
    void aModelThatNoRuleKnowsIsRefusedAndTheMessageListsTheKnownOnes(String model) {
        assertThat(unserved(model, RouterTest::bare))
                .isEqualTo("no provider serves model \"" + model + "\" (known: house-model,"
                        + " only groq, only cerebras, only openai, only anthropic, only ollama;"
                        + " add it to the models of a provider, or \"*\" for one that takes any"
                        + " name)");
    }

    @Test
    void aModelOfAProviderThatIsNotConfiguredIsRefused() {
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
    void aModelThatNoRuleKnowsGoesToTheFirstProviderThatTakesAnyName() {
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
    void theNameOfAProviderBeforeASlashDecidesAndIsNotPartOfTheModel() {
        List<RouteTarget> chain = stops("ollama/mistral:7b", RouterTest::bare);

        assertThat(chain.get(0).slot().name()).isEqualTo("ollama");
        assertThat(chain.get(0).model()).isEqualTo("mistral:7b");
    }

    @Test
    void aModelThatAProviderListsKeepsItsSlash() {
        List<RouteTarget> chain = stops("groq/compound", builder -> {
            add(builder, "house", "house-model");
            add(builder, "groq", "groq/compound");
        });

        assertThat(chain.get(0).slot().name()).isEqualTo("groq");
        assertThat(chain.get(0).model()).isEqualTo("groq/compound");
    }

    @Test
    void aDefaultModelThatNoProviderServesIsRefusedAtOnce() {
        BrokerBuilder builder = new BrokerBuilder().defaultModel("gpt-4-turb");
        add(builder, "house", "house-model");

        assertThatIllegalArgumentException()
                .isThrownBy(builder::build)
                .withMessage("default model: no provider serves model \"gpt-4-turb\" (known:"
                        + " house-model; add it to the models of a provider, or \"*\" for one that"
                        + " takes any name)");
    }

    @Test
    void aRequestForAMisspeltModelFailsWithoutACall() {
        Stage stage = Stage.ofTwo();
        Recorder recorder = stage.submit(Stage.asking("model-11", "hello?"));
        stage.settle();

        assertThat(recorder.outcome()).isInstanceOfSatisfying(Outcome.Failed.class, failed -> {
            assertThat(failed.code()).isEqualTo(FailureCode.MODEL_UNAVAILABLE);
            assertThat(failed.message())
                    .startsWith("no provider serves model \"model-11\" (known: model-1, model-2;");
        });
        assertThat(stage.first.calls).isEmpty();
        assertThat(stage.broker.stats().waiting()).isZero();
    }

    @Test
    void whatAProviderSaysItServesHoldsOverTheTable() {
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
    void ofTwoThatServeAModelTheFirstGetsIt() {
        Consumer<BrokerBuilder> how = builder -> {
            add(builder, "a", "same");
            add(builder, "b", "same");
        };

        assertThat(chain("same", how)).containsExactly("a");
    }

    @Test
    void theFallbackOfTheSettingsHoldsOverTheTables() {
        assertThat(chain("openai/gpt-oss-20b", RouterTest::known))
                .containsExactly("groq", "cerebras");
        assertThat(chain("groq/anything", RouterTest::known)).containsExactly("groq", "cerebras");
        assertThat(chain("gpt-oss-120b", RouterTest::known)).containsExactly("cerebras", "groq");
    }

    @Test
    void settingsMaySayThatThereIsNoFallback() {
        assertThat(chain("openai/gpt-oss-20b", builder -> {
                    builder.provider(
                            ProviderSettings.of("groq", "openai/gpt-oss-20b").withFallback(),
                            new FakeProvider());
                    add(builder, "cerebras", "gpt-oss-120b");
                }))
                .containsExactly("groq");
    }

    @Test
    void aFallbackThatIsNotConfiguredOrIsTheProviderItselfIsPassedOver() {
        assertThat(chain("m", builder -> {
                    builder.provider(
                            ProviderSettings.of("a", "m").withFallback("gone", "a", "b", "b"),
                            new FakeProvider());
                    add(builder, "b", "n");
                }))
                .containsExactly("a", "b");
    }

    @Test
    void furtherRoutesHoldOverThoseOfTheTable() {
        ModelRoutes modelRoutes = ModelRoutes.DEFAULT.withRoutes(
                Map.of("gpt-4o", new ModelRoutes.Route("house", List.of("openai", "groq"))));

        assertThat(chain("gpt-4o", builder -> bare(builder.routes(modelRoutes))))
                .containsExactly("house", "openai", "groq");
    }

    @Test
    void anotherProviderIsAskedForItsOwnModel() {
        List<RouteTarget> chain = stops("openai/gpt-oss-20b", RouterTest::known);

        assertThat(chain)
                .extracting(RouteTarget::model)
                .containsExactly("openai/gpt-oss-20b", "gpt-oss-120b");
    }

    @Test
    void theUsualDefaultModelIsTheOneOfTheSpecification() {
        assertThat(ModelRoutes.DEFAULT_MODEL).isEqualTo("openai/gpt-oss-20b");
        assertThat(KnownProviders.named("groq").orElseThrow().model())
                .isEqualTo("openai/gpt-oss-20b");
    }

    @Test
    void aRequestThatNamesNoModelGetsTheDefaultModel() {
        assertThat(stops("", RouterTest::bare))
                .extracting(RouteTarget::model)
                .as("the first provider's unless set")
                .containsExactly("house-model");
        List<RouteTarget> set =
                stops("", builder -> bare(builder.defaultModel(ModelRoutes.DEFAULT_MODEL)));
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
    void knownProvidersHaveTheirUsualFigures(
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
    void aProviderThatNobodyDescribedGetsOnePermitAndNoLimits() {
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
    void aKnownHostBelongsToItsProvider(String url, String provider) {
        assertThat(ModelRoutes.providerForUrl(URI.create(url))).contains(provider);
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
    void aHostThatOnlyLooksLikeItDoesNot(String url) {
        assertThat(ModelRoutes.providerForUrl(URI.create(url))).isEmpty();
        assertThat(Endpoint.of(url, "m").host()).isNotEmpty();
    }

    // ---- fixtures

    /** The known providers without anything but their names, behind one of the house. */
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
