/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import java.util.List;

/**
 * What the game's own rules know of getting things done: they help a plan out of trouble. What they
 * give is checked against the catalog like the steps of a model: a list with a step that does not
 * fit is left out whole, for half a way around an obstacle is none. An exception or null counts as
 * knowing nothing. The log names each such fault once. Called on the game thread.
 */
public interface Routine {
    /** Rules that know nothing. */
    Routine NONE = new Routine() {};

    /**
     * Steps that remove an obstacle: done before a step that cannot be done now, they make it
     * possible.
     *
     * @param obstacle why it cannot be done, in words
     * @return in order; empty if there is no way
     */
    default List<Step> bridge(int agent, Step step, String obstacle) {
        return List.of();
    }

    /**
     * What an agent does when no model has brought a plan that it could use.
     *
     * @return in order; empty to leave it idle
     */
    default List<Step> fallback(int agent) {
        return List.of();
    }
}
