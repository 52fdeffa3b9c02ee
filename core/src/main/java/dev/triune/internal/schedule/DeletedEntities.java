/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import com.artemis.Aspect;
import com.artemis.ComponentMapper;
import com.artemis.EntitySubscription;
import com.artemis.World;
import com.artemis.utils.BitVector;
import com.artemis.utils.IntBag;
import dev.triune.component.Conversation;
import dev.triune.component.Mind;
import dev.triune.component.Persona;
import dev.triune.component.Player;
import dev.triune.component.Senses;
import org.jspecify.annotations.Nullable;

/**
 * Removes deleted entities from the senses and conversations of the others before their ids are
 * used again. Ignores entities without a component of these minds, because a world may delete
 * many of them in each tick. Game thread only.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public final class DeletedEntities implements EntitySubscription.SubscriptionListener {
    private final EntitySubscription others;
    private final BitVector deletedIds = new BitVector();

    private ComponentMapper<Senses> mSenses;
    private ComponentMapper<Conversation> mConversation;

    private DeletedEntities(World world) {
        world.inject(this);
        others = world.getAspectSubscriptionManager()
                .get(Aspect.one(
                        Mind.class, Persona.class, Player.class, Senses.class, Conversation.class));
    }

    /** Watches a world; after its conversations, which note whom an agent has just talked with. */
    public static void watch(World world) {
        DeletedEntities watcher = new DeletedEntities(world);
        watcher.others.addSubscriptionListener(watcher);
    }

    @Override
    public void inserted(IntBag entities) {}

    @Override
    public void removed(IntBag entities) {
        deletedIds.clear();
        for (int i = 0; i < entities.size(); i++) {
            deletedIds.set(entities.get(i));
        }
        IntBag all = others.getEntities();
        for (int i = 0; i < all.size(); i++) {
            Senses senses = mSenses.get(all.get(i));
            Conversation conversation = mConversation.get(all.get(i));
            if (senses != null) {
                removeDeleted(senses.nearby, null);
            }
            if (conversation != null) {
                removeDeleted(conversation.partners, null);
                removeDeleted(conversation.met, conversation.metUntil);
            }
        }
    }

    /**
     * Removes the deleted ids, and the times at the same indices; keeps the order of the others.
     */
    private void removeDeleted(IntBag ids, long @Nullable [] parallelTimes) {
        int kept = 0;
        for (int i = 0; i < ids.size(); i++) {
            if (!deletedIds.get(ids.get(i))) {
                if (parallelTimes != null) {
                    parallelTimes[kept] = parallelTimes[i];
                }
                ids.getData()[kept++] = ids.get(i);
            }
        }
        ids.setSize(kept);
    }
}
