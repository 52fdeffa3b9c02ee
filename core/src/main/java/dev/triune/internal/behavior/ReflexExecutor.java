/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.behavior;

import dev.triune.GameClock;
import dev.triune.MindListener;
import dev.triune.action.Progress;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;

/** Executes the reflex of an agent, one that fails again after a while. Game thread only. */
public final class ReflexExecutor {
    private final ActingAgent acting;
    private final GameClock clock;
    private final MindListener listeners;
    private final long retryTicks;

    /**
     * Executes reflexes of all kinds of minds; shares the acting agent with the plans.
     *
     * @param retryTicks the ticks after which a failed reflex is tried again
     */
    public ReflexExecutor(
            ActingAgent acting, GameClock clock, MindListener listeners, long retryTicks) {
        this.acting = acting;
        this.clock = clock;
        this.listeners = listeners;
        this.retryTicks = retryTicks;
    }

    /** Advances the reflex of an agent by one tick, if there is a runner for it. */
    public void advance(
            int agent,
            Behavior behavior,
            BehaviorQueue queue,
            RunnerState running,
            RunnerRegistry runners) {
        if (running.runner == null) {
            GuardedRunner runner = runners.find(behavior.name);
            boolean failedBefore = running.failedGeneration == behavior.generation;
            if (runner == null || (failedBefore && clock.tick() < running.retryAt)) {
                return; // the game executes it, or the next try is not due
            }
            acting.bindTo(agent, behavior, queue, running);
            running.start(acting, runner, runner.reflexStep(), null, clock);
        }
        Progress progress = running.tick(agent);
        if (progress.kind() != Progress.Kind.RUNNING) {
            acting.bindTo(agent, behavior, queue, running);
            end(progress);
        }
    }

    private void end(Progress progress) {
        Behavior behavior = acting.behavior;
        RunnerState running = acting.running;
        GuardedRunner runner = running.runner;
        boolean blocksPlan = behavior.priority > Behavior.STEP_PRIORITY;
        running.stop(acting.id);
        if (progress.kind() == Progress.Kind.DONE) {
            String endedBehavior = behavior.name;
            behavior.end(blocksPlan, clock.tick());
            listeners.reflexDone(acting.id, endedBehavior);
        } else {
            running.retryAt = clock.tick() + retryTicks;
            running.failedGeneration = behavior.generation;
            behavior.failed = true;
            if (blocksPlan) { // report why it cannot continue
                String words = runner == null ? behavior.name : runner.nameInPrompts();
                acting.addTrouble(words + ": " + progress.reason());
            }
            listeners.reflexFailed(acting.id, behavior.name, progress.reason());
        }
    }
}
