/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.talk;

import com.artemis.Component;

/** The number of a villager's conversations today, in addition to core's {@code Conversation}. */
public class Talking extends Component {
    /** The day that {@link #today} counts, from 1. */
    public long day;

    /** The number of its conversations on that day. */
    public int today;

    /** Counts a conversation; returns the number on that day. */
    int count(long now) {
        today = day == now ? today + 1 : 1;
        day = now;
        return today;
    }
}
