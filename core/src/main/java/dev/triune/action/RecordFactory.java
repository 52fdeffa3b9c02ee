/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import dev.triune.action.Step.InvalidStepException;
import dev.triune.internal.text.BoundedText;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Creates the records of an action from its steps. Immutable and thread-safe. */
record RecordFactory(Class<?> type, Constructor<?> constructor, List<RecordParameter> parameters) {
    /** The maximum number of characters of a record's own message that a model reads. */
    private static final int LONGEST_REASON = 60;

    /**
     * A component of the record: it gets an argument of the step, or a default if that is missing.
     */
    record RecordParameter(
            String field, Class<?> kind, @Nullable Object ifAbsent) {
        @Nullable
        Object valueFrom(Step step) {
            String text = step.arguments().get(field);
            return text == null ? ifAbsent : value(kind, text);
        }
    }

    /**
     * Creates the record of a step that the catalog has validated; its constructor may reject the
     * values.
     */
    public Object create(Step step) throws InvalidStepException {
        Object[] values = parameters.stream()
                .map(recordParameter -> recordParameter.valueFrom(step))
                .toArray();
        try {
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            String message = e.getCause() == null ? null : e.getCause().getMessage();
            String why = BoundedText.of(message == null ? "" : message, LONGEST_REASON);
            throw new InvalidStepException(
                    words -> "",
                    why.isEmpty() ? Wording.Text.NOT_TOGETHER : Wording.Text.NOT_TOGETHER_AS,
                    why);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type.getName() + " cannot be made", e);
        }
    }

    /** Converts an argument of a step to the type of a component. */
    static Object value(Class<?> kind, String text) {
        if (kind == int.class || kind == Integer.class) {
            return Integer.valueOf(text);
        }
        if (kind == long.class || kind == Long.class) {
            return Long.valueOf(text);
        }
        if (kind == float.class || kind == Float.class) {
            return Float.valueOf(text);
        }
        if (kind == double.class || kind == Double.class) {
            return Double.valueOf(text);
        }
        if (kind == boolean.class || kind == Boolean.class) {
            return Boolean.valueOf(text);
        }
        return kind.isEnum() ? constant(kind, text) : text;
    }

    private static Object constant(Class<?> kind, String text) {
        for (Object constant : kind.getEnumConstants()) {
            if (RecordComponentReader.word((Enum<?>) constant).equals(text)) {
                return constant;
            }
        }
        throw new IllegalArgumentException(kind.getName() + " has no " + text);
    }
}
