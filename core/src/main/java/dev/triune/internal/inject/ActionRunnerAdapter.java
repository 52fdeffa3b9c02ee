/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.inject;

import com.artemis.utils.Bag;
import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionRunner;
import dev.triune.action.Progress;
import dev.triune.action.Step;

/** Passes a runner the record of each step, created once when the step starts. Game thread only. */
public final class ActionRunnerAdapter<A> implements ActionRunner<Step> {
    private final ActionCatalog catalog;
    private final Class<A> type;
    private final ActionRunner<A> runner;

    /** The record of each agent's current step, by entity id. */
    private final Bag<A> actions = new Bag<>();

    public ActionRunnerAdapter(ActionCatalog catalog, Class<A> type, ActionRunner<A> runner) {
        this.catalog = catalog;
        this.type = type;
        this.runner = runner;
    }

    /** Returns the runner that gets the records; Artemis fills in its mappers. */
    public ActionRunner<A> target() {
        return runner;
    }

    @Override
    public Progress start(int agent, Step step) {
        A action = catalog.action(step, type);
        actions.set(agent, action);
        return runner.start(agent, action);
    }

    @Override
    public Progress tick(int agent, Step step) {
        return tick(agent, step, 0);
    }

    @Override
    public Progress tick(int agent, Step step, double seconds) {
        A action = actions.safeGet(agent);
        return action == null
                ? Progress.failed("nothing runs")
                : runner.tick(agent, action, seconds);
    }

    @Override
    public double progress(int agent, Step step) {
        A action = actions.safeGet(agent);
        return action == null ? Double.NaN : runner.progress(agent, action);
    }

    @Override
    public void stop(int agent, Step step) {
        A action = actions.safeGet(agent);
        if (action != null) { // a step outside of the catalog never began
            actions.set(agent, null);
            runner.stop(agent, action);
        }
    }
}
