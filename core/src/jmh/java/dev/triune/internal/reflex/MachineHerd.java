/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.reflex;

import com.badlogic.gdx.ai.fsm.DefaultStateMachine;
import com.badlogic.gdx.ai.fsm.State;
import com.badlogic.gdx.ai.msg.Telegram;

/** A state machine of gdx-ai for each agent, with an enum of states: the row it follows. */
public final class MachineHerd implements Herd {
    private final Body[] bodies;
    private long tick;

    public MachineHerd(int size, boolean shuffled) {
        bodies = ShuffledObjects.agents(size, shuffled, Body[]::new, Body::new);
    }

    @Override
    public void pass() {
        long now = ++tick;
        for (Body body : bodies) {
            body.agent.sense(now);
            body.machine.update();
        }
    }

    @Override
    public void start(int agent, Activity activity, boolean interruptible, long since) {
        bodies[agent].agent.start(activity, interruptible, since);
    }

    @Override
    public void setNeeds(int agent, NeedValues values) {
        bodies[agent].agent.setNeeds(values);
    }

    @Override
    public void resume(int agent, boolean interruptible, long now) {
        bodies[agent].agent.begin(Activity.GATHER, 20, interruptible, now);
    }

    @Override
    public String state(int agent) {
        return bodies[agent].agent.state();
    }

    /** An agent and its machine. */
    static final class Body {
        private final TreeAgent agent = new TreeAgent();
        private final DefaultStateMachine<Body, Following> machine =
                new DefaultStateMachine<>(this, Following.NOTHING);
    }

    /** The row of the table that an agent follows, in the order of the table. */
    enum Following implements State<Body> {
        /** The row with this name. */
        EXHAUSTED,
        /** The row with this name. */
        COLLAPSING,
        /** The row with this name. */
        IN_DANGER,
        /** The row with this name. */
        COLD,
        /** The row with this name. */
        HOT,
        /** The row with this name. */
        WOUNDED,
        /** The row with this name. */
        TIRED,
        /** The row with this name. */
        STARVING,
        /** The row with this name. */
        BEDTIME,
        /** The row with this name. */
        HUNGRY,
        /** The row with this name. */
        SLEEPY,
        /** The row with this name. */
        RESTLESS,
        /** The row with this name. */
        BORED,
        /** No row. */
        NOTHING;

        private static final Following[] ALL = values();

        @Override
        public void enter(Body body) {
            if (this == NOTHING) {
                body.agent.endReflex();
            } else {
                body.agent.follow(ordinal());
            }
        }

        /** Changes to the first row that is allowed, or to none. */
        @Override
        public void update(Body body) {
            Following next = NOTHING;
            for (int place = 0; place < ALL.length - 1; place++) {
                if (body.agent.allows(place)) {
                    next = ALL[place];
                    break;
                }
            }
            if (next != this) {
                body.machine.changeState(next);
            } else if (this != NOTHING) {
                body.agent.follow(ordinal());
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
