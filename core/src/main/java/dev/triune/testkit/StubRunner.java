/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.testkit;

import dev.triune.action.ActionRunner;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import java.util.HashMap;
import java.util.Map;

/** Carries out the steps that the game brings no runner for, by doing nothing. Game thread only. */
final class StubRunner implements ActionRunner<Step> {
    private final int ticks;

    /** What the test says of the step that an agent is at; looked up, never walked through. */
    private final Map<Integer, Progress> verdicts = new HashMap<>();

    private final Map<Integer, Integer> left = new HashMap<>();

    /** Goes on for that many ticks; 0 is until the test says otherwise. */
    StubRunner(int ticks) {
        this.ticks = ticks;
    }

    /** Whether that agent is at a step that this carries out. */
    boolean isRunning(int agent) {
        return left.containsKey(agent);
    }

    /** The step that the agent is at ends like that in its next tick. */
    void end(int agent, Progress how) {
        verdicts.put(agent, how);
    }

    @Override
    public Progress start(int agent, Step step) {
        left.put(agent, ticks);
        return Progress.RUNNING;
    }

    @Override
    public Progress tick(int agent, Step step) {
        Progress verdict = verdicts.get(agent);
        if (verdict != null) {
            return verdict;
        }
        int rest = left.merge(agent, -1, Integer::sum);
        return rest == 0 ? Progress.DONE : Progress.RUNNING;
    }

    @Override
    public void stop(int agent, Step step) {
        left.remove(agent);
        verdicts.remove(agent);
    }
}
