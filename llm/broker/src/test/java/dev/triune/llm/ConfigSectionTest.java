/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.triune.llm.BrokerConfig.ProviderSummary;
import dev.triune.llm.internal.config.Samples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigSectionTest {
    private static final List<String> KEYS = List.of("days", "quiet", "report", "speed");

    @Test
    void gameReadsItsOwnSectionOfTheBrokerFile() {
        ConfigSection file = parse("""
                village: {days: 3, quiet: true, report: [a.json, b.html], speed: max}
                """ + Samples.SHORT);
        ConfigSection village = file.section("village");

        assertThat(village.keys()).containsExactly("days", "quiet", "report", "speed");
        assertThat(village.integer("days", 1, 10)).hasValue(3);
        assertThat(village.flag("quiet")).contains(true);
        assertThat(village.texts("report")).containsExactly("a.json", "b.html");
        assertThat(village.choice("speed", List.of("1", "max"))).contains("max");
        assertThat(BrokerConfig.read(file).providers())
                .extracting(ProviderSummary::name)
                .containsExactly("groq", "cerebras", "claude", "local");
        file.throwIfInvalid();
    }

    @Test
    void gameSectionAndBrokerSettingsAreOptional() {
        ConfigSection alone = parse("village: {report: a.json}");
        assertThat(alone.keys()).containsExactly("village");
        assertThat(alone.section("village").texts("report")).containsExactly("a.json");
        alone.throwIfInvalid();
        ConfigSection none = parse(Samples.SHORT);
        ConfigSection village = none.section("village");
        assertThat(village.keys()).isEmpty();
        assertThat(village.integer("days", 1, 10)).isEmpty();
        assertThat(village.flag("quiet")).isEmpty();
        none.throwIfInvalid();
    }

    @Test
    void wholeNumbersHaveUpTo64Bits() {
        ConfigSection file =
                parse("village: {seed: 9223372036854775807, days: 0000000000000000001}");
        ConfigSection village = file.section("village");

        assertThat(village.integer("seed", Long.MIN_VALUE, Long.MAX_VALUE))
                .hasValue(Long.MAX_VALUE);
        assertThat(village.integer("days", 1, 10)).hasValue(1);
        file.throwIfInvalid();
        assertProblems(
                "village: {seed: 99999999999999999999, ticks: 9223372036854775808}",
                wrong -> {
                    ConfigSection section = wrong.section("village");
                    section.integer("seed", Long.MIN_VALUE, Long.MAX_VALUE);
                    section.integer("ticks", 1, Long.MAX_VALUE);
                },
                "llm.yaml:1: village.seed: \"99999999999999999999\" is out of range (expected"
                        + " -9223372036854775808 to 9223372036854775807)",
                "llm.yaml:1: village.ticks: \"9223372036854775808\" is out of range (expected 1 or"
                        + " more)");
    }

    @Test
    void reportsAllProblemsAtOnceWithLineNumbers() {
        assertProblems(
                """
                village:
                  days: many
                  speed: 2
                  quite: true
                  quiet: perhaps
                  report: {}
                vilage: {}
                """,
                file -> {
                    ConfigSection village = file.section("village");
                    village.integer("days", 1, 10_000);
                    village.choice("speed", List.of("1", "max"));
                    village.flag("quiet");
                    village.texts("report");
                },
                "llm.yaml:2: village.days: \"many\" is not a whole number (expected 1 to 10000)",
                "llm.yaml:3: village.speed: \"2\" is not one of the words (expected 1 or max)",
                "llm.yaml:4: village.quite: unknown key (did you mean quiet?)",
                "llm.yaml:5: village.quiet: \"perhaps\" is not a switch (expected true or false)",
                "llm.yaml:6: village.report: a mapping (expected a text)",
                "llm.yaml:7: vilage: unknown key (did you mean village?)");
    }

    @Test
    void reportsBrokerProblemsTogetherWithSectionProblems() {
        assertProblems(
                "village: {days: 0}\nproviders: {groq: {rpm: thirty, key: \"${GROQ_API_KEY}\"}}",
                file -> {
                    file.section("village").integer("days", 1, 10);
                    BrokerConfig.read(file);
                },
                "llm.yaml:1: village.days: \"0\" is out of range (expected 1 to 10)",
                "llm.yaml:2: providers.groq.rpm: \"thirty\" is not a whole number (expected digits, as in 60)");
    }

    @Test
    void reportsInvalidOrDuplicateSectionOnce() {
        assertProblems(
                "village: 3",
                file -> file.section("village"),
                "llm.yaml:1: village: not a mapping (expected keys and values below it)");
        assertProblems(
                "village: {days: 1}\nvillage: {days: 2}",
                file -> file.section("village").expect(KEYS),
                "llm.yaml:2: village: is there twice (remove one of the two)");
        assertProblems(
                "[village]",
                file -> file.section("village"),
                "llm.yaml:1: not a mapping (expected keys and values below it)");
    }

    @Test
    void gameCanReportProblemsWithLineNumbers() {
        assertProblems(
                "\nvillage: {days: 3}",
                file -> {
                    ConfigSection village = file.section("village");
                    village.reportProblem("days", "too few");
                    village.reportInvalid("days", "is too few");
                    village.reportProblem(
                            "speed", "not reported: the key is missing from the file");
                },
                "llm.yaml:2: village.days: too few",
                "llm.yaml:2: village.days: \"3\" is too few");
    }

    @Test
    void brokerIgnoresSectionsOfOtherModules(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("llm.yaml");
        Files.writeString(
                file,
                "village: {anything: [at, all]}\ngateway: 1\nlayers: []\nproviders: {ollama: {}}\n");
        assertThat(BrokerConfig.load(file).providers())
                .extracting(ProviderSummary::name)
                .containsExactly("ollama");
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> ConfigSection.load(folder.resolve("none.yaml")))
                .withMessageContaining("there is no such file");
    }

    private static ConfigSection parse(String yaml) {
        return ConfigSection.parse("llm.yaml", yaml, Samples::environment);
    }

    private static void assertProblems(
            String yaml, Consumer<ConfigSection> reading, String... problems) {
        ConfigSection file = parse(yaml);
        reading.accept(file);
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(file::throwIfInvalid)
                .withMessage(String.join("\n", problems));
    }
}
