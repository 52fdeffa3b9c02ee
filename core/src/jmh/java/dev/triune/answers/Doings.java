/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.answers;

import dev.triune.action.ActionRunner;
import dev.triune.action.Progress;
import dev.triune.action.Step;

/**
 * Carries out a kind of step or reflex by letting ticks pass: more of them for a larger amount, and
 * not the same number for all, so that a crowd that begins together does not end together.
 */
final class Doings implements ActionRunner<Step> {
    private static final int SPREAD = 40;

    private final int ticks;
    private final int[] left;
    private int begun;

    /**
     * For those agents.
     *
     * @param ticks for each piece of the amount, 1 or more
     * @param agents entity ids are below this
     */
    Doings(int ticks, int agents) {
        this.ticks = ticks;
        this.left = new int[agents];
    }

    @Override
    public Progress start(int agent, Step step) {
        left[agent] = ticks * step.whole("amount", 1) + begun++ % SPREAD;
        return Progress.RUNNING;
    }

    @Override
    public Progress tick(int agent, Step step) {
        return --left[agent] <= 0 ? Progress.DONE : Progress.RUNNING;
    }

    @Override
    public double progress(int agent, Step step) {
        return left[agent];
    }
}
