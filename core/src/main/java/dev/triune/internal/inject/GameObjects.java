/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.inject;

import com.artemis.Aspect;
import com.artemis.BaseSystem;
import com.artemis.Component;
import com.artemis.ComponentMapper;
import com.artemis.EntitySubscription;
import com.artemis.World;
import com.artemis.utils.IntBag;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Handles objects and entity ids that come from a game. */
public final class GameObjects {
    private GameObjects() {}

    /**
     * Returns a component of an entity id from a game; null if the component or the entity does not
     * exist.
     */
    public static <C extends Component> @Nullable C find(ComponentMapper<C> mapper, int entity) {
        try {
            return mapper.get(entity);
        } catch (IndexOutOfBoundsException e) {
            return null; // negative, or higher than any id so far
        }
    }

    /** Returns the first system of a type or its subtypes; null if there is none. */
    public static <S extends BaseSystem> @Nullable S system(World world, Class<S> type) {
        for (BaseSystem system : world.getSystems()) {
            if (type.isInstance(system)) {
                return type.cast(system);
            }
        }
        return null;
    }

    /** Returns the first system of a type or its subtypes, which the world must have. */
    public static <S extends BaseSystem> S required(World world, Class<S> type) {
        S system = system(world, type);
        if (system == null) {
            throw new IllegalStateException(
                    "the world has no " + type.getSimpleName() + " (add one, or a MindPlugin)");
        }
        return system;
    }

    /**
     * Returns the entities of a world without those that were deleted in an earlier tick: in a frame of
     * several ticks, their ids still find their components, because Artemis keeps both until the end of
     * the frame.
     */
    public static EntitySubscription entities(World world) {
        return world.getAspectSubscriptionManager().get(Aspect.all());
    }

    /** Calls back for each entity that enters or leaves an aspect. */
    public static EntitySubscription subscribe(
            World world, Aspect.Builder aspect, IntConsumer appeared, IntConsumer left) {
        EntitySubscription all = world.getAspectSubscriptionManager().get(aspect);
        all.addSubscriptionListener(new EntitySubscription.SubscriptionListener() {
            @Override
            public void inserted(IntBag entities) {
                forEach(entities, appeared);
            }

            @Override
            public void removed(IntBag entities) {
                forEach(entities, left);
            }
        });
        return all;
    }

    private static void forEach(IntBag entities, IntConsumer action) {
        for (int i = 0; i < entities.size(); i++) {
            action.accept(entities.get(i));
        }
    }

    /** Injects an object as Artemis does, except lambdas and records, whose fields are final. */
    public static void inject(World world, Object gameObject) {
        Class<?> type = gameObject.getClass();
        boolean hidden = type.getName().indexOf('/') >= 0;
        if (!type.isSynthetic() && !hidden && !type.isRecord()) {
            world.inject(gameObject, false);
        }
    }
}
