/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import com.artemis.Component;
import com.artemis.ComponentMapper;
import com.artemis.World;
import java.util.Objects;

/** Copies from a component of the game to one of minds, which it creates if missing. */
@SuppressWarnings("NullAway.Init") // Artemis and initialize set the fields
abstract class CopyingFeed<C extends Component, T extends Component> implements Feed {
    private final Class<C> source;
    private final Class<T> target;

    private ComponentMapper<C> sources;
    private ComponentMapper<T> targets;

    CopyingFeed(Class<C> source, Class<T> target) {
        this.source = Objects.requireNonNull(source, "component");
        this.target = target;
    }

    abstract void copy(C from, T to);

    @Override
    public void initialize(World world) {
        sources = world.getMapper(source);
        targets = world.getMapper(target);
    }

    @Override
    public void update(int agent) {
        C from = sources.get(agent);
        if (from != null) {
            copy(from, targets.create(agent));
        }
    }
}
