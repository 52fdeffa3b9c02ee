/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import dev.triune.llm.internal.config.ConfigKeys;
import dev.triune.llm.internal.config.ConfigProblems;
import dev.triune.llm.internal.config.ConfigReader;
import dev.triune.llm.internal.config.YamlNode;
import dev.triune.llm.internal.config.YamlReader;
import dev.triune.llm.internal.config.YamlSection;
import dev.triune.llm.internal.config.YamlValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/**
 * A section of the configuration file that a game reads itself, beside what the file says of the
 * broker. It is read in the same way: keys are known, values checked, and all that is wrong is told
 * at once, with its lines.
 *
 * <pre>{@code
 * ConfigSection village = ConfigSection.load(file, "village", List.of("days", "quiet"), environment);
 * OptionalLong days = village.whole("days", 1, 10_000);
 * boolean quiet = village.flag("quiet").orElse(false);
 * village.check();
 * }</pre>
 *
 * <p>Each reader notes a value of another kind as a problem and gives nothing for it. Not
 * thread-safe.
 */
public final class ConfigSection {
    private final ConfigProblems configProblems;
    private final YamlValue top;
    private final String name;

    /** What stands at the top besides the section. */
    private final Map<String, YamlValue> otherSections;

    private final Function<String, Optional<String>> environment;
    private final Optional<YamlSection> yamlSections;

    private ConfigSection(
            ConfigProblems configProblems,
            YamlValue top,
            String name,
            List<String> keys,
            Function<String, Optional<String>> environment) {
        this.configProblems = configProblems;
        this.top = top;
        this.name = name;
        this.environment = environment;
        this.otherSections = top.entries();
        this.yamlSections = Optional.ofNullable(otherSections.remove(name))
                .filter(YamlValue::checkMapping)
                .map(yamlValue -> yamlValue.section(keys));
    }

    /**
     * Reads a file. Blocks while it reads.
     *
     * @param name of the section, at the top of the file; it need not be there
     * @param keys that it may have
     * @param environment gives the value of a variable, if it is set
     * @throws ConfigException if there is no such file, or if it is no YAML
     */
    public static ConfigSection load(
            Path file,
            String name,
            Collection<String> keys,
            Function<String, Optional<String>> environment) {
        String shown = file.toString();
        return parse(shown, BrokerConfig.readText(shown, file), name, keys, environment);
    }

    /**
     * Reads a text.
     *
     * @param file how problems call the text
     * @param yaml one YAML document, at most 1 MB
     * @throws ConfigException if it is none
     */
    public static ConfigSection parse(
            String file,
            String yaml,
            String name,
            Collection<String> keys,
            Function<String, Optional<String>> environment) {
        ConfigProblems configProblems = new ConfigProblems(file);
        YamlNode root = YamlReader.read(yaml, configProblems);
        YamlValue top = new YamlValue(configProblems, "", root.line(), root);
        return new ConfigSection(configProblems, top, name, List.copyOf(keys), environment);
    }

    /**
     * What the file says of the broker; empty if it holds nothing but this section. If there are
     * problems, this is of use only to go on looking for others.
     */
    public Optional<BrokerConfig> brokerConfig() {
        return otherSections.isEmpty()
                ? Optional.empty()
                : Optional.of(ConfigReader.read(brokerSection(), environment));
    }

    /**
     * Notes every key at the top that is neither the broker's nor this section, for those who do not
     * ask for {@link #brokerConfig}.
     */
    public void rejectUnknownSections() {
        brokerSection();
    }

    private YamlSection brokerSection() {
        return new YamlSection(top, topLevelKeys(), otherSections);
    }

    private List<String> topLevelKeys() {
        List<String> keys = new ArrayList<>(ConfigKeys.keysOf(ConfigKeys.TOP));
        keys.add(name);
        return keys;
    }

    /** The keys that the section has, of those that it may have. */
    public Set<String> keys() {
        return yamlSections.map(YamlSection::keys).orElse(Set.of());
    }

    /** A text. */
    public Optional<String> text(String key) {
        return value(key).flatMap(YamlValue::text);
    }

    /** Texts: a list of them, or a single one. */
    public List<String> texts(String key) {
        return value(key)
                .map(yamlValue -> yamlValue.isList()
                        ? yamlValue.texts()
                        : yamlValue.text().map(List::of).orElse(List.of()))
                .orElse(List.of());
    }

    /** A whole number in that range. */
    public OptionalLong integer(String key, long least, long most) {
        return value(key)
                .flatMap(yamlValue -> yamlValue.integer(least, most))
                .map(OptionalLong::of)
                .orElse(OptionalLong.empty());
    }

    /** True or false. */
    public Optional<Boolean> flag(String key) {
        return value(key).flatMap(YamlValue::flag);
    }

    /** One of those words. */
    public Optional<String> choice(String key, Collection<String> words) {
        Map<String, String> choices = new LinkedHashMap<>();
        words.forEach(word -> choices.put(word, word));
        return value(key).flatMap(yamlValue -> yamlValue.choice("one of the words", choices));
    }

    /** Notes a problem with the value of a key that the section has. */
    public void reportProblem(String key, String text) {
        value(key).ifPresent(yamlValue -> yamlValue.reportProblem(Objects.requireNonNull(text)));
    }

    /**
     * Ends the reading.
     *
     * @throws ConfigException if there was a problem; its message has all of them
     */
    public void throwIfInvalid() {
        configProblems.throwIfAny();
    }

    private Optional<YamlValue> value(String key) {
        return yamlSections.flatMap(all -> all.get(key));
    }
}
