/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import dev.triune.llm.ConfigException;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.OfflineProvider.FaultMode;
import dev.triune.village.lab.bench.Situations;
import dev.triune.village.sim.Outage;
import dev.triune.village.sim.SimulationSettings.DecisionMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The rules of options: their ranges and words, and which need or exclude each other. */
final class OptionRules {
    /** The ranges of whole numbers. */
    private static final Map<String, long[]> RANGES = Map.of(
            "--days", new long[] {1, 10_000},
            "--ticks", new long[] {1, Long.MAX_VALUE},
            "--villagers", new long[] {1, 10_000},
            "--threads", new long[] {1, 64},
            "--latency", new long[] {0, 60_000},
            "--view", new long[] {0, 65_535});

    /** The words to choose from. */
    static final Map<String, List<String>> WORDS = Map.of(
            "--speed", List.of("1", "max"),
            "--decisions", lower(DecisionMode.values()),
            "--provider",
                    Arrays.stream(ApiFamily.values()).map(ApiFamily::label).toList(),
            "--chaos", lower(FaultMode.values()));

    private static final Map<String, String> NOUNS = Map.of(
            "--speed", "speed", "--decisions", "way", "--provider", "protocol", "--chaos", "mode");

    /** The options that a save determines. */
    static final List<String> OF_SAVE = List.of("--seed", "--villagers");

    /** The options of the mind that is used without a model. */
    static final List<String> OF_OFFLINE_MIND = List.of("--chaos", "--outage", "--latency");

    /** The options that choose the source of answers, which exclude each other. */
    static final List<String> SOURCES = List.of("--local", "--gateway", "--llm", "--no-llm");

    private static final Map<String, String> SERVERS =
            Map.of("--gateway", "a gateway", "--llm", "a real model");

    /** The options that a benchmark takes. */
    static final Set<String> OF_BENCHMARK = Set.of(
            "--bench-model",
            "--situations",
            "--report",
            "--config",
            "--llm",
            "--local",
            "--server",
            "--gateway",
            "--game",
            "--provider",
            "--model",
            "--api-key-env",
            "--chaos",
            "--latency");

    /** The options that a trial of a model takes. */
    private static final Set<String> OF_TRIAL = Set.of(
            "--try",
            "--image",
            "--config",
            "--llm",
            "--local",
            "--server",
            "--gateway",
            "--game",
            "--provider",
            "--model",
            "--api-key-env");

    /** The options that apply to each of several villages. */
    private static final Set<String> OF_SEVERAL = Set.of(
            "--seeds",
            "--threads",
            "--days",
            "--ticks",
            "--speed",
            "--villagers",
            "--decisions",
            "--no-llm",
            "--chaos",
            "--outage",
            "--latency",
            "--habits",
            "--config");

    private final CommandSpec spec;
    private final ParseResult given;

    OptionRules(CommandSpec spec) {
        this.spec = spec;
        this.given = spec.commandLine().getParseResult();
    }

    /** Checks each option by itself. */
    void checkValues() {
        for (OptionSpec option : given.matchedOptions()) {
            String name = option.longestName();
            if (isWhole(option)) {
                long value = ((Number) option.getValue()).longValue();
                long[] range = range(name);
                check(value >= range[0] && value <= range[1], text(name), rangeText(name));
            }
            if (name.equals("--outage")) {
                checkAccepted(text(name), option.getValue(), Outage::of);
            }
            if (name.equals("--situations")) {
                checkAccepted(name, option.getValue(), Situations::of);
            }
            List<String> words = WORDS.getOrDefault(name, List.of());
            if (!words.isEmpty() && !words.contains(option.<String>getValue())) {
                int last = words.size() - 1;
                throw error(text(name) + ": no such " + NOUNS.get(name) + " (expected "
                        + String.join(", ", words.subList(0, last)) + " or " + words.get(last)
                        + ")");
            }
        }
    }

    /** Returns whether an option takes a whole number. */
    static boolean isWhole(OptionSpec option) {
        return List.of(Integer.class, Long.class).contains(option.type());
    }

    /** Returns the least and the greatest value of a whole number. */
    static long[] range(String name) {
        return RANGES.getOrDefault(name, new long[] {Long.MIN_VALUE, Long.MAX_VALUE});
    }

    /** Returns the range of a whole number in words. */
    static String rangeText(String name) {
        long[] range = range(name);
        boolean open = range[0] > Long.MIN_VALUE && range[1] == Long.MAX_VALUE;
        return range[0] + (open ? " or more" : " to " + range[1]);
    }

    /** Checks which options are given together. */
    void checkTogether() {
        exclude("--days", "--ticks");
        checkBenchmark();
        checkTrial();
        for (String source : SOURCES) {
            SOURCES.stream()
                    .skip(SOURCES.indexOf(source) + 1L)
                    .forEach(other -> exclude(source, other));
        }
        if (has("--gateway")) {
            need(
                    "--provider",
                    "is for --llm: a gateway speaks its own protocol, leave out --provider");
        }
        need("--game", "needs a gateway: add --gateway URL", "--gateway");
        need("--provider", "needs a server: add --llm URL", "--llm");
        need(
                "--server",
                "runs the model of a file: add --local FILE.gguf",
                "--local",
                "--bench-model");
        for (String option : List.of("--model", "--api-key-env")) {
            need(option, "needs a server: add --llm URL or --gateway URL", "--llm", "--gateway");
        }
        if (first(SOURCES).isPresent()) {
            OF_OFFLINE_MIND.forEach(option -> need(
                    option,
                    "is for the offline mind: leave out " + option
                            + ", or --llm, --local, --gateway and --no-llm"));
        }
        exclude("--by-hand", "--no-llm", "then no villager asks a mind");
        exclude("--by-hand", "--replay", "a tape says what was answered");
        checkTime();
        checkFiles();
    }

