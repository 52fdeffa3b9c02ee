/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import com.artemis.BaseEntitySystem;
import com.artemis.ComponentMapper;
import com.artemis.annotations.All;
import com.artemis.annotations.Wire;
import com.artemis.utils.IntBag;
import dev.triune.component.Behavior;
import dev.triune.component.Conversation;
import dev.triune.component.Home;
import dev.triune.component.Senses;
import dev.triune.village.world.Place;
import dev.triune.village.world.Village;

/**
 * Finds the villagers within earshot of each other, twice a second. The map is divided into cells
 * as wide as the earshot, so that only nine neighbouring cells are compared.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
@All({Villager.class, Senses.class, Position.class, Conversation.class})
public class SensesSystem extends BaseEntitySystem {
    /** The maximum distance of people who talk, in tiles. */
    public static final float EARSHOT = 5;

    private static final float AT_HOME = 1.5f;
    private static final int UPDATE_INTERVAL = 10;
    private static final int FORGOTTEN = 1_200;
    private static final int MAX_NEARBY = 6;
    private static final IntBag NOBODY = new IntBag(0);
    private static final int CELLS = (int) Math.ceil(Place.MAP_SIZE / EARSHOT) + 1;

    private final IntBag[] cells = new IntBag[CELLS * CELLS];

    @Wire
    private Village village;

    private ComponentMapper<Senses> mSenses;
    private ComponentMapper<Position> mPosition;
    private ComponentMapper<Behavior> mBehavior;
    private ComponentMapper<Conversation> mConversation;
    private ComponentMapper<Villager> mVillager;
    private ComponentMapper<Home> mHome;

    /** Creates the system with empty cells. */
    public SensesSystem() {
        for (int i = 0; i < cells.length; i++) {
            cells[i] = new IntBag();
        }
    }

    @Override
    protected void processSystem() {
        if (village.tick() % UPDATE_INTERVAL != 0) {
            return;
        }
        for (IntBag cell : cells) {
            cell.setSize(0);
        }
        IntBag all = subscription.getEntities();
        for (int i = 0; i < all.size(); i++) {
            forgetOldSpeech(mSenses.get(all.get(i)));
            mSenses.get(all.get(i)).nearby.setSize(0);
            if (isSociable(all.get(i))) {
                Position at = mPosition.get(all.get(i));
                cells[column(at.x) + CELLS * column(at.y)].add(all.get(i));
            }
        }
        for (int i = 0; i < all.size(); i++) {
            Conversation talk = mConversation.get(all.get(i));
            mSenses.get(all.get(i)).nearby.addAll(talk.partners); // empty without a conversation
            if (talk.active || isSociable(all.get(i))) {
                updateNearby(all.get(i));
            }
        }
    }

    /** Returns whether a villager would join a conversation now; nobody does outside in a storm. */
    public boolean isSociable(int agent) {
        return !mBehavior.get(agent).asleep
                && !mConversation.get(agent).active
                && mVillager.get(agent).talkedOutUntil <= village.tick()
                && !isInStorm(agent);
    }

    /** Returns whether a villager is in a storm, neither at a burning fire nor at home. */
    public boolean isInStorm(int agent) {
        Position at = mPosition.get(agent);
        Home home = mHome.get(agent);
        return village.isStorm()
                && !village.buildings().warmedAt(at.x, at.y)
                && at.distance(home.x, home.y) > AT_HOME;
    }

    /** Removes old lines, answered or not. */
    private void forgetOldSpeech(Senses senses) {
        senses.forgetHeard(line -> village.tick() - line.tick() > FORGOTTEN);
        senses.unattended = Math.min(senses.unattended, senses.heard().size());
    }

    /** Adds the villagers that could begin a conversation with this one or join its current one. */
    private void updateNearby(int agent) {
        Position at = mPosition.get(agent);
        IntBag nearby = mSenses.get(agent).nearby;
        for (int dy = -1; dy <= 1; dy++) {
            for (int dx = -1; dx <= 1; dx++) {
                IntBag cell = cell(column(at.x) + dx, column(at.y) + dy);
                addNear(agent, at, cell, nearby);
            }
        }
    }

    private IntBag cell(int column, int row) {
        boolean outside = column < 0 || row < 0 || column >= CELLS || row >= CELLS;
        return outside ? NOBODY : cells[column + CELLS * row];
    }

    private void addNear(int agent, Position at, IntBag cell, IntBag nearby) {
        for (int i = 0; i < cell.size() && nearby.size() < MAX_NEARBY; i++) {
            int other = cell.get(i);
            Position there = mPosition.get(other);
            if (other != agent && at.distance(there.x, there.y) <= EARSHOT) {
                nearby.add(other);
            }
        }
    }

    private static int column(float coordinate) {
        return Math.max(0, Math.min(CELLS - 1, (int) (coordinate / EARSHOT)));
    }
}
