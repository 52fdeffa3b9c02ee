/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import com.artemis.io.SaveFileFormat;
import com.artemis.utils.IntBag;

/**
 * What a save holds: entities with their components, and what minds need besides them. A game that
 * saves more extends it by fields of its own and keeps a constructor without arguments. {@link
 * MindSaves} fills in the fields of this class.
 */
public class MindSave extends SaveFileFormat {
    /** Letters that are lost where text is not written as UTF-8. */
    static final String ENCODING_PROBE = "\u00e4\u6f22";

    /** The game's tick, from which all stamps of minds count. */
    public long tick;

    /** The last number that was given to an agent. */
    public long lastSerial;

    /** The tick from which on the next request may be made. */
    public long nextRequestAt;

    /** How many turns of the scheduler's lanes were used; 0 in saves from before there were lanes. */
    public long requestTurn;

    /** The habits of the world as a file of them holds them; empty where habits are off. */
    public String habits = "";

    /** Shows that text is written as it is. Empty at first: what equals its default is not written. */
    public String letters = "";

    /** For loaders. */
    protected MindSave() {}

    /** Creates a save of entities and of those that they refer to. */
    public MindSave(IntBag chosen) {
        super(copy(chosen));
    }

    private static IntBag copy(IntBag chosen) {
        IntBag copy = new IntBag();
        copy.addAll(chosen);
        return copy;
    }
}
