/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

import com.artemis.PooledComponent;
import java.util.Arrays;

/** What makes an entity an agent. */
public class Mind extends PooledComponent {
    /** The tick of something that never happened: longer ago than any cooldown. */
    public static final long NEVER = Long.MIN_VALUE / 4;

    /**
     * The agent's own number, given by the scheduler when the component appears and never reused,
     * unlike entity ids. 0 until then.
     */
    public long serial;

    /** How much of a mind it gets. */
    public Tier tier = Tier.FULL;

    /** Whether a model may be asked; off, the agent lives by reflexes alone. */
    public boolean usesModel = true;

    /** The tick in which each layer was last invoked, by {@link Layer#ordinal()}. */
    public final long[] lastInvoked = {NEVER, NEVER, NEVER};

    /** The ticket of the request that is under way, 0 if none is. Not saved. */
    public transient long ticket;

    @Override
    protected void reset() {
        serial = 0;
        tier = Tier.FULL;
        usesModel = true;
        Arrays.fill(lastInvoked, NEVER);
        ticket = 0;
    }
}
