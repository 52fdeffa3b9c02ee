/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.plan;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One action of a plan, checked against the {@link ActionCatalog}. Immutable, and no record: savers
 * of worlds, which fill fields, could not load one.
 *
 * <p>Arguments are kept as text, in declared order; {@link #whole}, {@link #decimal} and
 * {@link #flag} read it. A game that declares its actions as records gets them from
 * {@link ActionCatalog#action}.
 */
public final class Step {
    private final String type;
    private final Map<String, String> arguments;

    /** For loaders. */
    @SuppressWarnings("unused")
    private Step() {
        this("", Map.of());
    }

    private Step(String type, Map<String, String> arguments) {
        this.type = type;
        this.arguments = new LinkedHashMap<>(arguments);
    }

    /** A step without arguments. */
    public static Step of(String type) {
        return new Step(Objects.requireNonNull(type), Map.of());
    }

    /**
     * The same step with one more argument, behind the others, or with another value of one that it
     * has, in its place.
     *
     * @param value a text, a number or a Boolean
     */
    public Step with(String field, Object value) {
        Step more = new Step(type, arguments);
        more.arguments.put(field, value.toString());
        return more;
    }

    /** The name of the action. */
    public String type() {
        return type;
    }

    /** All arguments as text; cannot be changed. */
    public Map<String, String> arguments() {
        return Collections.unmodifiableMap(arguments);
    }

    /** That argument as text; empty if it was left out. */
    public String text(String field) {
        return arguments.getOrDefault(field, "");
    }

    /** That argument as a whole number, or what to take if it was left out. */
    public int whole(String field, int ifAbsent) {
        String value = arguments.get(field);
        return value == null ? ifAbsent : Integer.parseInt(value);
    }

    /** The same for numbers that may be beyond an int. */
    public long whole(String field, long ifAbsent) {
        String value = arguments.get(field);
        return value == null ? ifAbsent : Long.parseLong(value);
    }

    /** That argument as a number, or what to take if it was left out. */
    public double decimal(String field, double ifAbsent) {
        String value = arguments.get(field);
        return value == null ? ifAbsent : Double.parseDouble(value);
    }

    /** That argument as yes or no, or what to take if it was left out. */
    public boolean flag(String field, boolean ifAbsent) {
        String value = arguments.get(field);
        return value == null ? ifAbsent : Boolean.parseBoolean(value);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Step step
                && type.equals(step.type)
                && arguments.equals(step.arguments);
    }

    @Override
    public int hashCode() {
        return 31 * type.hashCode() + arguments.hashCode();
    }

    /** For people: {@code gather wood 20}. */
    @Override
    public String toString() {
        StringBuilder words = new StringBuilder(type);
        arguments.values().forEach(value -> words.append(' ').append(value));
        return words.toString();
    }
}
