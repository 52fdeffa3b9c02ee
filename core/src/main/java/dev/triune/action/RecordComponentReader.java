/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import dev.triune.action.Step.InvalidStepException;
import dev.triune.internal.text.NameNormalizer;
import java.lang.annotation.Annotation;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Turns a component of a record into a field, and validates its annotations. */
final class RecordComponentReader {
    private static final Set<Class<?>> WHOLE =
            Set.of(int.class, Integer.class, long.class, Long.class);
    private static final Set<Class<?>> DECIMAL =
            Set.of(double.class, Double.class, float.class, Float.class);
    private static final Set<Class<?>> FLAG = Set.of(boolean.class, Boolean.class);

    /** A component as a field of answers, and as a parameter of the record's constructor. */
    record ComponentMapping(Field field, RecordFactory.RecordParameter slot) {}

    private final RecordComponent component;
    private final Parameter parameter;
    private final Class<?> kind;

    /**
     * Creates a reader of a component and of its constructor parameter, which has the annotations
     * in Kotlin.
     */
    RecordComponentReader(RecordComponent component, Parameter parameter) {
        this.component = component;
        this.parameter = parameter;
        this.kind = component.getType();
    }

    /** Returns the form of an enum constant in answers. */
    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    ComponentMapping read() {
        try {
            requireAt(Visible.class, kind == String.class, "a String");
            requireAt(OneOf.class, kind == String.class, "a String");
            requireAt(Range.class, WHOLE.contains(kind) || DECIMAL.contains(kind), "a number");
            Field field = field();
            return new ComponentMapping(field, recordParameter(field));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    component.getDeclaringRecord().getName() + ", component " + component.getName()
                            + ": " + e.getMessage(),
                    e);
        }
    }

    private <A extends Annotation> @Nullable A annotation(Class<A> type) {
        A found = component.getAnnotation(type);
        return found == null ? parameter.getAnnotation(type) : found;
    }

    private Field field() {
        Help help = annotation(Help.class);
        Synonyms synonyms = annotation(Synonyms.class);
        Named named = annotation(Named.class);
        String name = named == null ? component.getName() : named.value();
        return fieldWithoutKey(name)
                .with(new Field.Key(
                        name,
                        annotation(Default.class) == null,
                        help == null ? "" : help.value(),
                        synonyms == null ? List.of() : List.of(synonyms.value())));
    }

    private RecordFactory.RecordParameter recordParameter(Field field) {
        Default defaultValue = annotation(Default.class);
        return new RecordFactory.RecordParameter(
                field.name(),
                kind,
                defaultValue == null
                        ? null
                        : defaultWhenAbsent(field, defaultValue.value().strip()));
    }

    private Field fieldWithoutKey(String name) {
        if (WHOLE.contains(kind)) {
            return whole(name);
        }
        if (DECIMAL.contains(kind)) {
            return decimal(name);
        }
        if (FLAG.contains(kind)) {
            return Field.flag(name);
        }
        if (kind.isEnum()) {
            return constants(name);
        }
        if (kind == String.class) {
            return words(name);
        }
        throw new IllegalArgumentException(
                kind.getTypeName() + " is no type of a field (choose String, int, long, float,"
                        + " double, boolean or an enum)");
    }

    private Field words(String name) {
        Visible visible = annotation(Visible.class);
        OneOf oneOf = annotation(OneOf.class);
        if (visible != null && oneOf != null) {
            throw new IllegalArgumentException("both @Visible and @OneOf (choose one)");
        }
        if (visible != null) {
            return Field.target(name, visible.value());
        }
        return oneOf == null ? Field.text(name) : Field.oneOf(name, oneOf.value());
    }

    private Field whole(String name) {
        boolean isInt = kind == int.class || kind == Integer.class;
        long typeMin = isInt ? Integer.MIN_VALUE : Long.MIN_VALUE;
        long typeMax = isInt ? Integer.MAX_VALUE : Long.MAX_VALUE;
        Range range = annotation(Range.class);
        if (range == null) {
            return Field.whole(name, typeMin, typeMax);
        }
        boolean hasMin = range.min() != Double.NEGATIVE_INFINITY;
        boolean hasMax = range.max() != Double.POSITIVE_INFINITY;
        return Field.whole(
                name,
                hasMin ? wholeBound(range.min(), typeMin, typeMax) : typeMin,
                hasMax ? wholeBound(range.max(), typeMin, typeMax) : typeMax);
    }

    private long wholeBound(double bound, long typeMin, long typeMax) {
        if (bound < typeMin || bound > typeMax || bound % 1 != 0) {
            throw new IllegalArgumentException("@Range " + NameNormalizer.number(bound) + " is no "
                    + kind.getSimpleName() + " (choose a whole number that it can hold)");
        }
        return (long) bound;
    }

    private Field decimal(String name) {
        boolean isFloat = kind == float.class || kind == Float.class;
        double typeMax = isFloat ? Float.MAX_VALUE : Double.MAX_VALUE;
        Range range = annotation(Range.class);
        double min = range == null ? -typeMax : Math.max(-typeMax, range.min());
        double max = range == null ? typeMax : Math.min(typeMax, range.max());
        return Field.decimal(name, min, max);
    }

    private Field constants(String name) {
        Object[] constants = kind.getEnumConstants();
        Field.Choice choice = Field.oneOf(
                name,
                Arrays.stream(constants).map(each -> word((Enum<?>) each)).toArray(String[]::new));
        for (Object each : constants) {
            Synonyms others = synonyms((Enum<?>) each);
            choice = others == null ? choice : choice.orWords(word((Enum<?>) each), others.value());
        }
        return choice;
    }

    private @Nullable Synonyms synonyms(Enum<?> constant) {
        try {
            return kind.getField(constant.name()).getAnnotation(Synonyms.class);
        } catch (NoSuchFieldException e) {
            throw new IllegalArgumentException("constant " + constant.name() + " is not there");
        }
    }

    private @Nullable Object defaultWhenAbsent(Field field, String value) {
        if (!value.isEmpty()) {
            return RecordFactory.value(kind, defaultOf(field, value));
        }
        if (field instanceof Field.Whole whole && kind.isPrimitive()) {
            long nearest = Math.max(whole.min(), Math.min(whole.max(), 0));
            return RecordFactory.value(kind, Long.toString(nearest));
        }
        if (field instanceof Field.Decimal decimal && kind.isPrimitive()) {
            double nearest = Math.max(decimal.min(), Math.min(decimal.max(), 0));
            return RecordFactory.value(kind, Double.toString(nearest));
        }
        if (kind == boolean.class) {
            return false;
        }
        return kind == String.class ? "" : null;
    }

    /** Returns the default value of the annotation, which must be valid without corrections. */
    private String defaultOf(Field field, String value) {
        try {
            Corrections corrections = new Corrections();
            String read = String.valueOf(ArgumentParser.read(field, value, corrections));
            String numeric = field instanceof Field.Decimal
                    ? NameNormalizer.number(Double.parseDouble(read))
                    : read;
            String changed = corrections.toString();
            boolean asText = !(field instanceof Field.Choice)
                    && changed.equals(field.name() + " read as " + numeric);
            if (changed.isEmpty() || asText) {
                return read;
            }
        } catch (InvalidStepException e) {
            throw new IllegalArgumentException("@Default \"" + value + "\": " + e.reason());
        }
        throw new IllegalArgumentException(
                "@Default \"" + value + "\" (expected " + field.values() + ")");
    }

    private void requireAt(Class<? extends Annotation> type, boolean fits, String what) {
        if (annotation(type) != null && !fits) {
            throw new IllegalArgumentException("@" + type.getSimpleName() + " is for " + what
                    + ", not for " + kind.getSimpleName() + " (take it away)");
        }
    }
}
