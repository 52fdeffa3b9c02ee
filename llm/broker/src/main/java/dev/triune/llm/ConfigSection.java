/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import dev.triune.llm.internal.config.ConfigReader;
import dev.triune.llm.internal.config.EnvironmentReferences;
import dev.triune.llm.internal.config.YamlSection;
import dev.triune.llm.internal.config.YamlValue;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
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
 * A section of the configuration file, or all of it. A module reads its own section, and all
 * problems of the file are reported together, with their lines.
 *
 * <pre>{@code
 * ConfigSection file = ConfigSection.load(Path.of("llm.yaml"));
 * ConfigSection village = file.section("village");
 * OptionalLong days = village.integer("days", 1, 10_000);
 * BrokerConfig broker = BrokerConfig.read(file);
 * file.throwIfInvalid();
 * }</pre>
 *
 * <p>Keys that no method reads are problems. A value of the wrong type is a problem, and counts as
 * missing. Not thread-safe.
 */
public final class ConfigSection {
    private static final int MAX_BYTES = 1 << 20;
    private static final Map<String, Priority> PRIORITIES = Map.of(
            "critical", Priority.CRITICAL,
            "high", Priority.HIGH,
            "medium", Priority.MEDIUM,
            "low", Priority.LOW,
            "background", Priority.BACKGROUND);

    private final YamlSection yaml;
    private final EnvironmentReferences references;

    private ConfigSection(YamlSection yaml, EnvironmentReferences references) {
        this.yaml = yaml;
        this.references = references;
    }

    /**
     * Parses a file, with secrets from the environment of the process. Blocks while reading.
     *
     * @throws ConfigException if there is no such file, or if it is no YAML
     */
    public static ConfigSection load(Path file) {
        return load(file, key -> Optional.ofNullable(System.getenv(key)));
    }

    /**
     * Parses a file. Blocks while reading.
     *
     * @param environment returns the value of an environment variable, if it is set
     * @throws ConfigException if there is no such file, or if it is no YAML
     */
    public static ConfigSection load(Path file, Function<String, Optional<String>> environment) {
        String text = readText(file, MAX_BYTES, "a configuration", "a few pages");
        return parse(file.toString(), text, environment);
    }

    /**
     * Parses a text.
     *
     * @param name the name of the text in error messages, such as {@code llm.yaml}
     * @param yaml one YAML document, at most 1 MB
     * @param environment returns the value of an environment variable, if it is set
     * @throws ConfigException if it is no YAML
     */
    public static ConfigSection parse(
            String name, String yaml, Function<String, Optional<String>> environment) {
        return new ConfigSection(
                ConfigReader.parse(name, yaml), new EnvironmentReferences(environment));
    }

