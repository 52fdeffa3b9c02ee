/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import com.artemis.utils.IntBag;
import dev.triune.component.Layer;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Fills every field of an object with a value that differs from its default, and prints the
 * contents of an object field by field. Fails on a field whose type has no rule.
 */
final class ComponentFiller {
    private static final String[] WORDS = {
        "null",
        "true",
        "17",
        "",
        " a space, {\"json\": [1]}",
        "a: b // c",
        "äöü 漢字 \uD83D\uDE00",
        "line\nbreak\ttab \\ \"quoted\" 'single'",
        "class",
        "0x1f",
        "-1e5",
        "\u0001\u2028"
    };

    private final IntBag entities;
    private int next = 1;

    ComponentFiller(IntBag entities) {
        this.entities = entities;
    }

    /** Fills all fields but static and transient ones, private and final ones included. */
    void fill(Object object) throws ReflectiveOperationException {
        for (Field field : fields(object.getClass())) {
            Object before = field.get(object);
            if (before instanceof Collection<?> && !Modifier.isFinal(field.getModifiers())) {
                before = new ArrayList<>(); // instead of the shared empty list
                field.set(object, before);
            }
            if (before instanceof Collection<?>
                    || before instanceof Map<?, ?>
                    || before instanceof IntBag) {
                fillInPlace(field, before);
            } else if (field.getType().isArray()) {
                if (Array.getLength(before) == 0) { // without room as long as nothing is in it
                    before = Array.newInstance(field.getType().getComponentType(), Layer.COUNT);
                    field.set(object, before);
                }
                fillInPlace(field, before);
            } else {
                field.set(object, another(field.getType(), before));
            }
        }
    }

    /** The contents of an object as text; entities are shown as their index among all entities. */
    static String contents(@Nullable Object object, IntBag entities)
            throws ReflectiveOperationException {
        if (object == null
                || object instanceof String
                || object instanceof Enum<?>
                || object instanceof Number
                || object instanceof Boolean) {
            return object + "";
        }
        StringJoiner words = new StringJoiner(", ", "[", "]");
        if (object instanceof IntBag bag) {
            for (int i = 0; i < bag.size(); i++) {
                words.add("#" + entities.indexOf(bag.get(i)));
            }
        } else if (object instanceof Collection<?> items) {
            for (Object item : items) {
                words.add(contents(item, entities));
            }
        } else if (object instanceof Map<?, ?> map) {
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                words.add(entry.getKey() + "=" + contents(entry.getValue(), entities));
            }
        } else if (object.getClass().isArray()) {
            for (int i = 0; i < Array.getLength(object); i++) {
                words.add(Array.get(object, i).toString());
            }
        } else {
            for (Field field : fields(object.getClass())) {
                words.add(field.getName() + "=" + contents(field.get(object), entities));
            }
        }
        return words.toString();
    }

    static List<Field> fields(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> at = type; at.getName().startsWith("dev.triune."); at = at.getSuperclass()) {
            for (Field field : at.getDeclaredFields()) {
                boolean kept = !Modifier.isStatic(field.getModifiers())
                        && !Modifier.isTransient(field.getModifiers())
                        && !field.isSynthetic();
                if (kept) {
                    field.setAccessible(true);
                    fields.add(field);
                }
            }
        }
        return fields;
    }

    @SuppressWarnings("unchecked")
    private void fillInPlace(Field field, Object holder) throws ReflectiveOperationException {
        if (holder instanceof IntBag bag) {
            for (int i = entities.size() - 1; i >= 0; i--) {
                bag.add(entities.get(i));
            }
        } else if (holder instanceof Collection<?> collection) {
            Class<?> item = argument(field, 0);
            for (int i = 0; i < 3; i++) {
                ((Collection<Object>) collection).add(another(item, null));
            }
        } else if (holder instanceof Map<?, ?> map) {
            for (int i = 0; i < 3; i++) {
                ((Map<Object, Object>) map).put("key " + next, another(argument(field, 1), null));
            }
        } else {
            for (int i = 0; i < Array.getLength(holder); i++) {
                Array.set(
                        holder,
                        i,
                        another(holder.getClass().getComponentType(), Array.get(holder, i)));
            }
        }
    }

    private static Class<?> argument(Field field, int place) {
        Type argument =
                ((ParameterizedType) field.getGenericType()).getActualTypeArguments()[place];
        return (Class<?>) argument;
    }

    private Object another(Class<?> type, @Nullable Object before)
            throws ReflectiveOperationException {
        next++;
        if (type == boolean.class) {
            return !Boolean.TRUE.equals(before);
        } else if (type == int.class) {
            return Integer.MAX_VALUE - next;
        } else if (type == long.class) {
            return Long.MAX_VALUE - next;
        } else if (type == float.class) {
            return 1 / 3f + next;
        } else if (type == String.class) {
            return WORDS[next % WORDS.length].isEmpty() && "".equals(before)
                    ? "not empty"
                    : WORDS[next % WORDS.length];
        } else if (type.isEnum()) {
            Object[] all = type.getEnumConstants();
            return all[all.length - 1].equals(before) ? all[0] : all[all.length - 1];
        } else if (type.getName().startsWith("dev.triune.")) {
            Constructor<?> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            Object object = constructor.newInstance();
            fill(object);
            return object;
        }
        throw new AssertionError("no rule for a field of " + type + ": can it be saved?");
    }
}
