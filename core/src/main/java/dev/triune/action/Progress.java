/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import java.util.Objects;

/** The progress of a behaviour after a tick, with the reason if it failed. Immutable. */
public record Progress(Kind kind, String reason) {
    /** Refuses null. */
    public Progress {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(reason, "reason");
    }

    /** The state of a behaviour. */
    public enum Kind {
        /** Not finished. */
        RUNNING,
        /** Finished. */
        DONE,
        /** Failed. */
        FAILED
    }

    /** Not finished; continues in the next tick. */
    public static final Progress RUNNING = new Progress(Kind.RUNNING, "");

    /** Finished. */
    public static final Progress DONE = new Progress(Kind.DONE, "");

    /** Creates a failure, with a reason that people and models understand. */
    public static Progress failed(String reason) {
        return new Progress(Kind.FAILED, reason);
    }
}
