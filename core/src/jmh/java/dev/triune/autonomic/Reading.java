/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.autonomic;

import com.artemis.Aspect;
import com.artemis.BaseEntitySystem;
import com.artemis.ComponentMapper;
import com.artemis.systems.IteratingSystem;
import com.artemis.utils.IntBag;
import dev.triune.component.Behavior;
import dev.triune.component.Needs;

/** Systems that read the fields that the reflexes read, and do nothing with them. */
final class Reading {
    private Reading() {}

    private static float read(Needs n) {
        int flags =
                (n.tooHot ? 1 : 0) | (n.bedtime ? 2 : 0) | (n.hasHome ? 4 : 0) | (n.danger ? 8 : 0);
        return n.hunger + n.energy + n.temperature + n.health + n.sleepDrive + flags;
    }

    private static float read(Behavior b) {
        int flags = b.latched | (b.interruptible ? 1 : 0) | (b.name.isEmpty() ? 2 : 0);
        return flags + b.priority + b.since + (b.origin == Behavior.Origin.REFLEX ? 1 : 0);
    }

    /** With a loop of its own. */
    static final class InOwnLoop extends BaseEntitySystem {
        /** What was read: somebody might look. */
        float sum;

        @SuppressWarnings("NullAway.Init") // Artemis fills it in
        private ComponentMapper<Needs> mNeeds;

        @SuppressWarnings("NullAway.Init") // Artemis fills it in
        private ComponentMapper<Behavior> mBehavior;

        /** For every agent. */
        InOwnLoop() {
            super(Aspect.all(Needs.class, Behavior.class));
        }

        @Override
        protected void processSystem() {
            IntBag entities = subscription.getEntities();
            int[] ids = entities.getData();
            float read = 0;
            for (int i = 0, n = entities.size(); i < n; i++) {
                read += read(mNeeds.get(ids[i])) + read(mBehavior.get(ids[i]));
            }
            sum = read;
        }
    }

    /** With the loop that Artemis has, which calls it for each agent. */
    static final class OneByOne extends IteratingSystem {
        /** What was read: somebody might look. */
        float sum;

        @SuppressWarnings("NullAway.Init") // Artemis fills it in
        private ComponentMapper<Needs> mNeeds;

        @SuppressWarnings("NullAway.Init") // Artemis fills it in
        private ComponentMapper<Behavior> mBehavior;

        /** For every agent. */
        OneByOne() {
            super(Aspect.all(Needs.class, Behavior.class));
        }

        @Override
        protected void process(int agent) {
            sum += read(mNeeds.get(agent)) + read(mBehavior.get(agent));
        }
    }
}
