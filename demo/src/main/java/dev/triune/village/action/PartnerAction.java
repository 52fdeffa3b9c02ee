/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import com.artemis.ComponentMapper;
import com.artemis.annotations.Wire;
import dev.triune.action.Progress;
import dev.triune.component.Behavior;
import dev.triune.village.action.VillagerAction.WithPartner;
import dev.triune.village.people.Position;
import dev.triune.village.people.VillagerDirectory;
import dev.triune.village.people.WalkingBehavior;
import java.util.OptionalInt;

/** Base class of actions with a partner, by name. */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
abstract class PartnerAction<A extends WithPartner> extends WalkingBehavior<A> {
    private static final float REACH = 1.5f;

    @Wire
    private VillagerDirectory people;

    private ComponentMapper<Behavior> mBehavior;

    @Override
    public Progress start(int agent, A action) {
        mErrand.get(agent).clear();
        OptionalInt other = people.find(action.to());
        if (other.isEmpty()) {
            return Progress.failed("there is nobody of that name");
        }
        return other.getAsInt() == agent ? Progress.failed("that is yourself") : Progress.RUNNING;
    }

    @Override
    public Progress tick(int agent, A action) {
        int other = people.find(action.to()).orElse(agent);
        if (isOver(agent, other)) {
            return Progress.DONE;
        }
        if (mBehavior.get(other).asleep && !servesAsleep(other)) {
            return Progress.failed(action.to() + " is asleep");
        }
        Position there = mPosition.get(other);
        boolean near = mPosition.get(agent).distance(there.x, there.y) <= REACH;
        if (!near) {
            walk(agent, there.x, there.y);
            return tickOnTheWay(agent);
        }
        return tickTogether(agent, other, action);
    }

    /** Whether nothing is left to do for the partner, to whom something was done. */
    boolean isOver(int agent, int other) {
        return false;
    }

    /** Whether the action needs no partner who is awake. */
    boolean servesAsleep(int other) {
        return false;
    }

    /** Continues for a tick in which the partner was out of reach. */
    Progress tickOnTheWay(int agent) {
        return Progress.RUNNING;
    }

    /** Continues for a tick with the partner, who is near, and awake if that matters. */
    abstract Progress tickTogether(int agent, int other, A action);
}
