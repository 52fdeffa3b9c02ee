/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.inject;

import com.artemis.World;

/** Fills in the mappers and systems that the objects of a game have fields for. */
public final class GameObjects {
    private GameObjects() {}

    /**
     * Injects an object as Artemis does. Lambdas and records are left as they are: they hold what the
     * game gave them, and their fields cannot be set, which Artemis would try.
     */
    public static void inject(World world, Object gameObject) {
        Class<?> type = gameObject.getClass();
        boolean hidden = type.getName().indexOf('/') >= 0;
        if (!type.isSynthetic() && !hidden && !type.isRecord()) {
            world.inject(gameObject, false);
        }
    }
}
