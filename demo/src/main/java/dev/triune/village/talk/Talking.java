/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.talk;

import com.artemis.PooledComponent;
import dev.triune.component.Relation;
import java.util.ArrayList;
import java.util.List;

/**
 * A villager's part in its conversation, in addition to core's {@code Conversation}. Saved with it.
 */
public class Talking extends PooledComponent {
    /** Whether it has the turn; one member at a time has it. */
    public boolean holds;

    /** The tick from which it has the turn. */
    public long heldSince;

    /** Whether it spoke last, or passed since somebody last spoke. */
    public boolean passed;

    /** Its seat; the turn passes from lower to higher seats. */
    public int seat;

    /** The names of those it met in this conversation, with the change of its liking. */
    public final List<Relation> tally = new ArrayList<>();

    /** The day that {@link #today} counts, from 1. */
    public long day;

    /** The number of its conversations on that day. */
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
