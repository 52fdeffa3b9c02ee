/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.config;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A mapping of the file whose keys are known. What it does not know is a problem. */
final class Section {
    /** The longest of times that nothing else limits. */
    static final Duration YEAR = Duration.ofDays(365);

    private final Value at;
    private final List<String> keys;
    private final Map<String, Value> values = new LinkedHashMap<>();

    Section(Value at, List<String> keys, Map<String, Value> all) {
        this.at = at;
        this.keys = List.copyOf(keys);
        all.forEach((key, value) -> {
            if (keys.contains(key)) {
                values.put(key, value);
            } else {
                refuse(key, value);
            }
        });
    }

    private void refuse(String key, Value value) {
        String place = at.path().isEmpty() ? "" : at.path() + ".";
        value.at(place + Shown.unknown(key)).problem("unknown key " + Nearest.remedy(key, keys));
    }

    /** Where the section stands. */
    Value at() {
        return at;
    }

    /** The keys that the file has. */
    Set<String> keys() {
        return Collections.unmodifiableSet(values.keySet());
    }

    /** The value of a key, if the file has it. */
    Optional<Value> get(String key) {
        if (!keys.contains(key)) {
            throw new IllegalArgumentException("key " + key + " is not in the table of keys");
        }
        return Optional.ofNullable(values.get(key));
    }

    /** The first of two names of the same thing; having both is a problem. */
    Optional<Value> either(String key, String other) {
        if (get(key).isPresent()) {
            get(other)
                    .ifPresent(value ->
                            value.problem("says the same as " + key + " (expected one of them)"));
        }
        return get(key).or(() -> get(other));
    }

    /** The value of a key that the section cannot do without. */
    Optional<Value> needed(String key, String expected) {
        Optional<Value> value = get(key);
        if (value.isEmpty()) {
            at.problem("has no " + key + " (expected " + expected + ")");
        }
        return value;
    }

    /** The section at a key, if the file has it. */
    Optional<Section> section(String key, String section) {
        return get(key).map(value -> value.section(section));
    }

    /** The names below a key; none if the file does not have it. */
    Map<String, Value> named(String key) {
        return get(key).map(Value::named).orElse(Map.of());
    }

    Optional<String> text(String key) {
        return get(key).flatMap(Value::text);
    }

    List<String> texts(String key) {
        return get(key).map(Value::texts).orElse(List.of());
    }

    int whole(String key, int least, int most, int otherwise) {
        return get(key).flatMap(value -> value.whole(least, most)).orElse(otherwise);
    }

    boolean flag(String key, boolean otherwise) {
        return get(key).flatMap(Value::flag).orElse(otherwise);
    }

    Duration duration(String key, Duration most, Duration otherwise) {
        return get(key).flatMap(value -> value.duration(most)).orElse(otherwise);
    }
}
