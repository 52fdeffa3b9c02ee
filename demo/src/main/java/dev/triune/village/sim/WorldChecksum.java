/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import com.artemis.ComponentMapper;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Needs;
import dev.triune.component.QueuedStep;
import dev.triune.village.people.Position;
import dev.triune.village.people.Villager;
import dev.triune.village.world.Building;
import dev.triune.village.world.Campfire;
import dev.triune.village.world.Resource;
import dev.triune.village.world.Village;

/**
 * Observes the whole village after each tick: finds stuck villagers and keeps a checksum of the
 * state, every {@value #FINGERPRINT_EVERY} ticks from the first. Changes nothing. Artemis fills in
 * the mappers. Game thread only.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
final class WorldChecksum {
    private static final int FINGERPRINT_EVERY = 100;

    private final Village village;
    private final StuckDetector stuckDetector;
    private final Fingerprint fingerprint = new Fingerprint();

    private ComponentMapper<Position> mPosition;
    private ComponentMapper<Needs> mNeeds;
    private ComponentMapper<Behavior> mBehavior;
    private ComponentMapper<BehaviorQueue> mQueue;
    private ComponentMapper<Villager> mVillager;

    WorldChecksum(Village village, StuckDetector stuckDetector) {
        this.village = village;
        this.stuckDetector = stuckDetector;
    }

    /** Returns the checksum of everything observed so far, 16 hexadecimal digits. */
    String fingerprint() {
        return fingerprint.hex();
    }

    /** Returns the running checksum. */
    Fingerprint checksum() {
        return fingerprint;
    }

    /** Observes all villagers at the end of a tick. */
    void observe(long tick, int[] villagers) {
        boolean mark = tick % FINGERPRINT_EVERY == 1; // the first tick tells seeds apart
        for (int agent : villagers) {
            Position at = mPosition.get(agent);
            float hunger = mNeeds.get(agent).hunger;
            stuckDetector.observe(agent, tick, at.x, at.y, hunger, mBehavior.get(agent).asleep);
            if (mark) {
                addVillager(agent);
            }
        }
        if (mark) {
            addVillage();
        }
    }

    private void addVillager(int agent) {
        Position at = mPosition.get(agent);
        Needs needs = mNeeds.get(agent);
        fingerprint.add(at.x).add(at.y);
        fingerprint.add(needs.hunger).add(needs.energy).add(needs.temperature).add(needs.health);
        fingerprint.add(needs.sleepDrive).add(mBehavior.get(agent).name);
        for (QueuedStep queued : mQueue.get(agent).wholePlan()) {
            fingerprint.add(queued.step.toString()).add(queued.state.ordinal());
        }
        for (Resource resource : Resource.values()) {
            fingerprint.add(mVillager.get(agent).carries.get(resource));
        }
    }

    private void addVillage() {
        for (Resource resource : Resource.values()) {
            fingerprint.add(village.store().get(resource));
        }
        for (Building building : Building.values()) {
            fingerprint.add(village.buildings().claimedCount(building));
        }
        for (Campfire campfire : village.buildings().campfires()) {
            fingerprint.add(campfire.fuel());
        }
    }
}
