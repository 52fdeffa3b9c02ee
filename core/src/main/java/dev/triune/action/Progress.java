/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import dev.triune.GameClock;
import dev.triune.action.ActionRunner.Watchdog;
import dev.triune.system.BehaviorSystem;
import java.util.Objects;

/**
 * The progress of a behaviour after a tick, with the reason if it failed. Immutable.
 *
 * @param kind the state
 * @param reason the reason of a failure, or what is written down of a step that was not needed;
 *     otherwise empty
 * @param wakeAt the tick in which a runner that is not finished is called again at the latest; one
 *     that has passed means the next tick
 */
public record Progress(Kind kind, String reason, long wakeAt) {
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
    public static final Progress RUNNING = new Progress(Kind.RUNNING, "", 0);

    /** Finished. */
    public static final Progress DONE = new Progress(Kind.DONE, "", 0);

    private static final Progress UNTIL_SIGNAL = new Progress(Kind.RUNNING, "", Long.MAX_VALUE);

    /** Creates a failure, with a reason that people and models understand. */
    public static Progress failed(String reason) {
        return new Progress(Kind.FAILED, reason, 0);
    }

    /**
     * Creates the end of an action for which nothing was left to do, though nobody failed: others did
     * it, or whom it was for is gone. The step counts as done, but is no deed: these words are what
     * happened, and excuse a promise to do it.
     *
     * @param words what the agent sees, in words that people and models understand
     */
    public static Progress unneeded(String words) {
        return new Progress(Kind.DONE, words, 0);
    }

    /** Returns whether an action is finished. */
    public static Progress of(boolean done) {
        return done ? DONE : RUNNING;
    }

    /**
     * Returns a failure if there is a reason for one, otherwise whether an action is finished.
     *
     * @param failure the reason of a failure that has happened; empty if none has
     * @throws IllegalArgumentException if the action is done and has failed
     */
    public static Progress of(boolean done, String failure) {
        if (done && !failure.isEmpty()) {
            throw new IllegalArgumentException("an action is done, and has failed: \"" + failure
                    + "\" (expected one of them; the reason is empty unless it has failed)");
        }
        return failure.isEmpty() ? of(done) : failed(failure);
    }

    /**
     * Creates the progress of an action that is not finished, but has nothing to do before a tick
     * of the {@link GameClock}. Until then the agent costs next to nothing. The runner may be
     * called earlier: after a {@linkplain BehaviorSystem#signal signal}, a change of the agent's
     * plan, or when the {@link Watchdog} checks the step. It then returns again how long it waits.
     *
     * @param tick 0 or more; one that has passed means the next tick
     */
    public static Progress until(long tick) {
        if (tick < 0) {
            throw new IllegalArgumentException(
                    "tick " + tick + " (expected 0 or more: GameClock.tick() plus a number)");
        }
        return new Progress(Kind.RUNNING, "", tick);
    }

    /**
     * Returns the progress of an action that is not finished, but has nothing to do before the game
     * calls {@link BehaviorSystem#signal}. The runner may be called earlier, as with {@link
     * #until}.
     */
    public static Progress untilSignal() {
        return UNTIL_SIGNAL;
    }
}
