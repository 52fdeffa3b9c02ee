/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.talk;

/** How often a villager did something on a day. Mutable. */
public class DiaryEntry {
    /** The type of step that was carried out to its end. */
    public String what = "";

    /** How often, from 1. */
    public int times;

    /** For loaders. */
    public DiaryEntry() {}

    DiaryEntry(String what) {
        this.what = what;
        this.times = 1;
    }
}
