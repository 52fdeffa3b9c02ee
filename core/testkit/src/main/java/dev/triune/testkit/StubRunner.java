/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.testkit;

import dev.triune.action.ActionRunner;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import java.util.HashMap;
import java.util.Map;

/** Stands in for missing runners by doing nothing. Game thread only. */
final class StubRunner implements ActionRunner<Step> {
    private final int ticks;

    /** The results set by the test, by entity id; never iterated. */
    private final Map<Integer, Progress> verdicts = new HashMap<>();

    private final Map<Integer, Integer> remainingTicks = new HashMap<>();

    /** Creates a runner whose steps take a number of ticks; 0 means until the test ends them. */
    StubRunner(int ticks) {
        this.ticks = ticks;
    }

    /** Whether this runner executes the agent's current step. */
    boolean isRunning(int agent) {
        return remainingTicks.containsKey(agent);
    }

    /** Sets the result with which the agent's step ends in its next tick. */
    void end(int agent, Progress how) {
        verdicts.put(agent, how);
    }

    @Override
    public Progress start(int agent, Step step) {
        remainingTicks.put(agent, ticks);
        return Progress.RUNNING;
    }

    @Override
    public Progress tick(int agent, Step step) {
        Progress verdict = verdicts.get(agent);
        if (verdict != null) {
            return verdict;
        }
        int rest = remainingTicks.merge(agent, -1, Integer::sum);
        return rest == 0 ? Progress.DONE : Progress.RUNNING;
    }

    @Override
    public void stop(int agent, Step step) {
        remainingTicks.remove(agent);
        verdicts.remove(agent);
    }
}
