/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import com.artemis.ComponentMapper;
import dev.triune.action.BehaviorRunner;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.QueuedStep;
import dev.triune.village.people.Errand;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Lets a loaded village go on as if it had never been saved. To minds what was being done is begun
 * anew; here its runner is not started a second time but goes on with its errand, in the first tick
 * after the load. What something else has taken the place of by then is stopped as ever. Artemis
 * fills in the mappers. Game thread only.
 */
final class ResumableRunners {
    private final Map<String, BehaviorRunner> runners;
    private boolean resuming;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Errand> mErrand;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Behavior> mBehavior;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<BehaviorQueue> mQueue;

    ResumableRunners(Map<String, BehaviorRunner> runners) {
        this.runners = runners;
    }

    /** The same runners, able to go on. */
    Map<String, BehaviorRunner> runners() {
        Map<String, BehaviorRunner> able = new LinkedHashMap<>();
        runners.forEach((name, runner) -> able.put(name, new ResumableRunner(runner)));
        return able;
    }

    /** Those villagers were loaded: the next tick is the one in which they go on. */
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

    /** The tick after a load is over: what has not gone on by now has ended. */
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

    /** Something else takes the place of what was being done. */
    private void abandonErrand(int agent) {
        Errand errand = mErrand.get(agent);
        BehaviorRunner runner = runners.get(errand.left);
        if (runner == null) {
            return;
        }
        runner.stop(agent, Step.of(errand.left));
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

    private final class ResumableRunner implements BehaviorRunner {
        private final BehaviorRunner runner;

        ResumableRunner(BehaviorRunner runner) {
            this.runner = runner;
        }

        @Override
        public Progress start(int agent, Step step) {
            Errand errand = mErrand.get(agent);
            if (errand.left.equals(step.type())) {
                errand.left = "";
                errand.doing = step.type();
                mBehavior.get(agent).since = errand.leftSince;
                return Progress.RUNNING;
            }
            abandonErrand(agent);
            errand.doing = step.type();
            return runner.start(agent, step);
        }

        @Override
        public Progress tick(int agent, Step step) {
            return runner.tick(agent, step);
        }

        @Override
        public void stop(int agent, Step step) {
            mErrand.get(agent).doing = "";
            runner.stop(agent, step);
        }
    }
}
