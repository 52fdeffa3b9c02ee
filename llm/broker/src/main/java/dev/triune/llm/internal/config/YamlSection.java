/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A mapping of the file whose keys are known. What it does not know is a problem. */
public final class YamlSection {
    /** The longest of times that nothing else limits. */
    static final Duration YEAR = Duration.ofDays(365);

    private final YamlValue location;
    private final List<String> keys;
    private final Map<String, YamlValue> yamlValues = new LinkedHashMap<>();

    public YamlSection(YamlValue at, List<String> keys, Map<String, YamlValue> all) {
        this.location = at;
        this.keys = List.copyOf(keys);
        all.forEach((key, yamlValue) -> {
            if (keys.contains(key)) {
                yamlValues.put(key, yamlValue);
            } else {
                reportUnknownKey(key, yamlValue);
            }
        });
    }

    private void reportUnknownKey(String key, YamlValue yamlValue) {
        String place = location.path().isEmpty() ? "" : location.path() + ".";
        yamlValue
                .withPath(place + SafeText.unknownKey(key))
                .reportProblem("unknown key " + KeySuggester.suggestion(key, keys));
    }

    /** Where the section stands. */
    YamlValue location() {
        return location;
    }

    /** The keys that the file has. */
    public Set<String> keys() {
        return Collections.unmodifiableSet(yamlValues.keySet());
    }

    /** The value of a key, if the file has it. */
    public Optional<YamlValue> get(String key) {
        if (!keys.contains(key)) {
            throw new IllegalArgumentException("key " + key + " is not in the table of keys");
        }
        return Optional.ofNullable(yamlValues.get(key));
    }

    /** The first of two names of the same thing; having both is a problem. */
    Optional<YamlValue> firstOf(String key, String other) {
        if (get(key).isPresent()) {
            get(other)
                    .ifPresent(yamlValue -> yamlValue.reportProblem(
                            "says the same as " + key + " (expected one of them)"));
        }
        return get(key).or(() -> get(other));
    }

    /** The value of a key that the section cannot do without. */
    Optional<YamlValue> required(String key, String expected) {
        Optional<YamlValue> yamlValues = get(key);
        if (yamlValues.isEmpty()) {
            location.reportProblem("has no " + key + " (expected " + expected + ")");
        }
        return yamlValues;
    }

    /** The section at a key, if the file has it. */
    Optional<YamlSection> section(String key, String section) {
        return get(key).map(yamlValue -> yamlValue.section(section));
    }

    /** The names below a key; none if the file does not have it. */
    Map<String, YamlValue> entries(String key) {
        return get(key).map(YamlValue::entries).orElse(Map.of());
    }

    Optional<String> text(String key) {
        return get(key).flatMap(YamlValue::text);
    }

    List<String> texts(String key) {
        return get(key).map(YamlValue::texts).orElse(List.of());
    }

    int integer(String key, int least, int most, int otherwise) {
        return get(key).flatMap(yamlValue -> yamlValue.integer(least, most)).orElse(otherwise);
    }

    boolean flag(String key, boolean otherwise) {
        return get(key).flatMap(YamlValue::flag).orElse(otherwise);
    }

    Duration duration(String key, Duration most, Duration otherwise) {
        return get(key).flatMap(yamlValue -> yamlValue.duration(most)).orElse(otherwise);
    }
}
