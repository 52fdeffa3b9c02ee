/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.OfflineProvider.FaultMode;
import dev.triune.village.sim.HabitSource;
import dev.triune.village.sim.MindSource;
import dev.triune.village.sim.Outage;
import dev.triune.village.sim.SimulationSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

final class VillageOptionsTest {
    private static final String LOCAL = "http://127.0.0.1:9/v1";
    private static final String SERVER = "http://127.0.0.1:9";

    /** An invalid command line, then what its message names, then the hint that it gives. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "--days 0 | --days 0 | expected 1 to 10000",
                "--days 10001 | --days 10001 | expected 1 to 10000",
                "--days soon | --days soon (expected a whole number, 1 to 10000) | see",
                "--days 99999999999 | --days 99999999999 | expected a whole number, 1 to 10000",
                "--dayz 3 | Unknown option: '--dayz' (did you mean --days?) | see",
                "--view soon | --view soon (expected a whole number, 0 to 65535) | see",
                "--days | '--days' | Missing required parameter",
                "--days 1 --days 2 | '--days' | only once",
                "--days 1 --ticks 5 | --days 1 and --ticks 5 | leave out one of them",
                "--ticks 0 | --ticks 0 | expected 1 or more",
                "--ticks -3 | --ticks -3 | expected 1 or more",
                "--ticks 1.5 | --ticks 1.5 (expected a whole number, 1 or more) | see",
                "--speed 2 | --speed 2 | expected 1 or max",
                "--speed MAX | --speed MAX | expected 1 or max",
                "--seed x | --seed x (expected a whole number, -9223372036854775808 to"
                        + " 9223372036854775807) | see",
                "--seeds 7 --speed max | --seeds 7 | expected FIRST..LAST",
                "--seeds 9..8 --speed max | --seeds 9..8 | expected FIRST..LAST",
                "--seeds 1..1001 --speed max | --seeds 1..1001 | at most 1000 seeds",
                "--seeds 1..2 | --seeds 1..2 | add --speed max",
                "--seeds 1..2 --speed max --seed 3 | --seed is | leave out --seed or --seeds",
                "--seeds 1..2 --speed max --view | --view is | leave out --view or --seeds",
                "--seeds 1..2 --speed max --report r.json | --report is | leave out --report",
                "--by-hand --speed max | --by-hand and --speed max | a person needs real time",
                "--by-hand Mira --no-llm | --by-hand Mira and --no-llm | no villager asks a mind",
                "--by-hand --replay t | --by-hand and --replay t | a tape says what was answered",
                "--threads 2 | --threads 2 | add --seeds FIRST..LAST",
                "--seeds 1..2 --speed max --threads 65 | --threads 65 | expected 1 to 64",
                "--villagers 0 | --villagers 0 | expected 1 to 10000",
                "--villagers 10001 | --villagers 10001 | expected 1 to 10000",
                "--chaos bad | --chaos bad | expected none, slow, hang, dead, garbage, cut,",
                "--chaos SLOW | --chaos SLOW | expected none",
                "--decisions random | --decisions random | expected scheduled or sequential",
                "--chaos slow --no-llm | --chaos slow | leave out --chaos, or --llm",
                "--llm " + LOCAL + " --model m --chaos cut | --chaos cut | leave out --chaos",
                "--llm " + LOCAL + " --no-llm | --no-llm | leave out one of them",
                "--llm " + LOCAL + " | --llm " + LOCAL + " | add --model NAME",
                "--llm " + LOCAL + " --model m --speed max | --speed max | leave out --speed max",
                "--llm ftp://x --model m | --llm: base URL \"ftp://x\" | expected http or https",
                "--llm nonsense --model m | nonsense | expected http or https",
                "--model m | --model m | add --llm URL",
                "--api-key-env KEY | --api-key-env KEY | add --llm URL",
                "--provider ollama | --provider ollama | add --llm URL",
                "--provider ollama --no-llm | --provider ollama | add --llm URL",
                "--provider openai | --provider openai | add --llm URL",
                "--provider | '--provider' | Missing required parameter",
                "--llm " + LOCAL + " --model m --provider grok | --provider grok | expected openai,"
                        + " anthropic or ollama",
                "--llm " + LOCAL + " --model m --provider Ollama | --provider Ollama | expected"
                        + " openai",
                "--llm " + LOCAL + " --model m --provider ollama | " + LOCAL + " | leave out /v1",
                "--llm " + LOCAL + " --model m --api-key-env NO | --api-key-env NO | export it",
                "--gateway " + SERVER + " --llm " + LOCAL + " | --gateway | leave out one of them",
                "--gateway " + SERVER + " --no-llm | --no-llm | leave out one of them",
                "--gateway " + SERVER + " --speed max | --speed max | leave out --speed max or",
                "--gateway " + SERVER + " --chaos cut | --chaos cut | leave out --chaos",
                "--gateway " + SERVER + " --provider ollama | --provider ollama | leave out",
                "--gateway " + SERVER + " --api-key-env NO | --api-key-env NO | export it",
                "--gateway ftp://x | --gateway: base URL \"ftp://x\" | expected http or https",
                "--gateway | '--gateway' | Missing required parameter",
                "--game north | --game north | add --gateway URL",
                "--try | --try | needs a model: add --llm URL, --gateway URL",
                "--image | --image | add --try",
                "--try m --gateway " + SERVER
                        + " --model n | --try m and --model n | leave out one",
                "--try --gateway " + SERVER + " --days 3 | --days | --try simulates no village",
                "--try --bench-model f.gguf | --bench-model | leave out --try",
                "--report /no/such/folder/r.json | /no/such/folder/r.json | folder that exists",
                "--report / | --report / | expected a file name",
                "--report /dev/null | --report /dev/null | expected a file name",
                "--report r.pdf | --report r.pdf | ends in .json or .html",
                "--report json | --report json | ends in .json or .html",
                "--report r.json --report ./r.json | --report ./r.json | a file of its own",
                "--record r.json --report r.json | --record r.json | a file of its own",
                "--record /no/such/t | --record /no/such/t | folder that exists",
                "--save /no/such/s | --save /no/such/s | folder that exists",
                "--load /no/such/s | --load /no/such/s | there is no such file",
                "--load / | --load / | expected a save",
                "--load s --seed 7 | --seed 7 and --load s | the save says what village",
                "--load s --villagers 7 | --villagers 7 and --load s | the save says",
                "--replay /no/such/t | --replay /no/such/t | there is no such file",
                "--replay t --record u | --record u and --replay t | leave out one of them",
                "--replay t --seed 1 | --seed 1 and --replay t | the tape says",
                "--replay t --villagers 8 | --villagers 8 and --replay t | the tape says",
                "--replay t --decisions scheduled | --decisions scheduled and --replay t | the tape",
                "--replay t --no-llm | --no-llm and --replay t | the tape says",
                "--replay t --chaos none | --chaos none and --replay t | the tape says",
                "--replay t --outage 1-2 | --outage 1-2 and --replay t | the tape says",
                "--replay t --speed 1 --gateway " + SERVER + " | --gateway " + SERVER
                        + " and --replay t | the tape",
                "--replay t --speed 1 --model m --llm " + LOCAL + " | --llm " + LOCAL
                        + " and --replay t | the tape",
                "--outage soon | --outage soon: no span of time | expected FROM-TO in ticks or days",
                "--outage 5-5 | --outage 5-5 | FROM before TO",
                "--outage 2d-1d | --outage 2d-1d | FROM before TO",
                "--outage 1-2 --no-llm | --outage 1-2 | leave out --outage, or --llm",
                "--latency 60001 | --latency 60001 | 0 to 60000",
                "--latency 9 --no-llm | --latency 9 | leave out --latency, or --llm",
                "--loud | '--loud' | --help",
                "village | 'village' | --help",
                "--quiet=maybe | '--quiet': 'maybe' | is not a boolean"
            })
    void invalidCommandLineExitsWithCodeTwo(String example) {
        String[] parts = example.split(" \\| ", -1);
        LauncherRun launcherRun = LauncherRun.of(parts[0].split(" "));
        assertThat(launcherRun.code()).as(launcherRun.out()).isEqualTo(2);
        assertThat(launcherRun.out()).isEmpty();
        assertThat(launcherRun.errLines())
                .singleElement()
                .asString()
                .startsWith("triune-village: ")
                .contains(parts[1], parts[2])
                .endsWith("; see --help");
    }

    @Test
    void errorMessageOmitsLineBreaksAndEscapeCodes() {
        LauncherRun launcherRun = LauncherRun.of("--chaos", "a\nb\u001b[2Jc");
        assertThat(launcherRun.code()).isEqualTo(2);
        assertThat(launcherRun.errLines()).hasSize(1);
        assertThat(launcherRun.err()).doesNotContain("\u001b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--model m", "", "--no-llm --model m", "--speed max --model m"})
    void neverPrintsPasswordOfTheModelUrl(String rest) {
        LauncherRun launcherRun =
                LauncherRun.of(("--llm http://me:hunter2@localhost/v1 " + rest).split(" "));
        assertThat(launcherRun.code()).isEqualTo(2);
        assertThat(launcherRun.err()).contains("--llm").doesNotContain("hunter2");
    }

    @Test
    void neverPrintsPasswordOfTheGatewayUrl() {
        LauncherRun launcherRun =
                LauncherRun.of("--gateway http://me:hunter2@localhost --no-llm".split(" "));
        assertThat(launcherRun.code()).isEqualTo(2);
        assertThat(launcherRun.err()).contains("--gateway").doesNotContain("hunter2");
    }

    @Test
    void rejectsTooLongSessionName() {
        LauncherRun launcherRun = LauncherRun.of("--gateway", SERVER, "--game", "x".repeat(129));
        assertThat(launcherRun.code()).isEqualTo(2);
        assertThat(launcherRun.errLines())
                .containsExactly("triune-village: --gateway: session of 129 characters (expected 1"
                        + " to 128, not all of them spaces); see --help");
    }

    @Test
    void gatewayRequiresOnlyItsUrl() {
        assertThat(parsed(Map.of(), "--gateway", SERVER, "--seed", "7").simulationSettings())
                .isEqualTo(new SimulationSettings(
                                7, 8, false, new MindSource.Gateway(SERVER, "village-7", "", ""))
                        .with(HabitSource.LEARNING));
        VillageOptions villageOptions = parsed(
                Map.of("TOKEN", "token_secret"),
                ("--gateway " + SERVER + " --game north --model m --villagers 3 --decisions"
                                + " sequential --api-key-env TOKEN")
                        .split(" "));
        SimulationSettings simulationSettings = villageOptions.simulationSettings();
        assertThat(simulationSettings.mind())
                .isEqualTo(new MindSource.Gateway(SERVER, "north", "m", "token_secret"));
        assertThat(simulationSettings.villagers()).isEqualTo(3);
        assertThat(simulationSettings.decisions())
                .isEqualTo(SimulationSettings.DecisionMode.SEQUENTIAL);
        assertThat(simulationSettings.toString()).doesNotContain("token_secret");
    }

    @Test
    void defaultsToEightVillagersInRealTimeWithOfflineMind() {
        VillageOptions villageOptions = parsed(Map.of());
        assertThat(villageOptions.simulationSettings())
                .isEqualTo(new SimulationSettings(1, 8, false, MindSource.Offline.RELIABLE)
                        .with(HabitSource.LEARNING));
        assertThat(villageOptions.ticks()).isEqualTo(24_000);
        assertThat(villageOptions.quiet()).isFalse();
        assertThat(villageOptions.files.reports).isEmpty();
    }

    @Test
    void parsesEveryFlag(@TempDir Path folder) {
        Path report = folder.resolve("r.json");
        VillageOptions villageOptions = parsed(
                Map.of(),
                ("--days 3 --speed max --seed -9 --villagers 20 --no-llm --quiet --report "
                                + report)
                        .split(" "));
        assertThat(villageOptions.simulationSettings())
                .isEqualTo(new SimulationSettings(-9, 20, true, new MindSource.None()));
        assertThat(villageOptions.ticks()).isEqualTo(72_000);
        assertThat(villageOptions.quiet()).isTrue();
        assertThat(villageOptions.files.reports).containsExactly(report);
        assertThat(parsed(Map.of(), "--decisions", "sequential")
                        .simulationSettings()
                        .decisions())
                .isEqualTo(SimulationSettings.DecisionMode.SEQUENTIAL);
        assertThat(parsed(Map.of(), "--ticks", "7").ticks()).isEqualTo(7);
    }

    @Test
    void villageInABrowserLivesLonger() {
        assertThat(parsed(Map.of(), "--view", "0").ticks()).isEqualTo(30 * 24_000);
        assertThat(parsed(Map.of(), "--view", "0", "--days", "1").ticks()).isEqualTo(24_000);
    }

    @Test
    void readsApiKeyFromTheNamedVariable() {
        VillageOptions villageOptions = parsed(
                Map.of("MY_KEY", "gsk_secret"),
                "--llm",
                LOCAL,
                "--model",
                "m",
                "--api-key-env",
                "MY_KEY");
        assertThat(villageOptions.simulationSettings().mind())
                .isEqualTo(new MindSource.Model(ApiFamily.OPENAI, LOCAL, "m", "gsk_secret"));
        assertThat(villageOptions.simulationSettings().toString()).doesNotContain("gsk_secret");
    }

    @ParameterizedTest
    @EnumSource(ApiFamily.class)
    void everyProviderAcceptsAnApiKey(ApiFamily apiFamily) {
        SimulationSettings simulationSettings = parsed(
                        Map.of("MY_KEY", "sk_secret"),
                        realModel(apiFamily, "--api-key-env", "MY_KEY"))
                .simulationSettings();
        assertThat(simulationSettings.mind())
                .isEqualTo(new MindSource.Model(apiFamily, SERVER, "m", "sk_secret"));
        assertThat(simulationSettings.toString()).doesNotContain("sk_secret");
    }

    @ParameterizedTest
    @EnumSource(ApiFamily.class)
    void apiKeyIsOptionalForEveryProvider(ApiFamily apiFamily) {
        assertThat(parsed(Map.of(), realModel(apiFamily)).simulationSettings().mind())
                .isEqualTo(new MindSource.Model(apiFamily, SERVER, "m", ""));
    }

    @ParameterizedTest
    @EnumSource(ApiFamily.class)
    void reportsInvalidApiKeyWithoutShowingIt(ApiFamily apiFamily) {
        LauncherRun launcherRun = LauncherRun.of(
                Map.of("MY_KEY", "sk_secret\n"),
                Terminal.PLAIN,
                LauncherRun.NEVER_STOPPED,
                realModel(apiFamily, "--api-key-env", "MY_KEY"));
        assertThat(launcherRun.code()).isEqualTo(2);
        assertThat(launcherRun.errLines())
                .singleElement()
                .asString()
                .contains("--api-key-env MY_KEY: API key of 10 characters", "line break")
                .doesNotContain("sk_secret");
    }

    @Test
    void helpListsEveryProvider() {
        LauncherRun launcherRun = LauncherRun.of("--help");
        assertThat(launcherRun.code()).isZero();
        assertThat(launcherRun.out())
                .contains("--provider=openai|anthropic|ollama", "--provider ollama --llm http");
    }

    private static String[] realModel(ApiFamily apiFamily, String... more) {
        String[] flags = {"--llm", SERVER, "--model", "m", "--provider", apiFamily.label()};
        return Stream.of(flags, more).flatMap(Stream::of).toArray(String[]::new);
    }

    @ParameterizedTest
    @EnumSource(FaultMode.class)
    void parsesEveryFaultMode(FaultMode faultMode) {
        String name = faultMode.name().toLowerCase(Locale.ROOT);
        assertThat(parsed(Map.of(), "--chaos", name).simulationSettings().mind())
                .isEqualTo(new MindSource.Offline(faultMode));
    }

    @Test
    void parsesOutageInTicksOrDays() {
        assertThat(parsed(Map.of(), "--outage", "1d-2.5d").simulationSettings().mind())
                .isEqualTo(new MindSource.Offline(FaultMode.NONE, new Outage(24_000, 60_000)));
        assertThat(parsed(Map.of(), "--outage", "0-600").simulationSettings().mind())
                .hasToString("offline mind (rules, no language model), outage from tick 0"
                        + " to 600 of the run");
    }

    @Test
    void parsesLatency() {
        assertThat(parsed(Map.of(), "--latency", "5000").simulationSettings().mind())
                .isEqualTo(new MindSource.Offline(FaultMode.NONE, null, Duration.ofSeconds(5)))
                .hasToString("offline mind (rules, no language model), latency 5000 ms");
    }

    @Test
    void existingReportMayBeOverwritten(@TempDir Path folder) throws Exception {
        Path old = Files.writeString(folder.resolve("r.json"), "old");
        VillageOptions villageOptions = parsed(Map.of(), "--report", old.toString());
        assertThat(villageOptions.simulationSettings().seed()).isEqualTo(1);
        assertThat(villageOptions.files.reports).containsExactly(old);
    }

    private static VillageOptions parsed(Map<String, String> environment, String... args) {
        VillageOptions villageOptions = new VillageOptions(environment);
        new CommandLine(villageOptions).parseArgs(args);
        return villageOptions;
    }
}
