/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.kind;

import com.artemis.EntitySubscription;
import com.artemis.World;
import dev.triune.MindKind;
import java.util.List;
import java.util.function.Function;

/**
 * A value for each kind of mind; an agent belongs to the first kind whose aspect selects it,
 * otherwise to the default kind. Lookups allocate nothing. Game thread only.
 */
public final class PerKind<T> {
    private final List<MindKind> kinds;
    private final List<T> values;
    private final T ofDefault;
    private EntitySubscription[] subscriptions = {};

    /** Creates a value for each kind, the default kind first. */
    public PerKind(List<MindKind> kinds, Function<MindKind, T> factory) {
        this.kinds = List.copyOf(kinds);
        this.values = this.kinds.stream().map(factory).toList();
        this.ofDefault = values.get(0);
    }

    /** Subscribes to the agents of each kind but the default one. */
    public void initialize(World world) {
        subscriptions = kinds.stream()
                .skip(1)
                .map(kind -> world.getAspectSubscriptionManager().get(kind.aspect()))
                .toArray(EntitySubscription[]::new);
    }

    public T of(int agent) {
        for (int i = 0; i < subscriptions.length; i++) {
            if (subscriptions[i].getActiveEntityIds().get(agent)) {
                return values.get(i + 1);
            }
        }
        return ofDefault;
    }

    public T ofDefault() {
        return ofDefault;
    }

    /** Returns the value for a kind by name; rejects an unknown name. */
    public T named(String name) {
        List<String> names = kinds.stream().map(MindKind::name).toList();
        if (!names.contains(name)) {
            throw new IllegalArgumentException(
                    "no kind of mind is named \"" + name + "\" (expected one of " + names + ")");
        }
        return values.get(names.indexOf(name));
    }

    /** Returns the values, that for the default kind first. */
    public List<T> all() {
        return values;
    }
}
