/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import java.util.List;

/**
 * The game's own rules for plans that fail. Their steps are checked against the catalog; a list
 * with a step that does not fit is dropped whole. An exception or null counts as no answer, and
 * each such fault is logged once. Game thread only.
 */
public interface Routine {
    /** A routine without steps. */
    Routine NONE = new Routine() {};

    /** Returns steps, in order, that remove an obstacle; empty if there is no way. */
    default List<Step> bridge(int agent, Step step, String obstacle) {
        return List.of();
    }

    /** Returns steps for an agent that has no usable plan of a model; empty to leave it idle. */
    default List<Step> fallback(int agent) {
        return List.of();
    }
}
