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
import dev.triune.internal.inject.GameObjects;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The references of components to entities while a save is written. Artemis follows them all, those
 * of transient components and fields too, and cannot load what leads nowhere; so these are hidden
 * from it until the save is written. Game thread only.
 */
final class SavedReferences implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(MindSaves.class.getName());
    private static final int NOBODY = -1;

    /** A field that Artemis follows. */
    private record Reference(
            ComponentMapper<? extends Component> mapper, Field field, boolean saved) {
        String name() {
            return field.getDeclaringClass().getName() + "." + field.getName();
        }
    }

    private final World world;
    private final List<Reference> references = new ArrayList<>();
    private final List<ComponentMapper<? extends Component>> saved = new ArrayList<>();
    private final List<ComponentMapper<? extends Component>> passing = new ArrayList<>();
    private final BitSet found = new BitSet();
    private final List<Runnable> undo = new ArrayList<>();
    private final Set<Reference> said = new HashSet<>();

    /**
     * Hides what a save of some entities cannot hold, until {@link #close}.
     *
     * @throws IllegalStateException if a component has a reference that no save can hold
     */
    SavedReferences(World world, IntBag entities) {
        this.world = world;
        for (ComponentType type : world.getComponentManager().getComponentTypes()) {
            inspect(type.getType());
        }
        try {
            follow(entities);
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    private void inspect(Class<? extends Component> type) {
        boolean passes = type.isAnnotationPresent(Transient.class);
        ComponentMapper<? extends Component> mapper = world.getMapper(type);
        (passes ? passing : saved).add(mapper);
        for (Field field : type.getDeclaredFields()) {
            if (refers(field) && !Modifier.isStatic(field.getModifiers())) {
                boolean kept = !passes && !Modifier.isTransient(field.getModifiers());
                references.add(new Reference(mapper, field, kept));
            }
        }
    }

    /** Whether Artemis takes a field for references. */
    private static boolean refers(Field field) {
        Class<?> type = field.getType();
        boolean marked = field.isAnnotationPresent(EntityId.class);
        return type == Entity.class
                || type == Bag.class
                || (marked && (type == int.class || type == IntBag.class));
    }

    /** Returns the ids of all entities that the save will hold. */
    IntBag entities() {
        IntBag all = new IntBag();
        found.stream().forEach(all::add);
        return all;
    }

    private void follow(IntBag entities) {
        IntBag open = new IntBag();
        for (int i = 0; i < entities.size(); i++) {
            meet(entities.get(i), open);
        }
        for (int i = 0; i < open.size(); i++) {
            for (Reference reference : references) {
                Component component = reference.mapper.get(open.get(i));
                if (component != null) {
                    requireSavable(reference);
                    follow(reference, component, open);
                }
            }
        }
    }

    private void meet(int entity, IntBag open) {
        if (!found.get(entity)) {
            found.set(entity);
            open.add(entity);
        }
    }

    private void follow(Reference reference, Component component, IntBag open) {
        IntPredicate leadsOn = id -> {
            boolean leads = reference.saved && isSaved(reference, id);
            if (leads) {
                meet(id, open);
            }
            return leads;
        };
        Object value = get(reference.field, component);
        if (value instanceof Integer id && id != NOBODY && !leadsOn.test(id)) {
            replace(reference.field, component, id, NOBODY);
        } else if (value instanceof Entity entity && !leadsOn.test(entity.getId())) {
            replace(reference.field, component, entity, null);
        } else if (value instanceof IntBag bag) {
            keepOnly(bag, leadsOn);
        } else if (value instanceof Bag<?> bag) {
            keepOnly(reference, bag, leadsOn);
        } else if (value == null && reference.field.getType() != Entity.class) {
            boolean ids = reference.field.getType() == IntBag.class;
            replace(reference.field, component, null, ids ? new IntBag() : new Bag<>());
        }
    }

    /** Whether a save will hold an entity; says so once for each field if it will not. */
    private boolean isSaved(Reference reference, int id) {
        if (id >= 0 && (found.get(id) || hasAny(saved, id))) {
            return true;
        }
        boolean known = id < NOBODY || hasAny(passing, id); // else it has died
        if (known && said.add(reference)) {
            LOG.warning(reference.name() + " refers to the entity " + id
                    + (id < 0 ? ", which none can be" : ", which has no component that is saved")
                    + ": it will refer to none after a load (expected -1, or an entity with a"
                    + " component without @Transient)");
        }
        return false;
    }

    private static boolean hasAny(List<ComponentMapper<? extends Component>> mappers, int id) {
        for (int i = 0; i < mappers.size(); i++) {
            if (GameObjects.find(mappers.get(i), id) != null) {
                return true;
            }
        }
        return false;
    }

    private void keepOnly(IntBag bag, IntPredicate leadsOn) {
        IntBag all = new IntBag();
        all.addAll(bag);
        undo.add(() -> {
            bag.setSize(0);
            bag.addAll(all);
        });
        bag.setSize(0);
        for (int i = 0; i < all.size(); i++) {
            if (leadsOn.test(all.get(i))) {
                bag.add(all.get(i));
            }
        }
    }

    /** Keeps the entities of a bag, as Artemis reads whatever one holds as entities. */
    private void keepOnly(Reference reference, Bag<?> bag, IntPredicate leadsOn) {
        Bag<Object> own = cast(bag);
        List<Object> all = new ArrayList<>();
        own.forEach(all::add);
        undo.add(() -> {
            own.clear();
            all.forEach(own::add);
        });
        own.clear();
        for (Object item : all) {
            if (item instanceof Entity entity && leadsOn.test(entity.getId())) {
                own.add(item);
            } else if (reference.saved
                    && item != null
                    && !(item instanceof Entity)
                    && said.add(reference)) {
                LOG.warning(
                        reference.name() + " is a Bag with a " + item.getClass().getName()
                                + ", which Artemis's serializer reads as an entity: it is left out of the"
                                + " save (use a list, or mark the field as transient)");
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static Bag<Object> cast(Bag<?> bag) {
        return (Bag<Object>) bag;
    }

    private void replace(
            Field field, Component component, @Nullable Object value, @Nullable Object until) {
        set(field, component, until);
        undo.add(() -> set(field, component, value));
    }

    /** Refuses a field that Artemis cannot read, or cannot set when it loads. */
    private static void requireSavable(Reference reference) {
        Field field = reference.field;
        Class<?> owner = field.getDeclaringClass();
        if (!Modifier.isPublic(field.getModifiers()) || !Modifier.isPublic(owner.getModifiers())) {
            throw new IllegalStateException(reference.name()
                    + " refers to entities, but Artemis's serializer cannot read it (make the field"
                    + " and its class public, or remove @EntityId): nothing was saved");
        }
        if (Modifier.isTransient(field.getModifiers())
                && !owner.isAnnotationPresent(Transient.class)) {
            Object first = firstValue(field, owner);
            if ((first == null && field.getType() != Entity.class)
                    || (first instanceof Integer id && id != NOBODY)) {
                throw new IllegalStateException("the transient field " + reference.name() + " is "
                        + first + " unless set, which Artemis's serializer takes for an entity when"
                        + " it loads (expected "
                        + (field.getType() == int.class ? "= -1" : "an empty bag")
                        + " where it is declared, or no @EntityId): nothing was saved");
            }
        }
    }

    /** Returns what a field holds in a new component. */
    private static @Nullable Object firstValue(Field field, Class<?> owner) {
        try {
            Constructor<?> constructor = owner.getDeclaredConstructor();
            constructor.setAccessible(true);
            return get(field, constructor.newInstance());
        } catch (NoSuchMethodException
                | InstantiationException
                | IllegalAccessException
                | InvocationTargetException e) {
            throw new IllegalStateException(
                    "the component " + owner.getName() + " cannot be created", e);
        }
    }

    private static @Nullable Object get(Field field, Object component) {
        try {
            return field.get(component);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e); // it is public
        }
    }

    private static void set(Field field, Component component, @Nullable Object value) {
        try {
            field.set(component, value);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e); // it is public; a final one has no other value
        }
    }

    /** Sets all references as they were. */
    @Override
    public void close() {
        for (int i = undo.size() - 1; i >= 0; i--) {
            undo.get(i).run();
        }
        undo.clear();
    }
}
