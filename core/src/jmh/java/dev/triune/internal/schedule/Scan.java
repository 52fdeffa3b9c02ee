/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import com.artemis.Aspect;
import com.artemis.BaseEntitySystem;
import com.artemis.ComponentMapper;
import com.artemis.utils.IntBag;
import dev.triune.GameClock;
import dev.triune.MindConfig;
import dev.triune.MindKind;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.rule.SelectionRule.Readiness;

/**
 * Replaces the scheduler by a plain loop that checks every agent in each tick by the same rules and
 * keeps the first in order. Game thread only.
 */
final class Scan extends BaseEntitySystem {
    private final KindSchedule kind;

    private final Candidate candidate = new Candidate();

    /** The agent chosen in the last tick; -1 for none. */
    int chosen = -1;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Mind> mMind;

    Scan(GameClock clock, MindConfig mindConfig) {
        super(Aspect.all(Mind.class, Needs.class, Behavior.class, BehaviorQueue.class));
        this.kind = new KindSchedule(clock, new MindKind(mindConfig), WorldPace.STANDARD);
    }

    @Override
    protected void initialize() {
        kind.inject(world);
    }

    @Override
    protected void processSystem() {
        IntBag agents = subscription.getEntities();
        int[] ids = agents.getData();
        chosen = -1;
        long best = 0;
        long waits = 0;
        for (int i = 0, n = agents.size(); i < n; i++) {
            Mind mind = mMind.get(ids[i]);
            if (!kind.mayThink(ids[i], mind)) {
                continue;
            }
            Candidate turn = candidate.set(ids[i], mind, kind.choose(ids[i], mind));
            if (kind.readiness(kind.age(turn)) != Readiness.READY) {
                continue;
            }
            long rank = kind.rank(turn);
            long asked = kind.cooldowns.lastInvoked(mind);
            if (chosen < 0 || rank > best || (rank == best && asked < waits)) {
                chosen = ids[i];
                best = rank;
                waits = asked;
            }
        }
    }
}
