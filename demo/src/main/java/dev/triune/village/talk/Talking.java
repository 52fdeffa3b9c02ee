/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.talk;

import com.artemis.PooledComponent;
import dev.triune.component.Relation;
import java.util.ArrayList;
import java.util.List;

/** A villager's part in its conversation, beside core's {@code Conversation}. Saved with it. */
public class Talking extends PooledComponent {
    /** Whether it is its turn to speak: one member at a time has the token. */
    public boolean holds;

    /** Since which tick. */
    public long heldSince;

    /** Whether it spoke last, or let its turn pass since somebody last spoke. */
    public boolean passed;

    /** Its place in the round; the turn goes from the lower to the higher one. */
    public int seat;

    /** Whom it met in this conversation, by name, and how far its liking has changed in it. */
    public final List<Relation> tally = new ArrayList<>();

    /** The day that {@link #today} counts, from 1. */
    public long day;

    /** In how many conversations it was on that day. */
    public int today;

    @Override
    protected void reset() {
        holds = false;
        heldSince = 0;
        passed = false;
        seat = 0;
        tally.clear();
        day = 0;
        today = 0;
    }
}
