/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import com.artemis.Aspect;
import com.artemis.BaseSystem;
import com.artemis.ComponentMapper;
import com.artemis.EntitySubscription;
import com.artemis.utils.IntBag;
import dev.triune.component.Player;
import dev.triune.market.Components.Person;
import dev.triune.market.Components.Position;
import dev.triune.market.Components.Stall;

/** Finds entities by name: plans of models name their targets and never hold entity ids. */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public final class Directory extends BaseSystem {
    private ComponentMapper<Position> mPosition;
    private ComponentMapper<Person> mPerson;
    private ComponentMapper<Stall> mStall;
    private EntitySubscription named;
    private EntitySubscription you;

    @Override
    protected void initialize() {
        named = world.getAspectSubscriptionManager().get(Aspect.one(Person.class, Stall.class));
        you = world.getAspectSubscriptionManager().get(Aspect.all(Player.class));
    }

    /** Returns the person or stall of that name, or -1. */
    int find(String name) {
        IntBag all = named.getEntities();
        for (int i = 0; i < all.size(); i++) {
            if (nameOf(all.get(i)).equalsIgnoreCase(name)) {
                return all.get(i);
            }
        }
        return -1;
    }

    /** Returns the name of a person or a stall. */
    String nameOf(int entity) {
        Person person = mPerson.get(entity);
        return person != null ? person.name : mStall.get(entity).name;
    }

    /** Returns the person nearest to another within so many metres, or -1. */
    int nearestPerson(int to, float within) {
        int nearest = -1;
        float best = within;
        IntBag all = named.getEntities();
        for (int i = 0; i < all.size(); i++) {
            int other = all.get(i);
            if (other != to && mPerson.has(other)) {
                float distance = mPosition.get(to).distance(mPosition.get(other));
                if (distance < best) {
                    best = distance;
                    nearest = other;
                }
            }
        }
        return nearest;
    }

    /** Returns the entity of the player, or -1 before it is created. */
    int you() {
        IntBag all = you.getEntities();
        return all.isEmpty() ? -1 : all.get(0);
    }

    @Override
    protected void processSystem() {}
}
