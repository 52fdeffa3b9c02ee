/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import com.artemis.Aspect;
import com.artemis.BaseEntitySystem;
import com.artemis.ComponentMapper;
import com.artemis.EntitySubscription;
import com.artemis.utils.IntBag;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.component.Senses;
import dev.triune.internal.inject.GameObjects;
import java.util.logging.Logger;

/**
 * Adds the other components of an agent to entities with {@link Mind} and {@link Needs}, and warns
 * once about a mind without needs. Game thread only.
 */
@SuppressWarnings("NullAway.Init") // Artemis and initialize set the fields
public class AgentSetupSystem extends BaseEntitySystem {
    private static final Logger LOG = Logger.getLogger(AgentSetupSystem.class.getName());

    /** The agents that appeared without needs since the last tick, and in the one before. */
    private IntBag newEntities = new IntBag();

    private IntBag entitiesToCheck = new IntBag();
    private boolean warned;

    private EntitySubscription withoutNeeds;
    private ComponentMapper<Behavior> mBehavior;
    private ComponentMapper<BehaviorQueue> mQueue;
    private ComponentMapper<Senses> mSenses;

    /** Creates the system for every entity with a mind. */
    public AgentSetupSystem() {
        super(Aspect.all(Mind.class, Needs.class));
    }

    @Override
    protected void initialize() {
        Aspect.Builder aspect = Aspect.all(Mind.class).exclude(Needs.class);
        withoutNeeds = GameObjects.subscribe(world, aspect, this::scheduleCheck, entity -> {});
    }

    private void scheduleCheck(int entity) {
        if (!warned) {
            newEntities.add(entity);
        }
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
        if (entitiesToCheck.isEmpty() && newEntities.isEmpty()) {
            return;
        }
        for (int i = 0; i < entitiesToCheck.size() && !warned; i++) {
            warn(entitiesToCheck.get(i));
        }
        entitiesToCheck.setSize(0);
        IntBag checked = entitiesToCheck;
        entitiesToCheck = newEntities;
        newEntities = checked;
    }

    private void warn(int entity) {
        if (withoutNeeds.getActiveEntityIds().get(entity)) {
            warned = true;
            LOG.warning("entity " + entity
                    + " has a Mind but no Needs: it is no agent (add Needs). Said once.");
        }
    }
}
