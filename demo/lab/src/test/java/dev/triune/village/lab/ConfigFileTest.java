/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.OfflineProvider.FaultMode;
import dev.triune.village.sim.MindSource;
import dev.triune.village.sim.Outage;
import dev.triune.village.sim.SimulationSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ConfigFileTest {
    private static final String PROVIDERS = """
            providers:
              groq:  {key: "${GROQ_API_KEY}"}
              local: {family: ollama, url: http://127.0.0.1:9, model: small}
            layers:
              talker: {model: openai/gpt-oss-20b}
            """;

    @TempDir
    private Path folder;

    @Test
    void configFileAcceptsEveryFlag() throws Exception {
        Path report = folder.resolve("r.json");
        Path page = folder.resolve("r.html");
        VillageOptions villageOptions =
                options("""
                village:
                  ticks: 500
                  speed: max
                  seed: -9
                  villagers: 20
                  decisions: sequential
                  chaos: cut
                  outage: 1d-2d
                  quiet: true
                  no-llm: false
                  report: [%s, %s]
                  record: %s
                """.formatted(report, page, folder.resolve("t.jsonl")));
        SimulationSettings simulationSettings = villageOptions.simulationSettings();
        assertThat(simulationSettings.seed()).isEqualTo(-9);
        assertThat(simulationSettings.villagers()).isEqualTo(20);
        assertThat(simulationSettings.virtualTime()).isTrue();
        assertThat(simulationSettings.mind())
                .isEqualTo(new MindSource.Offline(FaultMode.CUT, Outage.of("1d-2d")));
        assertThat(simulationSettings.decisions())
                .isEqualTo(SimulationSettings.DecisionMode.SEQUENTIAL);
        assertThat(villageOptions.ticks()).isEqualTo(500);
        assertThat(villageOptions.quiet()).isTrue();
        assertThat(villageOptions.files.reports).containsExactly(report, page);
        assertThat(villageOptions.files.record).isEqualTo(folder.resolve("t.jsonl"));
    }

    @Test
    void flagsOverrideTheConfigFile() throws Exception {
        String file = """
                village:
                  days: 3
                  seed: 5
                  quiet: true
                  llm: http://127.0.0.1:9/v1
                  model: small
                """;
        SimulationSettings simulationSettings =
                options(file, "--seed", "6", "--model", "large").simulationSettings();
        assertThat(simulationSettings.mind())
                .isEqualTo(new MindSource.Model(
                        ApiFamily.OPENAI, "http://127.0.0.1:9/v1", "large", ""));
        assertThat(simulationSettings.seed()).isEqualTo(6);
        assertThat(options(file, "--ticks", "7").ticks()).isEqualTo(7);
        assertThat(options(file).ticks()).isEqualTo(72_000);
        assertThat(options(file, "--no-llm").simulationSettings().mind())
                .isEqualTo(new MindSource.None());
        SimulationSettings chaotic =
                options(file, "--chaos", "slow", "--speed", "max").simulationSettings();
        assertThat(chaotic.mind()).isEqualTo(new MindSource.Offline(FaultMode.SLOW));
        assertThat(options(file, "--gateway", "http://127.0.0.1:9")
                        .simulationSettings()
                        .mind())
                .isEqualTo(new MindSource.Gateway("http://127.0.0.1:9", "village-5", "", ""));
    }

    @Test
    void usesProvidersOfTheFileUnlessOverridden() throws Exception {
        SimulationSettings simulationSettings =
                options(PROVIDERS + "village: {seed: 3}").simulationSettings();
        assertThat(simulationSettings.mind()).isInstanceOf(MindSource.Providers.class);
        assertThat(simulationSettings.mind())
                .hasToString("providers of village.yaml: groq (openai/gpt-oss-20b), local (small)");
        assertThat(simulationSettings.toString()).doesNotContain("gsk_secret");
        assertThat(options(PROVIDERS, "--no-llm").simulationSettings().mind())
                .isEqualTo(new MindSource.None());
        assertThat(options(PROVIDERS + "village: {no-llm: true}")
                        .simulationSettings()
                        .mind())
                .isEqualTo(new MindSource.None());
        assertThat(options(PROVIDERS + "village: {gateway: \"http://127.0.0.1:9\"}")
                        .simulationSettings()
                        .mind())
                .isInstanceOf(MindSource.Gateway.class);
    }

    @Test
    void apiKeysOfUnusedProvidersAreNotRequired() throws Exception {
        Path file = write(PROVIDERS);
        LauncherRun asked = LauncherRun.of("--config", file.toString());
        assertThat(asked.code()).isEqualTo(2);
        assertThat(asked.err()).contains("GROQ_API_KEY").contains(file + ":2: providers.groq.key");
        LauncherRun alone =
                LauncherRun.shortRun("--config", file.toString(), "--no-llm", "--quiet");
        assertThat(alone.code()).as(alone.err()).isZero();
    }

    @Test
    void runReportNamesTheProvidersOfTheFile() throws Exception {
        Path file = write("providers:\n  local: {url: http://127.0.0.1:9/v1, model: <b>}\n");
        LauncherRun launcherRun = LauncherRun.of("--config", file.toString(), "--ticks", "40");
        assertThat(launcherRun.code()).as(launcherRun.err()).isZero();
        assertThat(launcherRun.out())
                .contains("Report  mind: providers of village.yaml: local (<b>)");
        LauncherRun max = LauncherRun.of("--config", file.toString(), "--speed", "max");
        assertThat(max.code()).isEqualTo(2);
        assertThat(max.errLines())
                .singleElement()
                .asString()
                .contains("providers of village.yaml cannot follow: leave out --speed max");
    }

    @Test
    void reportsEachErrorOnOneLineWithItsLocation() throws Exception {
        Path file = write("""
                village:
                  days: many
                  speed: fast
                  villagers: 10001
                  villager: 3
                  llm: ftp://x
                  outage: soon
                  quiet: perhaps
                vilage: {}
                """);
        LauncherRun launcherRun = LauncherRun.of("--config", file.toString());
        assertThat(launcherRun.code()).isEqualTo(2);
        assertThat(launcherRun.out()).isEmpty();
        String at = "triune-village: " + file + ":";
        assertThat(launcherRun.errLines())
                .satisfiesExactly(
                        line -> assertThat(line)
                                .isEqualTo(at + "2: village.days: \"many\" is not a whole number"
                                        + " (expected 1 to 10000)"),
                        line -> assertThat(line).startsWith(at + "3: village.speed: \"fast\""),
                        line -> assertThat(line)
                                .isEqualTo(at + "4: village.villagers: \"10001\" is out of range"
                                        + " (expected 1 to 10000)"),
                        line -> assertThat(line)
                                .isEqualTo(at + "5: village.villager: unknown key (did you mean"
                                        + " villagers?)"),
                        line -> assertThat(line).startsWith(at + "6: village.llm: base URL"),
                        line -> assertThat(line).startsWith(at + "7: village.outage: no span"),
                        line -> assertThat(line).startsWith(at + "8: village.quiet: \"perhaps\""),
                        line -> assertThat(line)
                                .isEqualTo(at + "9: vilage: unknown key (did you mean village?)"));
    }

    @Test
    void conflictingOptionsMessageNamesTheFile() throws Exception {
        Path file = write("village: {days: 1, ticks: 5}");
        LauncherRun launcherRun = LauncherRun.of("--config", file.toString());
        assertThat(launcherRun.code()).isEqualTo(2);
        assertThat(launcherRun.errLines())
                .containsExactly("triune-village: --days 1 and --ticks 5 exclude each other: leave"
                        + " out one of them (with what " + file + " says); see --help");
    }

    @Test
    void reportsMissingFileOnOneLine() {
        LauncherRun launcherRun = LauncherRun.of("--config", "/no/such.yaml");
        assertThat(launcherRun.code()).isEqualTo(2);
        assertThat(launcherRun.errLines())
                .containsExactly("triune-village: --config /no/such.yaml: there is no such file"
                        + " (expected a configuration)");
        assertThat(LauncherRun.of("--config", folder.toString()).errLines())
                .containsExactly("triune-village: --config " + folder
                        + ": this is a folder (expected a configuration)");
    }

    @Test
    void unknownSectionIsTheOnlyProblemOfAFileWithoutProviders() throws Exception {
        Path file = write("village: {days: 1}\nfoo: 1\n");
        LauncherRun launcherRun = LauncherRun.of("--config", file.toString());
        assertThat(launcherRun.code()).isEqualTo(2);
        assertThat(launcherRun.errLines())
                .singleElement()
                .asString()
                .startsWith("triune-village: " + file + ":2: foo: unknown key ");
    }

    @Test
    void portOfTheViewIsCheckedWhereTheFileNamesIt() throws Exception {
        for (String port : List.of("maybe", "65536")) {
            Path file = write("village:\n  days: 1\n  view: " + port + "\n");
            assertThat(LauncherRun.of("--config", file.toString()).errLines())
                    .singleElement()
                    .asString()
                    .startsWith(
                            "triune-village: " + file + ":3: village.view: \"" + port + "\" is ")
                    .endsWith(" (expected 0 to 65535)");
        }
        assertThat(options("village: {view: false}").openView("nobody")).isEmpty();
    }

    @Test
    void configFileRejectsConfigHelpAndVersion() throws Exception {
        Path file = write("village: {config: a, help: true, version: true}");
        assertThat(LauncherRun.of("--config", file.toString()).errLines())
                .hasSize(3)
                .allMatch(line -> line.contains("unknown key"));
    }

    private Path write(String yaml) throws Exception {
        return Files.writeString(folder.resolve("village.yaml"), yaml);
    }

    private VillageOptions options(String yaml, String... args) throws Exception {
        String[] all = Stream.concat(
                        Stream.of("--config", write(yaml).toString()), Arrays.stream(args))
                .toArray(String[]::new);
        return CommandLineParser.parse(all, Map.of("GROQ_API_KEY", "gsk_secret"))
                .getCommand();
    }
}
