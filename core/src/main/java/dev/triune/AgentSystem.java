/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import com.artemis.Aspect;
import com.artemis.BaseEntitySystem;
import com.artemis.ComponentMapper;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Mind;
import dev.triune.component.Needs;

/**
 * Makes agents: an entity with {@link Mind} and {@link Needs} is given the {@link Behavior} and the
 * {@link BehaviorQueue} that it lacks. Game thread only.
 */
public class AgentSystem extends BaseEntitySystem {
    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Behavior> mBehavior;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<BehaviorQueue> mQueue;

    /** For every entity with a mind. */
    public AgentSystem() {
        super(Aspect.all(Mind.class, Needs.class));
    }

    @Override
    protected void inserted(int agent) {
        if (!mBehavior.has(agent)) {
            mBehavior.create(agent);
        }
        if (!mQueue.has(agent)) {
            mQueue.create(agent);
        }
    }

    @Override
    protected void processSystem() {}
}
