/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.plan;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One action of a plan, checked against the {@link ActionCatalog}. Immutable.
 *
 * @param type the name of the action
 * @param arguments text as {@link String}, whole numbers as {@link Long}; in declared order
 */
public record Step(String type, Map<String, Object> arguments) {
    /** Copies the arguments. */
    public Step {
        arguments = Collections.unmodifiableMap(new LinkedHashMap<>(arguments));
    }

    /** A step without arguments. */
    public static Step of(String type) {
        return new Step(type, Map.of());
    }

    /**
     * The same step with one more argument, behind the others.
     *
     * @param value a text or a whole number
     */
    public Step with(String field, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(arguments);
        more.put(field, value instanceof Integer whole ? Long.valueOf(whole) : value);
        return new Step(type, more);
    }

    /** That argument as text; empty if it was left out. */
    public String text(String field) {
        Object value = arguments.get(field);
        return value == null ? "" : value.toString();
    }

    /** That argument as a whole number, or what to take if it was left out. */
    public int whole(String field, int ifAbsent) {
        return arguments.get(field) instanceof Long value ? Math.toIntExact(value) : ifAbsent;
    }

    /** For people: {@code gather wood 20}. */
    @Override
    public String toString() {
        StringBuilder words = new StringBuilder(type);
        arguments.values().forEach(value -> words.append(' ').append(value));
        return words.toString();
    }
}
