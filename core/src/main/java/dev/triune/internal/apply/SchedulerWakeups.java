/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.apply;

import dev.triune.BehaviorListener;
import dev.triune.ReflexListener;
import dev.triune.action.Step;
import dev.triune.rule.Trigger;

/**
 * Has the scheduler look at agents whose doings change, so that it need not look at all of them. The
 * plugin has one listen; who makes the systems one by one gives it to {@code AutonomicSystem} and
 * {@code BehaviorSystem}, which a world of no more agents than have a turn in each tick can do without.
 * Game thread only; allocates nothing.
 *
 * @param dirtyAgents that of the {@link dev.triune.internal.apply.DecisionContext} which the systems share
 */
public record SchedulerWakeups(DirtyAgents dirtyAgents)
        implements ReflexListener, BehaviorListener {
    @Override
    public void reflexStarted(int agent, Trigger reflex, String interrupted) {
        dirtyAgents.mark(agent);
    }

    @Override
    public void reflexEnded(int agent, String behavior) {
        dirtyAgents.mark(agent);
    }

    @Override
    public void reflexDone(int agent, String behavior) {
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
