/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import java.util.Locale;

/** The trades of villagers. */
public enum Trade {
    /** Works in the field. */
    FARMER,
    /** Brings wood. */
    WOODCUTTER,
    /** Bakes bread. */
    COOK,
    /** Brings stone and builds. */
    BUILDER,
    /** Heals the ill and gathers berries. */
    HEALER,
    /** Knows everybody. */
    TRADER,
    /** Keeps the fire. */
    ELDER,
    /** Has no trade yet, and learns one from others. */
    YOUNGSTER;

    /** Returns whether a youngster can learn it. */
    public boolean isTaught() {
        return this != ELDER && this != YOUNGSTER;
    }

    /** Returns its name as prompts use it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
