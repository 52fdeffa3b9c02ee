/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.apply;

import dev.triune.MindListener;
import dev.triune.action.Step;
import dev.triune.rule.ReflexTable.Trigger;

/** Marks agents whose behaviour changes. Game thread only; allocates nothing. */
record SchedulerWakeups(DirtyAgents dirtyAgents) implements MindListener {
    @Override
    public void reflexStarted(int agent, Trigger reflex, String interrupted) {
        dirtyAgents.wake(agent);
    }

    @Override
    public void reflexEnded(int agent, String behavior) {
        dirtyAgents.wake(agent);
    }

    @Override
    public void reflexDone(int agent, String behavior) {
        dirtyAgents.mark(agent);
    }

    @Override
    public void reflexFailed(int agent, String behavior, String reason) {
        dirtyAgents.mark(agent);
    }

    @Override
    public void stepStarted(int agent, Step step) {
        dirtyAgents.mark(agent);
    }

    @Override
    public void stepRemoved(int agent, Step step) {
        dirtyAgents.mark(agent);
    }

    @Override
    public void nextPlanDropped(int agent, int steps, String reason) {
        dirtyAgents.mark(agent);
    }

    @Override
    public void queueDone(int agent) {
        dirtyAgents.mark(agent);
    }
}