    /** Reads a whole file in UTF-8; messages name the expected content and size. */
    static String readText(Path file, int maxBytes, String what, String size) {
        String name = file.toString();
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(maxBytes + 1);
            if (bytes.length > maxBytes) {
                throw new ConfigException(
                        name + ": more than " + (maxBytes >> 20) + " MB (expected " + size + ")");
            }
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return text.startsWith("\uFEFF") ? text.substring(1) : text;
        } catch (NoSuchFileException e) {
            throw new ConfigException(name + ": there is no such file (expected " + what + ")");
        } catch (CharacterCodingException e) {
            throw new ConfigException(name + ": not UTF-8 (expected a text file in UTF-8)");
        } catch (IOException e) {
            String kind = e.getClass().getSimpleName();
            throw new ConfigException(name + ": cannot be read (" + kind + ")");
        }
    }

    YamlSection yaml() {
        return yaml;
    }

    EnvironmentReferences references() {
        return references;
    }

    /** Returns all keys of this section of the file, known or not. */
    public Set<String> keys() {
        return yaml.keys();
    }

    /** Declares keys that are not always read, so that they are not reported. */
    public void expect(Collection<String> keys) {
        yaml.expect(keys);
    }

    /** Returns the section below a key; an empty section if it is missing. */
    public ConfigSection section(String key) {
        return new ConfigSection(yaml.section(key), references);
    }

    /** Returns the sections of all keys, which the file may choose freely. */
    public Map<String, ConfigSection> sections() {
        Map<String, ConfigSection> sections = new LinkedHashMap<>();
        yaml.sections()
                .forEach((name, section) ->
                        sections.put(name, new ConfigSection(section, references)));
        return sections;
    }

    /** Returns a text. */
    public Optional<String> text(String key) {
        return yaml.get(key).flatMap(YamlValue::text);
    }

    /** Returns a list of texts; a single text is a list of one. */
    public List<String> texts(String key) {
        return yaml.get(key)
                .map(value -> value.isList()
                        ? value.texts()
                        : value.text().map(List::of).orElse(List.of()))
                .orElse(List.of());
    }

    /** Returns a whole number from {@code least} to {@code most}. */
    public OptionalLong integer(String key, long least, long most) {
        return yaml.get(key)
                .flatMap(value -> value.integer(least, most))
                .map(OptionalLong::of)
                .orElse(OptionalLong.empty());
    }

    /** Returns a decimal number, 0 or more. */
    public Optional<BigDecimal> decimal(String key) {
        return yaml.get(key).flatMap(YamlValue::decimal);
    }

    /** Returns a duration with a unit: more than 0, at most {@code most}. */
    public Optional<Duration> duration(String key, Duration most) {
        return yaml.get(key).flatMap(value -> value.duration(most));
    }

    /** Returns a boolean. */
    public Optional<Boolean> flag(String key) {
        return yaml.get(key).flatMap(YamlValue::flag);
    }

    /** Returns one of the given words. */
    public Optional<String> choice(String key, Collection<String> words) {
        Map<String, String> choices = new LinkedHashMap<>();
        words.forEach(word -> choices.put(word, word));
        return yaml.get(key).flatMap(value -> value.choice("one of the words", choices));
    }

    /** Returns a priority: 1 to 10, or a word for it. */
    public Optional<Priority> priority(String key) {
        return yaml.get(key)
                .flatMap(value -> value.raw("1 to 10, or critical, high, medium, low, background")
                        .flatMap(text -> PRIORITIES.containsKey(text)
                                ? Optional.ofNullable(PRIORITIES.get(text))
                                : value.integer(Priority.MIN, Priority.MAX)
                                        .map(level -> Priority.of(level.intValue()))));
    }

    /** Returns a list of hosts, in lower case. */
    public List<String> hosts(String key) {
        return yaml.get(key).map(ConfigReader::hosts).orElse(List.of());
    }

    /** Whether the value is a reference to an environment variable; reports no problem. */
    public boolean isReference(String key) {
        return yaml.get(key).filter(references::isReference).isPresent();
    }

    /** Returns the value of the environment variable that the file refers to. */
    public Optional<Secret> secret(String key) {
        return yaml.get(key).flatMap(references::secret);
    }

    /** Reports a problem if the file lacks a key; {@code expected} describes its value. */
    public void require(String key, String expected) {
        yaml.required(key, expected);
    }

    /** Reports a problem with this section. */
    public void reportProblem(String problem) {
        yaml.location().reportProblem(Objects.requireNonNull(problem));
    }

    /** Reports a problem with the value of a key, if the file has it. */
    public void reportProblem(String key, String problem) {
        Objects.requireNonNull(problem);
        yaml.get(key).ifPresent(value -> value.reportProblem(problem));
    }

    /** Reports a problem with the value of a key, if the file has it, and quotes the value. */
    public void reportInvalid(String key, String problem) {
        Objects.requireNonNull(problem);
        yaml.get(key).ifPresent(value -> value.reportInvalid(problem));
    }

    /** Throws {@link ConfigException} with all problems of the file, if there are any. */
    public void throwIfInvalid() {
        yaml.throwIfInvalid();
    }
}
