/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.answers;

import dev.triune.action.ActionRunner;
import dev.triune.action.Progress;
import dev.triune.action.Step;

/**
 * Executes steps or reflexes by letting ticks pass: more for a larger amount, and a different
 * number for each agent, so that a crowd that begins together does not end together.
 */
final class TimedRunner implements ActionRunner<Step> {
    private static final int SPREAD = 40;

    private final int ticks;
    private final int[] left;
    private int begun;

    /**
     * Creates a runner.
     *
     * @param ticks the ticks for each piece of the amount, 1 or more
     * @param agents the limit of entity ids, exclusive
     */
    TimedRunner(int ticks, int agents) {
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
