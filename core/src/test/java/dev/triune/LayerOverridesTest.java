/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.fixture.FakeBroker;
import dev.triune.fixture.TestWorld;
import dev.triune.llm.BrokerConfig;
import dev.triune.llm.ConfigException;
import dev.triune.llm.ModelOptions;
import dev.triune.llm.ModelOptions.Reasoning;
import dev.triune.llm.Request;
import dev.triune.system.LLMSchedulerSystem;
import dev.triune.system.MindPlugin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The {@code layers} section of a configuration file. */
class LayerOverridesTest {
    private static final String PROVIDERS =
            "providers: {local: {family: openai," + " url: \"http://localhost:1/v1\", model: m}}\n";

    private static MindKind kind(String yaml) {
        return new MindKind(new MindConfig(TestWorld.ACTIONS)).layers(file(yaml));
    }

    private static BrokerConfig file(String yaml) {
        return BrokerConfig.parse("llm.yaml", PROVIDERS + yaml, name -> Optional.empty());
    }

    @Test
    void fileSaysHowLongAnswersAreOfUse() {
        assertThat(kind("layers: {answer-time-to-live: 3m}\n").config().answerTimeToLive())
                .isEqualTo(Duration.ofMinutes(3));
    }

    @Test
    void fileOverridesOnlyTheSettingsItContains() {
        MindKind kind = kind("""
                layers:
                  talker: {cooldown: 2s, model: gpt-oss-120b, priority: high, max-tokens: 99}
                  executor: {priority: 4, temperature: 0.2, reasoning: off}
                  autonomic: {enabled: false}
                """);
        LayerConfig talker = kind.config().layer(Layer.TALKER);
        assertThat(talker)
                .isEqualTo(new LayerConfig(2, 8, talker.prompt())
                        .withModel("gpt-oss-120b")
                        .withMaxTokens(99));
        LayerConfig executor = kind.config().layer(Layer.EXECUTOR);
        assertThat(executor)
                .isEqualTo(new LayerConfig(10, 4, executor.prompt())
                        .withTemperature(0.2)
                        .withOptions(ModelOptions.NONE.reasoning(Reasoning.OFF)));
        assertThat(kind.config().layer(Layer.AUTONOMIC))
                .isEqualTo(new LayerConfig(1, 10, null).withEnabled(false));
        LayerConfig unchanged = kind("queue: {}").config().layer(Layer.TALKER);
        assertThat(unchanged).isEqualTo(new LayerConfig(5, 5, unchanged.prompt()));
    }

