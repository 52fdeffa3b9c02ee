/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.check;

/**
 * The time before a world is built. Whatever holds settings asks this before each change and each use,
 * so that no change comes too late without anybody noticing. Game thread only.
 */
public final class SetupPhase {
    private static final String BEFORE = "set before the world is built";

    private final String holder;
    private final String remedy;
    private boolean ended;

    /** Begins the phase of a holder, such as "this MindPlugin serves". */
    public SetupPhase(String holder) {
        this(holder, BEFORE);
    }

    /** Begins the phase of a holder with its own remedy for late changes. */
    public SetupPhase(String holder, String remedy) {
        this.holder = holder;
        this.remedy = remedy;
    }

    /**
     * Allows a change of settings.
     *
     * @throws IllegalStateException if the phase has ended
     */
    public void allowChange() {
        require(remedy);
    }

    /**
     * Allows the only use for a world.
     *
     * @throws IllegalStateException if the phase has ended
     */
    public void allowUse() {
        require("make one for each world");
    }

    private void require(String what) {
        if (ended) {
            throw new IllegalStateException(holder + " a world already (" + what + ")");
        }
    }

    /** Ends the phase, because a world uses the settings now. */
    public void end() {
        ended = true;
    }
}
