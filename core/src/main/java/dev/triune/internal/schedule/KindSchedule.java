/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import com.artemis.World;
import dev.triune.GameClock;
import dev.triune.MindKind;

/** What decides when the agents of one kind ask, and what they ask. Game thread only. */
public final class KindSchedule {
    public final MindKind kind;
    public final LayerCooldowns cooldowns;
    public final LayerSelector selector;
    final AgentOrdering ordering;

    @SuppressWarnings("NullAway.Init") // set by initialize
    public RequestSubmitter submitter;

    /** Schedules agents of a kind. */
    public KindSchedule(GameClock clock, MindKind kind) {
        this.kind = kind;
        this.cooldowns = new LayerCooldowns(clock, kind);
        this.selector = new LayerSelector(kind.config(), cooldowns);
        this.ordering = new AgentOrdering(kind.config(), cooldowns);
    }

    /** Takes what submits requests, and has Artemis fill in all mappers. */
    public void initialize(World world, RequestSubmitter requestSubmitter) {
        submitter = requestSubmitter;
        selector.inject(world);
        world.inject(requestSubmitter);
        requestSubmitter.snapshots().inject(world);
    }
}
