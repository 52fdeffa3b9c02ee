/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Combines the command line with its configuration file. A flag overrides the file, and also
 * conflicting values of the file: {@code --ticks} overrides {@code days}, {@code --no-llm} a model,
 * {@code --replay} everything that the tape determines.
 */
final class CommandLineParser {
    private static final List<String> LENGTH_FLAGS = List.of("--days", "--ticks");
    private static final List<String> OF_MODEL =
            List.of("--provider", "--model", "--api-key-env", "--game");
    private static final List<String> OF_TAPE = List.of("--decisions", "--record", "--load");

    private final ParseResult parsedFlags;
    private final Set<String> dropped = new HashSet<>();
    private boolean asksProviders = true;

    private CommandLineParser(ParseResult parsedFlags) {
        this.parsedFlags = parsedFlags;
        parsedFlags
                .matchedOptions()
                .forEach(option -> dropped.addAll(Arrays.asList(option.names())));
        drop();
    }

    /**
     * Parses the command line, and its file if it names one.
     *
     * @throws ParameterException if the command line is wrong
     * @throws dev.triune.llm.ConfigException if the file is wrong
     */
    static CommandLine parse(String[] args, Map<String, String> environment) {
        VillageOptions villageOptions = new VillageOptions(environment);
        CommandLine line = new CommandLine(villageOptions);
        parse(line, args);
        Path file = villageOptions.config;
        if (file == null || line.isUsageHelpRequested() || line.isVersionHelpRequested()) {
            return line;
        }
        OptionRules.checkReadable("--config", file, "a configuration");
        return new CommandLineParser(line.getParseResult()).parseWithFile(file, args, environment);
    }

    private CommandLine parseWithFile(Path file, String[] args, Map<String, String> environment) {
        VillageOptions villageOptions = new VillageOptions(environment);
        CommandLine line = new CommandLine(villageOptions);
        List<OptionSpec> known = line.getCommandSpec().options();
        ConfigFile config = new ConfigFile(file, known, environment);
        List<String> all = new ArrayList<>(config.arguments(dropped));
        boolean asked = asksProviders && !config.namesMindSource();
        config.providers(asked).ifPresent(villageOptions::useProviders);
        all.addAll(Arrays.asList(args));
        parse(line, all.toArray(String[]::new));
        return line;
    }

    /** Parses arguments; numbers and misspelled options are reported like other wrong values. */
    private static void parse(CommandLine line, String... args) {
        try {
            line.parseArgs(args);
        } catch (UnmatchedArgumentException e) {
            if (e.getSuggestions().isEmpty()) {
                throw e;
            }
            throw new ParameterException(
                    line,
                    "Unknown option: '" + e.getUnmatched().get(0) + "' (did you mean "
                            + String.join(" or ", e.getSuggestions()) + "?)");
        } catch (ParameterException e) {
            if (e.getValue() != null
                    && e.getArgSpec() instanceof OptionSpec option
                    && OptionRules.isWhole(option)) {
                String name = option.longestName();
                throw new ParameterException(
                        line,
                        name + " " + e.getValue() + " (expected a whole number, "
                                + OptionRules.rangeText(name) + ")");
            }
            throw e;
        }
    }

    private void drop() {
        if (isGiven(LENGTH_FLAGS)) {
            dropped.addAll(LENGTH_FLAGS);
        }
        if (isGiven(OptionRules.SOURCES)
                || !parsedFlags.matchedOptionValue("--bench-model", "").isEmpty()) {
            dropMind();
        } else if (isGiven(OptionRules.OF_OFFLINE_MIND)) {
            dropSources();
        }
        if (isGiven(List.of("--load"))) {
            dropped.addAll(OptionRules.OF_SAVE);
            dropped.add("--replay");
        }
        if (isGiven(List.of("--replay"))) {
            dropMind();
            dropped.addAll(OptionRules.OF_SAVE);
            dropped.addAll(OF_TAPE);
        }
        if (isGiven(List.of("--record"))) {
            dropped.add("--replay");
        }
        if (isGiven(List.of("--bench-model"))) {
            parsedFlags.commandSpec().optionsMap().keySet().stream()
                    .filter(name -> !OptionRules.OF_BENCHMARK.contains(name))
                    .forEach(dropped::add);
        }
    }

    private void dropMind() {
        dropSources();
        dropped.addAll(OptionRules.OF_OFFLINE_MIND);
    }

    private void dropSources() {
        dropped.addAll(OptionRules.SOURCES);
        dropped.addAll(OF_MODEL);
        asksProviders = false;
    }

    private boolean isGiven(List<String> names) {
        return names.stream().anyMatch(parsedFlags::hasMatchedOption);
    }
}
