/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.schedule;

import com.artemis.Aspect;
import com.artemis.BaseEntitySystem;
import com.artemis.ComponentMapper;
import com.artemis.utils.IntBag;
import dev.triune.clock.GameClock;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Mind;
import dev.triune.component.Needs;

/**
 * What the scheduler would do without a rota: in each tick it looks at every agent and keeps the one
 * that goes first. By the same rules, in a plain loop. Game thread only.
 */
final class Scan extends BaseEntitySystem {
    private final Thinking thinking;
    private final Readiness readiness;
    private final Selection selection;
    private final Precedence precedence;

    /** Who goes first in the last tick; -1 if nobody would ask. */
    int chosen = -1;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Mind> mMind;

    Scan(GameClock clock, Thinking thinking) {
        super(Aspect.all(Mind.class, Needs.class, Behavior.class, BehaviorQueue.class));
        this.thinking = thinking;
        this.readiness = new Readiness(clock, thinking);
        this.selection = new Selection(thinking, readiness);
        this.precedence = new Precedence(thinking, readiness);
    }

    @Override
    protected void initialize() {
        world.inject(selection);
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
            if (!selection.mayThink(ids[i], mind)) {
                continue;
            }
            SelectionRule rule = selection.select(ids[i], mind);
            int urgency = selection.urgencyOf(ids[i], mind, rule);
            if (!asks(ids[i], mind, rule)) {
                continue;
            }
            long rank = precedence.rank(rule, urgency);
            long asked = precedence.lastAsked(mind);
            if (chosen < 0 || rank > best || (rank == best && asked < waits)) {
                chosen = ids[i];
                best = rank;
                waits = asked;
            }
        }
    }

    private boolean asks(int agent, Mind mind, SelectionRule rule) {
        return selection.isReady(agent, mind, rule)
                && thinking.asksModel(rule.layer())
                && selection.mayAsk(mind, rule);
    }
}
