/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

import com.artemis.PooledComponent;
import com.artemis.annotations.EntityId;
import com.artemis.annotations.Fluid;
import com.artemis.annotations.LinkPolicy;
import com.artemis.utils.IntBag;

/** A conversation that an agent takes part in. */
@Fluid(exclude = true)
public class Conversation extends PooledComponent {
    /** Whether it is going on. */
    public boolean active;

    /**
     * The others. A world with Artemis's {@code EntityLinkManager} takes out those that are
     * deleted; in others the game keeps the list true.
     */
    @EntityId
    @LinkPolicy(LinkPolicy.Policy.CHECK_SOURCE_AND_TARGETS)
    public final IntBag partners = new IntBag();

    /** How many turns were taken so far, by anybody. */
    public int turns;

    @Override
    protected void reset() {
        active = false;
        partners.clear();
        turns = 0;
    }
}
