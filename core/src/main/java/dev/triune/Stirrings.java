/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import dev.triune.apply.Attention;
import dev.triune.autonomic.ReflexListener;
import dev.triune.autonomic.Trigger;
import dev.triune.behavior.BehaviorListener;
import dev.triune.plan.Step;

/**
 * Has the scheduler look at agents whose doings change, so that it need not look at all of them. The
 * plugin has one listen; who makes the systems one by one gives it to {@code AutonomicSystem} and
 * {@code BehaviorSystem}, which a world of no more agents than have a turn in each tick can do without.
 * Game thread only; allocates nothing.
 *
 * @param attention that of the {@link dev.triune.apply.Decisions} which the systems share
 */
public record Stirrings(Attention attention) implements ReflexListener, BehaviorListener {
    @Override
    public void began(int agent, Trigger reflex, String interrupted) {
        attention.mark(agent);
    }

    @Override
    public void ended(int agent, String behavior) {
        attention.mark(agent);
    }

    @Override
    public void reflexDone(int agent, String behavior) {
        attention.mark(agent);
    }

    @Override
    public void stepStarted(int agent, Step step) {
        attention.mark(agent);
    }

    @Override
    public void stepTakenAway(int agent, Step step) {
        attention.mark(agent);
    }

    @Override
    public void aheadDropped(int agent, int steps, String reason) {
        attention.mark(agent);
    }

    @Override
    public void queueDone(int agent) {
        attention.mark(agent);
    }
}
