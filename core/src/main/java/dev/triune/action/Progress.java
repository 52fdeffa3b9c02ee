/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import java.util.Objects;

/** How far a behaviour has come after a tick; if it failed, why. Immutable. */
public record Progress(Kind kind, String reason) {
    /** Refuses null: a runner that gives it has failed. */
    public Progress {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(reason, "reason");
    }

    /** The three answers. */
    public enum Kind {
        /** Not finished. */
        RUNNING,
        /** Finished. */
        DONE,
        /** It cannot be finished. */
        FAILED
    }

    /** Not finished: go on in the next tick. */
    public static final Progress RUNNING = new Progress(Kind.RUNNING, "");

    /** Finished. */
    public static final Progress DONE = new Progress(Kind.DONE, "");

    /** It cannot be finished, for a reason that people and models understand. */
    public static Progress failed(String reason) {
        return new Progress(Kind.FAILED, reason);
    }
}
