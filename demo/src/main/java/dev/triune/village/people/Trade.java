/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import java.util.Locale;

/** What a villager does for a living. */
public enum Trade {
    /** Looks after the berries. */
    FARMER,
    /** Brings wood. */
    WOODCUTTER,
    /** Bakes bread. */
    COOK,
    /** Brings stone and builds. */
    BUILDER,
    /** Sees that nobody goes hungry. */
    HEALER,
    /** Knows everybody. */
    TRADER,
    /** Keeps the fire. */
    ELDER,
    /** Helps wherever there is something to see. */
    YOUNGSTER;

    /** Returns whether a youngster can learn it. */
    public boolean isTaught() {
        return this != ELDER && this != YOUNGSTER;
    }

    /** Returns its name in the words of the village. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
