/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.reflex;

import com.artemis.Aspect;
import com.artemis.ComponentMapper;
import com.artemis.systems.IteratingSystem;
import dev.triune.apply.Ledger;
import dev.triune.autonomic.Reflex;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.QueuedStep;
import dev.triune.plan.Step;
import dev.triune.village.people.Trade;
import dev.triune.village.people.Villager;
import dev.triune.village.places.Village;
import java.util.List;

/**
 * The day's work by habit: a villager that has had no plan for a while does what its trade has
 * always done. So the village lives on when no model answers.
 */
public class RoutineSystem extends IteratingSystem {
    private static final int PATIENCE = 600;
    private static final int PASTIMES = Reflex.RESTLESS.priority();

    private final Village village;
    private final Ledger ledger;
    private long begun;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Behavior> mBehavior;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<BehaviorQueue> mQueue;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Villager> mVillager;

    /** In that village; its steps are entered in that ledger. */
    public RoutineSystem(Village village, Ledger ledger) {
        super(Aspect.all(Villager.class, Behavior.class, BehaviorQueue.class));
        this.village = village;
        this.ledger = ledger;
    }

    /** How many routines have begun. */
    public long begun() {
        return begun;
    }

    /** Counts on from that many, as a save has it. */
    public void resume(long count) {
        begun = count;
    }

    @Override
    protected void process(int agent) {
        Villager villager = mVillager.get(agent);
        BehaviorQueue queue = mQueue.get(agent);
        boolean busy = queue.next() != null
                || mBehavior.get(agent).priority > PASTIMES
                || mBehavior.get(agent).asleep;
        if (busy) {
            villager.busyAt = village.tick();
        } else if (village.tick() - villager.busyAt > PATIENCE) {
            villager.busyAt = village.tick();
            begun++;
            queue.steps.removeIf(QueuedStep::finished);
            for (Step step : routineOf(villager.trade)) {
                queue.steps.add(new QueuedStep(step));
                ledger.stepQueued();
            }
        }
    }

    private static List<Step> routineOf(Trade trade) {
        return switch (trade) {
            case FARMER, HEALER, YOUNGSTER -> List.of(gather("berries", 8), store());
            case WOODCUTTER, TRADER -> List.of(gather("wood", 6), store());
            case BUILDER -> List.of(gather("stone", 4), store());
            case COOK ->
                List.of(withdraw("berries", 4), Step.of("cook").with("amount", 2), store());
            case ELDER -> List.of(withdraw("wood", 3), Step.of("deposit").with("where", "fire"));
        };
    }

    private static Step gather(String target, int amount) {
        return Step.of("gather").with("target", target).with("amount", amount);
    }

    private static Step withdraw(String item, int amount) {
        return Step.of("withdraw").with("item", item).with("amount", amount);
    }

    private static Step store() {
        return Step.of("deposit");
    }
}
