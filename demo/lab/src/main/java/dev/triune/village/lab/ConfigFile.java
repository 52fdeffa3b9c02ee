/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import dev.triune.MindKind;
import dev.triune.llm.BrokerConfig;
import dev.triune.llm.ConfigSection;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.GatewayProvider;
import dev.triune.llm.provider.HttpProvider;
import dev.triune.village.sim.MindSource;
import dev.triune.village.sim.Outage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The configuration file of a village: flags by name in the section {@code village}, and the
 * broker's sections. All problems are reported together.
 */
final class ConfigFile {
    private static final String SECTION = "village";
    private static final Set<String> NOT_IN_FILES =
            Set.of("config", "help", "version", "bench-model", "situations");
    private static final String[] MIND_SOURCE_FLAGS = {
        "llm", "local", "gateway", "no-llm", "chaos", "outage", "latency", "replay"
    };

    private final Path file;
    private final ConfigSection all;
    private final ConfigSection section;
    private final Map<String, OptionSpec> options;

    ConfigFile(Path file, List<OptionSpec> known, Map<String, String> environment) {
        this.file = file;
        this.options = byKey(known);
        this.all = ConfigSection.load(file, name -> Optional.ofNullable(environment.get(name)));
        this.section = all.section(SECTION);
        section.expect(options.keySet());
    }

    private static Map<String, OptionSpec> byKey(List<OptionSpec> known) {
        Map<String, OptionSpec> options = new LinkedHashMap<>();
        for (OptionSpec option : known) {
            String key = option.longestName().replaceFirst("^--", "");
            if (!NOT_IN_FILES.contains(key)) {
                options.put(key, option);
            }
        }
        return options;
    }

    /**
     * Returns whether the section names a source of answers, which overrides the file's providers.
     */
    boolean namesMindSource() {
        for (String key : MIND_SOURCE_FLAGS) {
            if (section.keys().contains(key)
                    && (!key.equals("no-llm") || section.flag(key).orElse(false))) {
                return true;
            }
        }
        return false;
    }

    /** Returns the flags that the file sets, without the dropped ones. */
    List<String> arguments(Set<String> dropped) {
        List<String> arguments = new ArrayList<>();
        for (String key : section.keys()) {
            List<String> values = values(key);
            if (!dropped.contains("--" + key)) {
                arguments.addAll(values);
            }
        }
        return arguments;
    }

    /**
     * Returns the providers of the file; empty if it has none.
     *
     * @param asked whether they are used at all; otherwise their keys are not needed
     * @throws dev.triune.llm.ConfigException if anything is wrong with the file
     */
    Optional<MindSource.Providers> providers(boolean asked) {
        Optional<MindSource.Providers> providers = Optional.empty();
        if (asked && !Set.of(SECTION).containsAll(all.keys())) {
            providers = Optional.of(new MindSource.Providers(
                    String.valueOf(file.getFileName()), BrokerConfig.read(all)));
            MindKind.checkLayers(
                    all.section("layers")); // its problems are reported with the others
        }
        all.throwIfInvalid();
        return providers;
    }

    /** Returns a flag with its value; nothing for a switch that is off. */
    private List<String> values(String key) {
        OptionSpec option = options.get(key);
        if (option == null) {
            return List.of();
        }
        String flag = "--" + key;
        if (option.arity().max() == 0) {
            return section.flag(key).filter(on -> on).map(on -> List.of(flag)).orElse(List.of());
        }
        if (option.isMultiValue()) {
            return section.texts(key).stream().map(text -> flag + "=" + text).toList();
        }
        if (option.arity().min() == 0) { // a switch that may have a value
            Optional<String> text = section.text(key);
            if (text.isEmpty() || text.get().equals("false")) {
                return List.of();
            }
            if (text.get().equals("true")) {
                return List.of(flag);
            }
        }
        return value(key, option).map(text -> List.of(flag + "=" + text)).orElse(List.of());
    }

    private Optional<String> value(String key, OptionSpec option) {
        if (OptionRules.isWhole(option)) {
            long[] range = OptionRules.range("--" + key);
            return section.integer(key, range[0], range[1]).stream()
                    .mapToObj(Long::toString)
                    .findFirst();
        }
        List<String> words = OptionRules.WORDS.get("--" + key);
        if (words != null) {
            return section.choice(key, words);
        }
        Optional<String> text = section.text(key);
        text.ifPresent(value -> check(key, value));
        return text;
    }

    private void check(String key, String value) {
        ApiFamily family = MindOptions.family(section.text("provider").orElse(""));
        switch (key) {
            case "outage" -> checkAccepted(key, value, Outage::of);
            case "llm" -> checkAccepted(key, value, url -> HttpProvider.builder(family, url));
            case "gateway" ->
                checkAccepted(key, value, url -> GatewayProvider.builder(url, "village"));
            default -> {}
        }
    }

    private void checkAccepted(String key, String value, Consumer<String> user) {
        try {
            user.accept(value);
        } catch (IllegalArgumentException e) {
            section.reportProblem(key, String.valueOf(e.getMessage()));
        }
    }
}
