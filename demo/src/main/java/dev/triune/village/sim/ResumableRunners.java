/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import com.artemis.ComponentMapper;
import com.artemis.World;
import dev.triune.action.ActionRunner;
import dev.triune.action.Progress;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.QueuedStep;
import dev.triune.village.people.Errand;
import dev.triune.village.people.WalkingBehavior;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Continues a loaded village as if it had never been saved. Minds restart a loaded step; these
 * runners resume its errand instead, in the first tick after the load. An errand that was replaced
 * in the meantime is stopped in the usual way. Artemis fills in the mappers. Game thread only.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
final class ResumableRunners {
    private final Map<String, ActionRunner<?>> runners = new LinkedHashMap<>();
    private boolean resuming;

    private ComponentMapper<Errand> mErrand;
    private ComponentMapper<Behavior> mBehavior;
    private ComponentMapper<BehaviorQueue> mQueue;

    /** Returns a runner that resumes the errand of a loaded villager. */
    <A> ActionRunner<A> wrap(String name, ActionRunner<A> runner) {
        runners.put(name, runner);
        return new ResumableRunner<>(name, runner);
    }

    /** Lets Artemis fill in the mappers of this and of all wrapped runners. */
    void injectFrom(World world) {
        world.inject(this);
        runners.values().forEach(world::inject);
    }

    /** Prepares to resume the errands of loaded villagers in the next tick. */
    void resume(int[] villagers) {
        resuming = true;
        for (int agent : villagers) {
            Errand errand = mErrand.get(agent);
            errand.left = errand.doing;
            errand.leftSince = mBehavior.get(agent).since;
            QueuedStep next = mQueue.get(agent).next();
            if (next != null && resumesStep(agent)) {
                next.state = QueuedStep.State.CURRENT;
            }
        }
    }

    /** Ends the tick after a load, and with it all errands that were not resumed. */
    void endOfTick(int[] villagers) {
        if (resuming) {
            resuming = false;
            for (int agent : villagers) {
                abandonErrand(agent);
            }
        }
    }

    private boolean resumesStep(int agent) {
        return mBehavior.get(agent).origin == Behavior.Origin.STEP
                && !mErrand.get(agent).left.isEmpty();
    }

    /** Stops an errand that was replaced. */
    private void abandonErrand(int agent) {
        Errand errand = mErrand.get(agent);
        if (errand.left.isEmpty()) {
            return;
        }
        if (runners.get(errand.left) instanceof WalkingBehavior<?> runner) {
            runner.release(agent);
        }
        errand.left = "";
        errand.doing = "";
        BehaviorQueue queue = mQueue.get(agent);
        QueuedStep next = queue.next();
        boolean inReflex = mBehavior.get(agent).origin == Behavior.Origin.REFLEX;
        if (inReflex && next != null && next.state == QueuedStep.State.CURRENT) {
            next.state = QueuedStep.State.PENDING;
            queue.pausedBy = mBehavior.get(agent).name;
        }
    }

    private final class ResumableRunner<A> implements ActionRunner<A> {
        private final String name;
        private final ActionRunner<A> runner;

        ResumableRunner(String name, ActionRunner<A> runner) {
            this.name = name;
            this.runner = runner;
        }

        @Override
        public Progress start(int agent, A action) {
            Errand errand = mErrand.get(agent);
            boolean resumed = errand.left.equals(name);
            if (resumed) {
                errand.left = "";
                mBehavior.get(agent).since = errand.leftSince;
            } else {
                abandonErrand(agent);
            }
            errand.doing = name;
            if (resumed && !errand.over) {
                return Progress.RUNNING;
            }
            Progress progress = runner.start(agent, action);
            errand.over = progress.kind() != Progress.Kind.RUNNING;
            return progress;
        }

        @Override
        public Progress tick(int agent, A action) {
            return runner.tick(agent, action);
        }

        @Override
        public void stop(int agent, A action) {
            mErrand.get(agent).doing = "";
            runner.stop(agent, action);
        }
    }
}
