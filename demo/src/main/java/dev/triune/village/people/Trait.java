/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import java.util.Locale;

/** A trait of character; every villager has two. */
public enum Trait {
    /** Likes others from the start. */
    WARM,
    /** Takes offence easily. */
    GRUFF,
    /** Asks, and passes on what comes of it. */
    CURIOUS,
    /** Keeps things to itself. */
    RESERVED,
    /** Works on when others sit down. */
    DILIGENT,
    /** Believes everything, and gives what it is asked for. */
    GULLIBLE,
    /** Keeps back for worse days. */
    CAREFUL,
    /** Has a hand for everybody. */
    HELPFUL;

    /** Returns its name in lower case. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
