/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import com.artemis.io.SaveFileFormat;
import com.artemis.utils.IntBag;
import java.util.TreeMap;

/**
 * The content of a save: entities with their components, and the state of minds outside components.
 * A game can save more: it extends this class with fields and a constructor without arguments.
 * {@link MindSaves} fills in the fields of this class.
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

    /** The number of used turns of the scheduler's lanes; 0 in older saves. */
    public long requestTurn;

    /** The states of systems by name; see {@link SavedState}. No interface, for serializers. */
    public final TreeMap<String, String> states = new TreeMap<>();

    /**
     * Shows that text is written as it is. Empty at first: what equals its default is not written.
     */
    public String letters = "";

    /** Creates an empty save for loaders. */
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

    /** A save that cannot be loaded. The message says what was found, what is expected, what to do. */
    public static final class InvalidSaveException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        InvalidSaveException(String message) {
            super(message);
        }

        InvalidSaveException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
