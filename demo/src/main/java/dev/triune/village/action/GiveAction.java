/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import com.artemis.ComponentMapper;
import com.artemis.annotations.Wire;
import dev.triune.action.Progress;
import dev.triune.component.Memory;
import dev.triune.village.action.VillagerAction.Give;
import dev.triune.village.people.Player;
import dev.triune.village.world.Resource;
import dev.triune.village.world.Stock;

/**
 * {@code give}: gives something to another villager, beside whom it lies if that one sleeps, or to the
 * player, who need not be near.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public final class GiveAction extends PartnerAction<Give> {
    private static final float THANKS = 0.08f;

    @Wire
    private Player player;

    private ComponentMapper<Memory> mMemory;

    /** Returns whether the recipient is the player or the stranger. */
    static boolean isToPlayer(Give action) {
        return Player.isVisitor(action.to().strip());
    }

    @Override
    public Progress start(int agent, Give action) {
        return isToPlayer(action)
                ? handOver(agent, player.bag(), action)
                : super.start(agent, action);
    }

    @Override
    boolean servesAsleep(int other) {
        return true;
    }

    @Override
    Progress tickTogether(int agent, int other, Give action) {
        Progress progress = handOver(agent, mVillager.get(other).carries, action);
        if (progress.kind() == Progress.Kind.DONE) {
            thank(other, mPersona.get(agent).name, action.item().label());
        }
        return progress;
    }

    private Progress handOver(int agent, Stock to, Give action) {
        Resource item = action.item();
        int given = mVillager.get(agent).carries.take(item, action.amount());
        to.add(item, given);
        return given == 0 ? Progress.failed("you carry no " + item.label()) : Progress.DONE;
    }

    private void thank(int receiver, String giver, String item) {
        Memory memory = mMemory.get(receiver);
        float liking = memory.relation(giver).map(known -> known.liking).orElse(0f);
        memory.relate(giver, "", liking + THANKS);
        memory.remember(giver + " gave you " + item, "gift", 0.5f, village.tick());
    }
}