    private void checkBenchmark() {
        need("--situations", "is for a benchmark: add --bench-model", "--bench-model");
        if (!has("--bench-model")) {
            return;
        }
        allow(OF_BENCHMARK, name -> "--bench-model has villages of its own: leave out " + name);
        if (!text("--bench-model").equals("--bench-model")) {
            firstSource().ifPresent(source -> exclude("--bench-model", source));
        }
    }

    private void checkTrial() {
        need("--image", "is for a trial: add --try", "--try");
        if (!has("--try")) {
            return;
        }
        if (!text("--try").equals("--try")) {
            exclude("--try", "--model");
        }
        allow(OF_TRIAL, name -> "--try simulates no village: leave out " + name);
        need(
                "--try",
                "needs a model: add --llm URL, --gateway URL, --local FILE.gguf or --config"
                        + " FILE.yaml",
                "--llm",
                "--gateway",
                "--local",
                "--config");
    }

    private void checkTime() {
        if (text("--speed").equals("--speed max")) {
            exclude("--by-hand", "--speed", "a person needs real time");
            exclude("--server", "--speed", "a server cannot follow simulated time");
            first(SOURCES).filter(SERVERS::containsKey).ifPresent(source -> {
                throw error("--speed max simulates time, which " + SERVERS.get(source)
                        + " cannot follow: leave out --speed max or " + source);
            });
        }
        need("--threads", "needs seeds: add --seeds FIRST..LAST", "--seeds");
        if (has("--seeds")) {
            if (!text("--speed").equals("--speed max")) {
                need("--seeds", "needs simulated time: add --speed max");
            }
            allow(
                    OF_SEVERAL,
                    name -> name + " is for a single village: leave out " + name + " or "
                            + text("--seeds"));
        }
    }

    private void checkFiles() {
        exclude("--bake", "--no-llm");
        if (text("--habits").equals("--habits off")) {
            exclude("--bake", "--habits");
        }
        exclude("--record", "--replay");
        Stream.of(
                        first(OF_SAVE),
                        first(List.of("--decisions")),
                        firstSource(),
                        first(List.of("--bake", "--habits")))
                .flatMap(Optional::stream)
                .findFirst()
                .ifPresent(option -> exclude(
                        option, "--replay", "the tape says what village it is and who answers"));
        first(OF_SAVE)
                .ifPresent(option -> exclude(option, "--load", "the save says what village it is"));
    }

    /** Returns the option that chooses the source of answers; empty without one. */
    Optional<String> firstSource() {
        return first(SOURCES).or(() -> first(OF_OFFLINE_MIND));
    }

    private Optional<String> first(List<String> names) {
        return names.stream().filter(this::has).findFirst();
    }

    private boolean has(String name) {
        return given.hasMatchedOption(name)
                && !Boolean.FALSE.equals(given.<Object>matchedOptionValue(name, true));
    }

    /** Returns an option as it was given, for messages; only its name if it has no value. */
    private String text(String name) {
        Object value = given.matchedOptionValue(name, "");
        return value instanceof Boolean ? name : (name + " " + value).strip();
    }

    private void exclude(String one, String other) {
        exclude(one, other, "leave out one of them");
    }

    private void exclude(String one, String other, String reason) {
        if (has(one) && has(other)) {
            throw error(text(one) + " and " + text(other) + " exclude each other: " + reason);
        }
    }

    /** Rejects an option that is given without any of some others. */
    private void need(String option, String problem, String... others) {
        if (has(option) && Stream.of(others).noneMatch(this::has)) {
            throw error(text(option) + " " + problem);
        }
    }

    /** Rejects all options apart from some. */
    private void allow(Set<String> names, UnaryOperator<String> problem) {
        for (OptionSpec option : given.matchedOptions()) {
            if (!names.contains(option.longestName())) {
                throw error(problem.apply(option.longestName()));
            }
        }
    }

    /** Rejects an option whose value is wrong. */
    void check(boolean valid, String option, String expected) {
        if (!valid) {
            throw error(option + " (expected " + expected + ")");
        }
    }

    /** Rejects a value that its user rejects, with the user's message. */
    void checkAccepted(String option, String value, Consumer<String> user) {
        try {
            user.accept(value);
        } catch (IllegalArgumentException e) {
            throw error(option + ": " + e.getMessage());
        }
    }

    /** Rejects a file that cannot be written. */
    void checkWritable(String option, @Nullable Path file) {
        if (file == null) {
            return;
        }
        Path folder = file.toAbsolutePath().getParent();
        boolean overwritable = Files.notExists(file) || Files.isRegularFile(file);
        check(
                folder != null && Files.isWritable(folder) && overwritable,
                option + " " + file + ": no file can be written there",
                "a file name in a folder that exists and can be written to");
    }

    /** Rejects a file to read that does not exist; its reader reports what is wrong in it. */
    static void checkReadable(String option, Path file, String expected) {
        boolean folder = Files.isDirectory(file);
        if (folder || Files.notExists(file)) {
            throw new ConfigException(List.of(option + " " + file + ": "
                    + (folder ? "this is a folder" : "there is no such file") + " (expected "
                    + expected + ")"));
        }
    }

    ParameterException error(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private static List<String> lower(Enum<?>[] constants) {
        return Arrays.stream(constants)
                .map(constant -> constant.name().toLowerCase(Locale.ROOT))
                .toList();
    }
}
