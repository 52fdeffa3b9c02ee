/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/** A mapping of the file; keys become known when they are read. Not thread-safe. */
public final class YamlSection {
    private final YamlValue location;
    private final Map<String, YamlValue> values;
    private final Set<String> knownKeys = new LinkedHashSet<>();
    private final Set<String> ignoredKeys = new HashSet<>();

    YamlSection(YamlValue location) {
        this.location = location;
        this.values = location.entries();
    }

    public void expect(Collection<String> keys) {
        knownKeys.addAll(keys);
    }

    void ignore(String key) {
        ignoredKeys.add(key);
    }

    List<ConfigProblems.Problem> unknownKeys() {
        String place = location.path().isEmpty() ? "" : location.path() + ".";
        List<ConfigProblems.Problem> problems = new ArrayList<>();
        values.forEach((key, value) -> {
            if (!knownKeys.contains(key) && !ignoredKeys.contains(key)) {
                problems.add(value.withPath(place + SafeText.unknownKey(key))
                        .problem("unknown key " + KeySuggester.suggestion(key, knownKeys)));
            }
        });
        return problems;
    }

    public YamlValue location() {
        return location;
    }

    public Set<String> keys() {
        return Collections.unmodifiableSet(values.keySet());
    }

    public void throwIfInvalid() {
        location.throwIfInvalid();
    }

    public Optional<YamlValue> get(String key) {
        knownKeys.add(key);
        return Optional.ofNullable(values.get(key));
    }

    /** Returns the first of two keys with the same meaning; having both is a problem. */
    Optional<YamlValue> firstOf(String key, String other) {
        if (get(key).isPresent()) {
            get(other)
                    .ifPresent(value -> value.reportProblem(
                            "says the same as " + key + " (remove one of them)"));
        }
        return get(key).or(() -> get(other));
    }

    public Optional<YamlValue> required(String key, String expected) {
        Optional<YamlValue> value = get(key);
        if (value.isEmpty()) {
            location.reportProblem("has no " + key + " (expected " + expected + ")");
        }
        return value;
    }

    /** Returns the section below a key; an empty section if it is missing. */
    public YamlSection section(String key) {
        return get(key).orElseGet(() -> location.emptyMapping(key)).section();
    }

    /** Returns the sections by names that the file chooses; other values are reported. */
    public Map<String, YamlSection> sections() {
        Map<String, YamlSection> sections = new LinkedHashMap<>();
        expect(values.keySet());
        values.forEach((name, value) -> {
            if (value.checkMapping()) {
                sections.put(name, value.section());
            }
        });
        return sections;
    }

    Map<String, YamlValue> entries(String key) {
        return get(key).map(YamlValue::entries).orElse(Map.of());
    }

    List<String> texts(String key) {
        return get(key).map(YamlValue::texts).orElse(List.of());
    }

    boolean flag(String key, boolean otherwise) {
        return get(key).flatMap(YamlValue::flag).orElse(otherwise);
    }

    /**
     * Changes settings by the value of a key, if the file has it. The settings judge the value: if
     * they refuse it, that is a problem of the file, and they stay as they are.
     *
     * @param form reads the value, whatever its range
     */
    <S, T> S with(
            S settings,
            String key,
            Function<YamlValue, Optional<T>> form,
            BiFunction<S, T, S> change) {
        return get(key).map(value -> value.change(settings, form, change)).orElse(settings);
    }
}
