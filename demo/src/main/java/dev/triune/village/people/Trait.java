/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import java.util.Locale;

/** A trait of character; every villager has two. */
public enum Trait {
    /** Likes others from the start. */
    WARM,
    /** Takes offence easily. */
    GRUFF,
    /** Asks questions, and passes on the answers. */
    CURIOUS,
    /** Keeps things to itself. */
    RESERVED,
    /** Works on when others rest. */
    DILIGENT,
    /** Believes everything, and gives what it is asked for. */
    GULLIBLE,
    /** Saves for worse days. */
    CAREFUL,
    /** Likes to help others. */
    HELPFUL;

    /** Returns its name in lower case. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