    @Test
    void fileSetsTheBudgetOfTheWorldAtItsPrices() {
        MindBudget budget = MindBudget.of(file("""
                        layers:
                          budget: {usd: 0.05, per: 3h}
                        prices:
                          m: {input: 2, output: 4}
                        """)).orElseThrow();
        assertThat(budget.unit()).isEqualTo(MindBudget.Unit.USD);
        assertThat(budget.amount()).isEqualTo(0.05);
        assertThat(budget.period()).isEqualTo(Duration.ofHours(3));
        assertThat(budget.prices().pricesFor("m").output()).isEqualByComparingTo("4");
        assertThat(budget.prices().pricesFor("gpt-6-luna").output())
                .as("for orientation")
                .isEqualByComparingTo("0.50");
        assertThat(MindBudget.of(file("layers: {}"))).isEmpty();
        assertThat(MindBudget.of(file("layers: {budget: {calls: 60}}")).orElseThrow())
                .extracting(MindBudget::unit, MindBudget::period)
                .containsExactly(MindBudget.Unit.CALLS, Duration.ofHours(1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|0 amounts (expected one: usd, tokens or calls, as in usd: 0.05)",
                "{usd: 1, calls: 2}|2 amounts (expected one: usd, tokens or calls, as in usd: 0.05)",
                "{usd: 0}|0 (expected more than 0; without a budget, delete it)",
                "{euro: 1}|unknown key",
                "{usd: 1, per: 0s}|per"
            })
    void wrongBudgetIsRefused(String budget, String problem) {
        assertThatThrownBy(() -> kind("layers: {budget: " + budget + "}"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("budget")
                .hasMessageContaining(problem);
    }

    @Test
    void documentListsExactlyTheKnownKeys() throws IOException {
        ConfigException e =
                catchThrowableOfType(ConfigException.class, () -> kind("layers: {talker: {0: 1}}"));
        String known = String.valueOf(e.getMessage())
                .replaceFirst("(?s).*unknown key \\(expected one of (.*?)\\).*", "$1");
        assertThat(Pattern.compile("`layers\\.\\*\\.([a-z-]+)`(?=.*\\|$)", Pattern.MULTILINE)
                        .matcher(Files.readString(Path.of("../docs/configuration.md")))
                        .results()
                        .map(row -> row.group(1)))
                .containsExactlyInAnyOrder(known.split(", "));
    }

    @Test
    void fileSettingsReachSchedulerAndRequests() {
        FakeBroker broker = new FakeBroker();
        World world = new World(new WorldConfigurationBuilder()
                .with(new MindPlugin(broker, TestWorld.ACTIONS)
                        .configure(config -> config.layer(
                                        Layer.TALKER, talker -> talker.withMaxTokens(7))
                                .layer(
                                        Layer.EXECUTOR,
                                        executor ->
                                                executor.withOptions(ModelOptions.NONE.topP(0.5))))
                        .layers(file("layers: {executor: {cooldown: 3s, max-tokens: 42,"
                                + " temperature: 0, reasoning: low}}")))
                .build());
        int agent = world.create();
        world.edit(agent).create(Mind.class);
        world.edit(agent).create(Needs.class);
        world.process();
        Request<?> request = broker.last().request();
        assertThat(request.maxTokens()).isEqualTo(42);
        assertThat(request.temperature()).isZero();
        assertThat(request.options())
                .isEqualTo(ModelOptions.NONE.topP(0.5).reasoning(Reasoning.LOW));
        assertThat(world.getSystem(LLMSchedulerSystem.class)
                        .layer(Layer.EXECUTOR)
                        .cooldown())
                .isEqualTo(Duration.ofSeconds(3));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "talker: {cooldown: 5} | talker.cooldown: \"5\" has no unit (expected a duration"
                        + " such as 250ms, 5s, 2m or 1h)",
                "talker: {priority: 11} | talker.priority: \"11\" is out of range (expected 1 to"
                        + " 10)",
                "talker: {priority: hgih} | talker.priority: \"hgih\" is not a whole number"
                        + " (expected 1 to 10)",
                "talker: {priorty: 1} | talker.priorty: unknown key (did you mean priority?)",
                "talker: {max-tokens: 0} | talker.max-tokens: \"0\" is out of range (expected 1 to"
                        + " 1000000)",
                "talker: {temperature: 3} | talker.temperature: temperature 3.0 (expected 0 to 2)",
                "taker: {cooldown: 5s} | taker: unknown key (did you mean talker?)"
            })
    void reportsMistakesWithLineNumbers(String line, String problem) {
        assertThatThrownBy(() -> kind("layers: {" + line + "}"))
                .isInstanceOf(ConfigException.class)
                .hasMessage("llm.yaml:2: layers." + problem);
    }

    @Test
    void rejectsInvalidMaxTokensAndTemperature() {
        MindConfig config = new MindConfig(TestWorld.ACTIONS);
        assertThatThrownBy(() -> config.layer(Layer.TALKER, talker -> talker.withMaxTokens(0)))
                .hasMessage("maxTokens 0 (expected 1 or more)");
        assertThatThrownBy(() -> config.layer(
                        Layer.EXECUTOR, executor -> executor.withTemperature(Double.NaN)))
                .hasMessage("temperature NaN (expected 0 to 2)");
    }
}
