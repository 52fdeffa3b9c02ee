/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import com.artemis.ComponentMapper;
import dev.triune.behavior.Progress;
import dev.triune.component.Behavior;
import dev.triune.plan.Step;
import dev.triune.village.people.People;
import dev.triune.village.people.Position;
import dev.triune.village.people.Walking;
import dev.triune.village.places.Village;
import java.util.OptionalInt;

/** What all actions share that are done with somebody, named in the field {@code to}. */
abstract class Meeting extends Walking {
    private static final float REACH = 1.5f;

    private final People people;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Behavior> mBehavior;

    Meeting(Village village, People people) {
        super(village);
        this.people = people;
    }

    @Override
    public Progress start(int agent, Step step) {
        mErrand.get(agent).clear();
        OptionalInt other = people.named(step.text("to"));
        if (other.isEmpty()) {
            return Progress.failed("there is nobody of that name");
        }
        return other.getAsInt() == agent ? Progress.failed("that is yourself") : Progress.RUNNING;
    }

    @Override
    public Progress tick(int agent, Step step) {
        int other = people.named(step.text("to")).orElse(agent);
        if (mBehavior.get(other).asleep) {
            return Progress.failed(step.text("to") + " is asleep");
        }
        Position there = mPosition.get(other);
        boolean near = mPosition.get(agent).distance(there.x, there.y) <= REACH;
        if (!near) {
            walk(agent, there.x, there.y);
        }
        return together(agent, other, step, near);
    }

    /** Goes on for a tick with the other, who is awake. */
    abstract Progress together(int agent, int other, Step step, boolean near);
}
