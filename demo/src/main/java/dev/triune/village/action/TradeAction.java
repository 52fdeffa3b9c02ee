/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import com.artemis.ComponentMapper;
import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.component.Memory;
import dev.triune.system.DecisionApplySystem;
import dev.triune.village.action.VillagerAction.Trade;
import dev.triune.village.world.Resource;
import dev.triune.village.world.Stock;

/**
 * {@code trade}: offers another villager an amount of one resource for an amount of another. The
 * partner declines an offer below its price, which depends on how much it likes the villager; both
 * remember a completed trade.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public final class TradeAction extends PartnerAction<Trade> {
    /** The beginning of what both remember; wishes count it. */
    private static final String TRADED = "traded ";

    private static final float THANKS = 0.05f;
    private static final float TOLERANCE = 0.3f;

    private ComponentMapper<Memory> mMemory;
    private DecisionApplySystem decisions;

    @Override
    Progress tickTogether(int agent, int other, Trade action) {
        Resource item = action.item();
        Resource wanted = action.wanted();
        int offered = action.amount();
        int requestedAmount = action.wantedAmount();
        Stock ownStock = mVillager.get(agent).carries;
        Stock otherStock = mVillager.get(other).carries;
        if (ownStock.get(item) < offered) {
            return Progress.failed("you do not carry " + item.label() + " " + offered);
        }
        if (otherStock.get(wanted) < requestedAmount) {
            return Progress.unneeded("when you came to trade, " + name(other) + " carried "
                    + otherStock + ", not " + wanted.label() + " " + requestedAmount);
        }
        if (item.worth() * offered
                < wanted.worth() * requestedAmount * (1 - TOLERANCE * likingOf(other, agent))) {
            return Progress.failed(name(other) + " says that this is too little: worth "
                    + item.worth() * offered + " for " + wanted.worth() * requestedAmount);
        }
        otherStock.add(item, ownStock.take(item, offered));
        ownStock.add(wanted, otherStock.take(wanted, requestedAmount));
        String offerText =
                item.label() + " " + offered + " for " + wanted.label() + " " + requestedAmount;
        note(agent, other, offerText);
        String received =
                wanted.label() + " " + requestedAmount + " for " + item.label() + " " + offered;
        note(other, agent, received);
        decisions.tookPart(
                other, // which may have planned its half
                Step.of("trade")
                        .with("to", name(agent))
                        .with("item", wanted.label())
                        .with("amount", requestedAmount)
                        .with("for", item.label())
                        .with("for_amount", offered));
        return Progress.DONE;
    }

    private void note(int agent, int other, String offerText) {
        Memory memory = mMemory.get(agent);
        memory.remember(TRADED + offerText + " with " + name(other), "trade", 0.4f, village.tick());
        memory.relate(name(other), "", likingOf(agent, other) + THANKS);
    }

    private float likingOf(int of, int whom) {
        return mMemory.get(of).relation(name(whom)).map(known -> known.liking).orElse(0f);
    }

    private String name(int agent) {
        return mPersona.get(agent).name;
    }
}
