/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.testsupport;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds the values of a record of records on which a text does not depend. */
public final class RecordVariants {
    private RecordVariants() {}

    /** A copy with another value at a path, such as {@code vitals.hunger}. */
    private record Variant(String path, Object value) {}

    /**
     * Returns the paths of values that can change without changing the result of a function. Each
     * list, set and map must have an entry; what is null has no path.
     */
    public static <R extends Record> Set<String> unused(R original, Function<R, ?> function)
            throws ReflectiveOperationException {
        Object result = function.apply(original);
        Set<String> all = new TreeSet<>();
        Set<String> used = new TreeSet<>();
        for (Variant variant : variants(original)) {
            all.add(variant.path());
            @SuppressWarnings("unchecked")
            R other = (R) variant.value();
            if (!function.apply(other).equals(result)) {
                used.add(variant.path());
            }
        }
        all.removeAll(used);
        return all;
    }

    /** Returns copies of a record, each of which differs in one value. */
    private static List<Variant> variants(Record original) throws ReflectiveOperationException {
        RecordComponent[] components = original.getClass().getRecordComponents();
        @Nullable Object[] values = new @Nullable Object[components.length];
        for (int i = 0; i < values.length; i++) {
            components[i].getAccessor().setAccessible(true);
            values[i] = components[i].getAccessor().invoke(original);
        }
        Constructor<?> constructor = original.getClass()
                .getDeclaredConstructor(Stream.of(components)
                        .map(RecordComponent::getType)
                        .toArray(Class<?>[]::new));
        constructor.setAccessible(true);
        List<Variant> variants = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            for (Variant other : others(components[i].getName(), values[i])) {
                @Nullable Object[] changed = values.clone();
                changed[i] = other.value();
                variants.add(new Variant(other.path(), constructor.newInstance(changed)));
            }
        }
        return variants;
    }

    /** Returns other values of the same type; of a collection, those with another first entry. */
    private static List<Variant> others(String name, @Nullable Object value)
            throws ReflectiveOperationException {
        if (value == null) {
            return List.of();
        }
        if (value instanceof Record inner) {
            return variants(inner).stream()
                    .map(each -> new Variant(name + "." + each.path(), each.value()))
                    .toList();
        }
        if (value instanceof Map<?, ?> map) {
            List<Variant> variants = new ArrayList<>();
            Object key = map.keySet().iterator().next();
            for (Variant other : others(name, map.get(key))) {
                Map<Object, Object> changed = new LinkedHashMap<>(map);
                changed.put(key, other.value());
                variants.add(new Variant(other.path(), changed));
            }
            return variants;
        }
        if (value instanceof Iterable<?> items) {
            boolean set = value instanceof Set;
            return others(name, items.iterator().next()).stream()
                    .map(each -> new Variant(
                            each.path(), set ? Set.of(each.value()) : List.of(each.value())))
                    .toList();
        }
        return simple(value).stream().map(each -> new Variant(name, each)).toList();
    }

    private static List<Object> simple(Object value) {
        if (value instanceof Float) {
            return List.of(0f, 1f);
        }
        if (value instanceof Integer number) {
            return List.of(number + 1);
        }
        if (value instanceof Long number) {
            return List.of(number + 1_000_000);
        }
        if (value instanceof Boolean flag) {
            return List.of(!flag);
        }
        if (value instanceof Enum<?> constant) {
            Object[] all = constant.getDeclaringClass().getEnumConstants();
            return List.of(all[(constant.ordinal() + 1) % all.length]);
        }
        return List.of(value + "!");
    }
}
