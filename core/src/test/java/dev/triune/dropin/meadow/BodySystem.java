/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.dropin.meadow;

import com.artemis.Aspect;
import com.artemis.ComponentMapper;
import com.artemis.systems.IteratingSystem;

/** Creatures grow hungry, starve, and die. */
public class BodySystem extends IteratingSystem {
    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Hunger> mHunger;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Health> mHealth;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Dead> mDead;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Orders> mOrders;

    public BodySystem() {
        super(Aspect.all(Hunger.class, Health.class).exclude(Dead.class));
    }

    @Override
    protected void process(int creature) {
        Hunger hunger = mHunger.get(creature);
        Health health = mHealth.get(creature);
        hunger.points = Math.min(100, hunger.points + 0.08f);
        if (hunger.points >= 100) {
            health.points--;
        }
        if (health.points <= 0) {
            mDead.create(creature);
            mOrders.get(creature).list.clear();
        }
    }
}
