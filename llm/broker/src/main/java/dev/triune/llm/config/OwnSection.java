/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.config;

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
 * OwnSection village = OwnSection.load(file, "village", List.of("days", "quiet"), environment);
 * OptionalLong days = village.whole("days", 1, 10_000);
 * boolean quiet = village.flag("quiet").orElse(false);
 * village.check();
 * }</pre>
 *
 * <p>Each reader notes a value of another kind as a problem and gives nothing for it. Not
 * thread-safe.
 */
public final class OwnSection {
    private final Problems problems;
    private final Value top;
    private final String name;

    /** What stands at the top besides the section. */
    private final Map<String, Value> rest;

    private final Function<String, Optional<String>> environment;
    private final Optional<Section> section;

    private OwnSection(
            Problems problems,
            Value top,
            String name,
            List<String> keys,
            Function<String, Optional<String>> environment) {
        this.problems = problems;
        this.top = top;
        this.name = name;
        this.environment = environment;
        this.rest = top.named();
        this.section = Optional.ofNullable(rest.remove(name))
                .filter(Value::checkMapping)
                .map(value -> value.section(keys));
    }

    /**
     * Reads a file. Blocks while it reads.
     *
     * @param name of the section, at the top of the file; it need not be there
     * @param keys that it may have
     * @param environment gives the value of a variable, if it is set
     * @throws ConfigException if there is no such file, or if it is no YAML
     */
    public static OwnSection load(
            Path file,
            String name,
            Collection<String> keys,
            Function<String, Optional<String>> environment) {
        String shown = file.toString();
        return parse(shown, BrokerConfig.text(shown, file), name, keys, environment);
    }

    /**
     * Reads a text.
     *
     * @param file how problems call the text
     * @param yaml one YAML document, at most 1 MB
     * @throws ConfigException if it is none
     */
    public static OwnSection parse(
            String file,
            String yaml,
            String name,
            Collection<String> keys,
            Function<String, Optional<String>> environment) {
        Problems problems = new Problems(file);
        YamlNode root = YamlReader.read(yaml, problems);
        Value top = new Value(problems, "", root.line(), root);
        return new OwnSection(problems, top, name, List.copyOf(keys), environment);
    }

    /**
     * What the file says of the broker; empty if it holds nothing but this section. If there are
     * problems, this is of use only to go on looking for others.
     */
    public Optional<BrokerConfig> broker() {
        return rest.isEmpty()
                ? Optional.empty()
                : Optional.of(ConfigReader.read(sectionOfBroker(), environment));
    }

    /**
     * Notes every key at the top that is neither the broker's nor this section, for those who do not
     * ask for {@link #broker}.
     */
    public void checkTop() {
        sectionOfBroker();
    }

    private Section sectionOfBroker() {
        return new Section(top, keysOfTop(), rest);
    }

    private List<String> keysOfTop() {
        List<String> keys = new ArrayList<>(Keys.of(Keys.TOP));
        keys.add(name);
        return keys;
    }

    /** The keys that the section has, of those that it may have. */
    public Set<String> keys() {
        return section.map(Section::keys).orElse(Set.of());
    }

    /** A text. */
    public Optional<String> text(String key) {
        return value(key).flatMap(Value::text);
    }

    /** Texts: a list of them, or a single one. */
    public List<String> texts(String key) {
        return value(key)
                .map(value -> value.isList()
                        ? value.texts()
                        : value.text().map(List::of).orElse(List.of()))
                .orElse(List.of());
    }

    /** A whole number in that range. */
    public OptionalLong whole(String key, long least, long most) {
        return value(key)
                .flatMap(value -> value.whole(least, most))
                .map(OptionalLong::of)
                .orElse(OptionalLong.empty());
    }

    /** True or false. */
    public Optional<Boolean> flag(String key) {
        return value(key).flatMap(Value::flag);
    }

    /** One of those words. */
    public Optional<String> choice(String key, Collection<String> words) {
        Map<String, String> choices = new LinkedHashMap<>();
        words.forEach(word -> choices.put(word, word));
        return value(key).flatMap(value -> value.choice("one of the words", choices));
    }

    /** Notes a problem with the value of a key that the section has. */
    public void problem(String key, String text) {
        value(key).ifPresent(value -> value.problem(Objects.requireNonNull(text)));
    }

    /**
     * Ends the reading.
     *
     * @throws ConfigException if there was a problem; its message has all of them
     */
    public void check() {
        problems.refuse();
    }

    private Optional<Value> value(String key) {
        return section.flatMap(all -> all.get(key));
    }
}
