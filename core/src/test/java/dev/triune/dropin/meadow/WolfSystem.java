/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.dropin.meadow;

import com.artemis.Aspect;
import com.artemis.ComponentMapper;
import com.artemis.systems.IteratingSystem;

/** Wolves stroll, hunt what is near, and bite. */
public class WolfSystem extends IteratingSystem {
    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Wolf> mWolf;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Position> mPosition;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Health> mHealth;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private LookoutSystem lookout;

    public WolfSystem() {
        super(Aspect.all(Wolf.class, Position.class));
    }

    @Override
    protected void process(int id) {
        Wolf wolf = mWolf.get(id);
        wolf.dice = Dice.roll(wolf.dice);
        wolf.bitten = Math.max(0, wolf.bitten - 1);
        int prey = lookout.prey(id);
        Position here = mPosition.get(id);
        if (prey < 0 || wolf.bitten > 0) {
            here.x += Dice.upTo(wolf.dice, 3) - 1;
            here.y += Dice.upTo(Dice.roll(wolf.dice), 3) - 1;
            return;
        }
        Position there = mPosition.get(prey);
        if (OrderSystem.walk(here, there.x, there.y, 0.45f)) {
            mHealth.get(prey).points -= 4;
            wolf.bitten = 120;
        }
    }
}
