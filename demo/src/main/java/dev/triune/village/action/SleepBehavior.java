/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import com.artemis.ComponentMapper;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.Behavior;
import dev.triune.village.people.WalkingBehavior;

/**
 * {@code seek_sleep} and {@code forced_sleep}: sleeps at home, or in place, until the reflex ends.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public final class SleepBehavior extends WalkingBehavior<Step> {
    private final boolean inBed;

    private ComponentMapper<Behavior> mBehavior;

    /**
     * Creates the runner.
     *
     * @param inBed whether to walk home first
     */
    public SleepBehavior(boolean inBed) {
        this.inBed = inBed;
    }

    @Override
    public Progress tick(int agent, Step step) {
        Behavior behavior = mBehavior.get(agent);
        if (!behavior.asleep && (!inBed || walkHome(agent))) {
            behavior.asleep = true;
        }
        return Progress.RUNNING;
    }

    @Override
    public void release(int agent) {
        mBehavior.get(agent).asleep = false;
    }
}
