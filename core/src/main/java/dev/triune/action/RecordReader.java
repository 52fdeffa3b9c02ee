/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import dev.triune.internal.text.NameNormalizer;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Turns the records of a game into actions. */
final class RecordReader {
    private RecordReader() {}

    /**
     * Returns the action of a record, or those of all records that a sealed interface permits, in
     * order.
     */
    public static List<ActionType> actions(Class<?> declared) {
        Set<Class<?>> records = new LinkedHashSet<>();
        collect(declared, records);
        if (records.isEmpty()) {
            throw new IllegalArgumentException(
                    declared.getName() + " permits no records (declare one for each action)");
        }
        return records.stream().map(RecordReader::action).toList();
    }

    private static ActionType action(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        List<RecordFactory.RecordParameter> parameters = new ArrayList<>();
        Constructor<?> constructor = constructor(type);
        RecordComponent[] components = type.getRecordComponents();
        for (int i = 0; i < components.length; i++) {
            RecordComponentReader.ComponentMapping mapping =
                    new RecordComponentReader(components[i], constructor.getParameters()[i]).read();
            fields.add(mapping.field());
            parameters.add(mapping.slot());
        }
        RecordFactory recordFactory = new RecordFactory(type, constructor, List.copyOf(parameters));
        try {
            return typeOf(type, fields, recordFactory);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(type.getName() + ": " + e.getMessage(), e);
        }
    }

    private static ActionType typeOf(Class<?> type, List<Field> fields, RecordFactory factory) {
        Named named = type.getAnnotation(Named.class);
        Help help = type.getAnnotation(Help.class);
        Synonyms synonyms = type.getAnnotation(Synonyms.class);
        return new ActionType(
                named == null ? NameNormalizer.snakeCase(type.getSimpleName()) : named.value(),
                help == null ? "" : help.value(),
                fields,
                synonyms == null ? List.of() : List.of(synonyms.value()),
                List.of(),
                type.isAnnotationPresent(InConversation.class),
                factory);
    }

    private static void collect(Class<?> declared, Set<Class<?>> records) {
        if (declared.isRecord()) {
            records.add(declared);
            return;
        }
        if (!declared.isInterface() || !declared.isSealed()) {
            throw new IllegalArgumentException(declared.getName()
                    + " is neither a record nor a sealed interface (declare it as one of them; a data class of Kotlin"
                    + " needs @JvmRecord)");
        }
        for (Class<?> permitted : declared.getPermittedSubclasses()) {
            collect(permitted, records);
        }
    }

    private static Constructor<?> constructor(Class<?> type) {
        Class<?>[] kinds = Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        try {
            return opened(type, type.getDeclaredConstructor(kinds));
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(type.getName() + " has no canonical constructor", e);
        }
    }

    /** Makes a constructor accessible: records are often nested and not public. */
    private static Constructor<?> opened(Class<?> type, Constructor<?> canonical) {
        try {
            canonical.setAccessible(true);
            return canonical;
        } catch (RuntimeException e) { // InaccessibleObjectException does not exist on Android
            throw new IllegalArgumentException(
                    type.getName() + " cannot be made from here (open its package in the module"
                            + " declaration, to dev.triune.core)",
                    e);
        }
    }
}
