/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.apply;

import com.artemis.ComponentMapper;
import com.artemis.EntitySubscription;
import dev.triune.component.Mind;
import org.jspecify.annotations.Nullable;

/** Finds the mind that made a request. Game thread only. */
public record MindLookup(EntitySubscription agents, ComponentMapper<Mind> minds) {
    /** Returns the mind of an agent; null if it is gone, even if its entity id is in use again. */
    public @Nullable Mind find(int agent, long serial) {
        boolean isActive = agents.getActiveEntityIds().get(agent);
        Mind mind = isActive ? minds.get(agent) : null;
        return mind != null && mind.serial == serial ? mind : null;
    }
}
