/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.talk;

/** The number of times a villager did something on a day. Mutable. */
public class DiaryEntry {
    /** The type of the finished steps. */
    public String what = "";

    /** The number of times, from 1. */
    public int times;

    /** Creates an empty entry, for loading saves. */
    public DiaryEntry() {}

    DiaryEntry(String what) {
        this.what = what;
        this.times = 1;
    }
}
