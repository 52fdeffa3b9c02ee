/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.reflex;

import com.artemis.Aspect;
import com.artemis.BaseEntitySystem;
import com.artemis.ComponentMapper;
import com.artemis.systems.IteratingSystem;
import com.artemis.utils.IntBag;
import dev.triune.component.Behavior;
import dev.triune.component.Needs;

/** Systems that only read the components that the reflexes read of agents without needs. */
public final class ReadingSystems {
    private ReadingSystems() {}

    private static int read(Needs n) {
        return Float.floatToRawIntBits(n.hunger)
                ^ Float.floatToRawIntBits(n.energy)
                ^ Float.floatToRawIntBits(n.temperature)
                ^ Float.floatToRawIntBits(n.health)
                ^ Float.floatToRawIntBits(n.sleepDrive)
                ^ (n.bedtime ? 1 : 0)
                ^ (n.danger ? 2 : 0);
    }

    private static int read(Behavior b) {
        return b.latched ^ (b.origin == Behavior.Origin.STEP ? 1 : 0);
    }

    /** Reads in a loop of its own. */
    public static final class InOwnLoop extends BaseEntitySystem {
        /** The sum of what was read, so that the compiler keeps the reads. */
        int sum;

        @SuppressWarnings("NullAway.Init") // Artemis fills it in
        private ComponentMapper<Needs> mNeeds;

        @SuppressWarnings("NullAway.Init") // Artemis fills it in
        private ComponentMapper<Behavior> mBehavior;

        /** Creates the system for all agents. */
        public InOwnLoop() {
            super(Aspect.all(Needs.class, Behavior.class));
        }

        @Override
        protected void processSystem() {
            IntBag entities = subscription.getEntities();
            int[] ids = entities.getData();
            int read = 0;
            for (int i = 0, n = entities.size(); i < n; i++) {
                read += read(mNeeds.get(ids[i])) ^ read(mBehavior.get(ids[i]));
            }
            sum = read;
        }
    }

    /** Reads in the loop of Artemis, which calls it for each agent. */
    public static final class OneByOne extends IteratingSystem {
        /** The sum of what was read, so that the compiler keeps the reads. */
        int sum;

        @SuppressWarnings("NullAway.Init") // Artemis fills it in
        private ComponentMapper<Needs> mNeeds;

        @SuppressWarnings("NullAway.Init") // Artemis fills it in
        private ComponentMapper<Behavior> mBehavior;

        /** Creates the system for all agents. */
        public OneByOne() {
            super(Aspect.all(Needs.class, Behavior.class));
        }

        @Override
        protected void process(int agent) {
            sum += read(mNeeds.get(agent)) ^ read(mBehavior.get(agent));
        }
    }
}
