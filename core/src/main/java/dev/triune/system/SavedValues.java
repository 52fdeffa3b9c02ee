/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import com.artemis.Component;
import com.artemis.ComponentMapper;
import com.artemis.ComponentType;
import com.artemis.Entity;
import com.artemis.World;
import com.artemis.annotations.EntityId;
import com.artemis.annotations.Transient;
import com.artemis.utils.Bag;
import com.artemis.utils.IntBag;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Warns of objects in components that most serializers write but cannot create: better when they are
 * saved than when the save is needed. Game thread only.
 */
final class SavedValues {
    private static final Logger LOG = Logger.getLogger(MindSaves.class.getName());
    private static final int DEEPEST = 6;

    /** The most values of one component that are looked at. */
    private static final int MOST = 1_000;

    private static final Set<Class<?>> PLAIN = Set.of(
            String.class,
            Boolean.class,
            Character.class,
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            Class.class,
            Entity.class,
            IntBag.class,
            Bag.class);

    /** New objects of classes, whose values serializers leave out of a save. */
    private final Map<Class<?>, Optional<Object>> fresh = new HashMap<>();

    private int left;

    /** Warns once of each component that a save of some entities may not bring back. */
    void warn(World world, IntBag entities) {
        for (ComponentType type : world.getComponentManager().getComponentTypes()) {
            if (type.getType().isAnnotationPresent(Transient.class)) {
                continue;
            }
            ComponentMapper<? extends Component> mapper = world.getMapper(type.getType());
            boolean used = false;
            Class<?> bare = null;
            for (int i = 0; bare == null && i < entities.size(); i++) {
                Component component = mapper.get(entities.get(i));
                used |= component != null;
                left = MOST;
                bare = component == null ? null : inFields(component, 0);
            }
            if (bare != null) {
                LOG.warning("the save has a " + bare.getName() + " of the component "
                        + type.getType().getName() + ", which the serializer may not be able to"
                        + " load, because it has no constructor without arguments (add one;"
                        + " or mark the component with Artemis's @Transient, or register a"
                        + " serializer for that class)");
            }
            if (used) {
                warnOfLostReferences(type.getType());
            }
        }
    }

    private static void warnOfLostReferences(Class<?> component) {
        for (Class<?> type = component; type != Component.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                boolean known = field.getType() == int.class || field.getType() == IntBag.class;
                if (field.isAnnotationPresent(EntityId.class)
                        && !Modifier.isStatic(field.getModifiers())
                        && (type != component || !known)) {
                    LOG.warning("the ids of entities in " + component.getName() + "."
                            + field.getName() + " will be wrong after a load, because Artemis finds"
                            + " them only as int and IntBag of a component's own class (expected"
                            + " such a field, not " + field.getType().getSimpleName()
                            + (type == component ? "" : " of " + type.getName()) + ")");
                }
            }
        }
    }

    private @Nullable Class<?> inFields(Object owner, int depth) {
        Object plain =
                fresh.computeIfAbsent(owner.getClass(), SavedValues::create).orElse(null);
        for (Class<?> type = owner.getClass(); type != null && type != Component.class; ) {
            for (Field field : type.getDeclaredFields()) {
                int modifiers = field.getModifiers();
                boolean saved = !Modifier.isStatic(modifiers)
                        && !Modifier.isTransient(modifiers)
                        && !field.getType().isPrimitive();
                Object value = saved ? valueOf(field, owner) : null;
                boolean asNew = plain != null && Objects.equals(value, valueOf(field, plain));
                Class<?> bare = value == null || asNew ? null : in(value, depth);
                if (bare != null) {
                    return bare;
                }
            }
            type = type.getSuperclass();
        }
        return null;
    }

    /** Returns the class of an object in a value that cannot be created. */
    private @Nullable Class<?> in(@Nullable Object value, int depth) {
        if (value == null || depth == DEEPEST || --left < 0) {
            return null;
        }
        Class<?> type = value.getClass();
        if (PLAIN.contains(type) || type.isEnum() || value instanceof Enum<?>) {
            return null;
        }
        if (type.isArray()) {
            int length = type.getComponentType().isPrimitive() ? 0 : Array.getLength(value);
            for (int i = 0; i < Math.min(length, MOST); i++) {
                Class<?> bare = in(Array.get(value, i), depth + 1);
                if (bare != null) {
                    return bare;
                }
            }
            return null;
        }
        if (!canBeCreated(type)) {
            return type;
        }
        if (value instanceof Map<?, ?> map) {
            return inAll(map.values(), depth);
        }
        if (value instanceof Collection<?> all) {
            return inAll(all, depth);
        }
        return isOfJava(type) ? null : inFields(value, depth + 1);
    }

    private @Nullable Class<?> inAll(Collection<?> values, int depth) {
        for (Object value : values) {
            Class<?> bare = in(value, depth + 1);
            if (bare != null || left < 0) {
                return bare;
            }
        }
        return null;
    }

    private static boolean isOfJava(Class<?> type) {
        return type.getName().startsWith("java.");
    }

    /** Whether a class has a name, and a constructor without arguments that can be called. */
    private static boolean canBeCreated(Class<?> type) {
        boolean open = !isOfJava(type) || Modifier.isPublic(type.getModifiers());
        if (!open || type.getName().indexOf('/') >= 0) { // of a lambda
            return false;
        }
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (constructor.getParameterCount() == 0
                    && (!isOfJava(type) || Modifier.isPublic(constructor.getModifiers()))) {
                return true;
            }
        }
        return false;
    }

    private static Optional<Object> create(Class<?> type) {
        try {
            Constructor<?> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return Optional.of(constructor.newInstance());
        } catch (ReflectiveOperationException | RuntimeException e) {
            return Optional.empty(); // then no value is left out
        }
    }

    private static @Nullable Object valueOf(Field field, Object owner) {
        try {
            field.setAccessible(true);
            return field.get(owner);
        } catch (IllegalAccessException | RuntimeException e) { // of a module that is not open
            return null; // the serializer says what it thinks of it
        }
    }
}
