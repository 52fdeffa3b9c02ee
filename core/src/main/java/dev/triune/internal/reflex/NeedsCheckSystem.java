/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.reflex;

import com.artemis.Aspect;
import com.artemis.BaseEntitySystem;
import com.artemis.ComponentMapper;
import com.artemis.utils.IntBag;
import dev.triune.component.Needs;
import java.util.logging.Logger;

/**
 * Warns once about each field of {@link Needs} that a game sets on another scale, such as 0 to 100,
 * or to NaN. Checks one agent per tick. Game thread only.
 */
public class NeedsCheckSystem extends BaseEntitySystem {
    /** Values above this are not rounding errors. */
    private static final float MAX_VALUE = 1.01f;

    private static final String[] FIELDS = {
        "hunger", "energy", "temperature", "health", "sleepDrive"
    };

    private static final Logger LOG = Logger.getLogger(NeedsCheckSystem.class.getName());

    private final boolean[] warned = new boolean[FIELDS.length];
    private int next;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Needs> mNeeds;

    public NeedsCheckSystem(Aspect.Builder extra) {
        super(extra.copy().all(Needs.class));
    }

    @Override
    protected void processSystem() {
        IntBag agents = subscription.getEntities();
        if (agents.size() == 0) {
            return;
        }
        next = next < agents.size() ? next : 0;
        int agent = agents.get(next++);
        Needs needs = mNeeds.get(agent);
        check(agent, 0, needs.hunger);
        check(agent, 1, needs.energy);
        check(agent, 2, needs.temperature);
        check(agent, 3, needs.health);
        check(agent, 4, needs.sleepDrive);
    }

    private void check(int agent, int field, float value) {
        if (value <= MAX_VALUE || warned[field]) { // false for NaN
            return;
        }
        warned[field] = true;
        LOG.warning("Needs." + FIELDS[field] + " of entity " + agent + " is " + value
                + " (expected 0 to 1; divide by 100 what the game counts in 0 to 100)."
                + " Reflexes cannot work with it. Said once for this field.");
    }
}
