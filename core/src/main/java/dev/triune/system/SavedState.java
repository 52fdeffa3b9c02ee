/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import com.artemis.utils.IntBag;

/**
 * A system that {@link MindSaves} saves and loads beyond the components of agents: state of its own,
 * as one text, and entities. Game thread only.
 */
public interface SavedState {
    /** Returns the name of the state in saves, of letters; unique, and never changed. */
    String stateName();

    /** Returns the state as text; empty, as unless overridden, if all of it is in components. */
    default String writeState() {
        return "";
    }

    /**
     * Restores the state from a text of {@link #writeState}, after components were loaded; the text
     * is empty if the save has none. If it throws, the log says so, and the world is loaded without
     * this state.
     */
    default void readState(String text) {}

    /**
     * Adds entities that belong to those of a save, and are saved with them: such as the
     * conversations of its agents.
     */
    default void addSavedEntities(IntBag entities) {}

    /** Describes what older saves call otherwise. */
    default void upgrade(SaveUpgrade save) {}
}
