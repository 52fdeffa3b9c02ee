/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import com.artemis.Aspect;
import com.artemis.BaseEntitySystem;
import com.artemis.ComponentMapper;
import com.artemis.EntitySubscription;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Senses;
import java.util.logging.Logger;

/**
 * Adds the other components of an agent to entities with {@link Mind} and {@link Needs}, and warns
 * once about a mind without needs. Game thread only.
 */
@SuppressWarnings("NullAway.Init") // Artemis and initialize set the fields
public class AgentSetupSystem extends BaseEntitySystem {
    private static final Logger LOG = Logger.getLogger(AgentSetupSystem.class.getName());

    /** The first mind without needs in the tick before; -1 if there was none. */
    private int suspect = -1;

    private boolean warned;

    private EntitySubscription withoutNeeds;
    private ComponentMapper<Behavior> mBehavior;
    private ComponentMapper<BehaviorQueue> mQueue;
    private ComponentMapper<Senses> mSenses;

    public AgentSetupSystem() {
        super(Aspect.all(Mind.class, Needs.class));
    }

    @Override
    protected void initialize() {
        withoutNeeds = world.getAspectSubscriptionManager()
                .get(Aspect.all(Mind.class).exclude(Needs.class));
    }

    @Override
    protected void inserted(int agent) {
        if (!mBehavior.has(agent)) {
            mBehavior.create(agent);
        }
        if (!mQueue.has(agent)) {
            mQueue.create(agent);
        }
        if (!mSenses.has(agent)) {
            mSenses.create(agent);
        }
    }

    @Override
    protected void processSystem() {
        if (warned) {
            return;
        }
        if (suspect >= 0 && withoutNeeds.getActiveEntityIds().get(suspect)) {
            warned = true;
            LOG.warning("entity " + suspect
                    + " has a Mind but no Needs: it is no agent (add Needs). Said once.");
        }
        suspect = withoutNeeds.getActiveEntityIds().nextSetBit(0);
    }
}
