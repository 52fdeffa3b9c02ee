/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.reflex;

import com.badlogic.gdx.ai.fsm.DefaultStateMachine;
import com.badlogic.gdx.ai.fsm.State;
import com.badlogic.gdx.ai.msg.Telegram;

/** A state machine of gdx-ai for each agent, whose states are an enum: the row that it follows. */
public final class MachineHerd implements Herd {
    private final Body[] bodies;
    private long tick;

    public MachineHerd(int size, boolean shuffled) {
        bodies = Plain.agents(size, shuffled, Body[]::new, Body::new);
    }

    @Override
    public void pass() {
        long now = ++tick;
        for (Body body : bodies) {
            body.creature.sense(now);
            body.machine.update();
        }
    }

    @Override
    public void start(int agent, Deed deed, boolean interruptible, long since) {
        bodies[agent].creature.start(deed, interruptible, since);
    }

    @Override
    public void fare(int agent, Figures figures) {
        bodies[agent].creature.fare(figures);
    }

    @Override
    public void resume(int agent, boolean interruptible, long now) {
        bodies[agent].creature.begin(Deed.GATHER, 20, interruptible, now);
    }

    @Override
    public String state(int agent) {
        return bodies[agent].creature.state();
    }

    /** An agent and its machine. */
    static final class Body {
        private final Creature creature = new Creature();
        private final DefaultStateMachine<Body, Following> machine =
                new DefaultStateMachine<>(this, Following.NOTHING);
    }

    /** Which row of the table an agent follows, in the order of the table. */
    enum Following implements State<Body> {
        /** The row of that name. */
        EXHAUSTED,
        /** The row of that name. */
        COLLAPSING,
        /** The row of that name. */
        IN_DANGER,
        /** The row of that name. */
        COLD,
        /** The row of that name. */
        HOT,
        /** The row of that name. */
        WOUNDED,
        /** The row of that name. */
        TIRED,
        /** The row of that name. */
        STARVING,
        /** The row of that name. */
        BEDTIME,
        /** The row of that name. */
        HUNGRY,
        /** The row of that name. */
        SLEEPY,
        /** The row of that name. */
        RESTLESS,
        /** The row of that name. */
        BORED,
        /** None of them. */
        NOTHING;

        private static final Following[] ALL = values();

        @Override
        public void enter(Body body) {
            if (this == NOTHING) {
                body.creature.letGo();
            } else {
                body.creature.follow(ordinal());
            }
        }

        /** Looks at its transitions: to the first row that is allowed, or to none. */
        @Override
        public void update(Body body) {
            Following next = NOTHING;
            for (int place = 0; place < ALL.length - 1; place++) {
                if (body.creature.allows(place)) {
                    next = ALL[place];
                    break;
                }
            }
            if (next != this) {
                body.machine.changeState(next);
            } else if (this != NOTHING) {
                body.creature.follow(ordinal());
            }
        }

        @Override
        public void exit(Body body) {}

        @Override
        public boolean onMessage(Body body, Telegram telegram) {
            return false;
        }
    }
}
