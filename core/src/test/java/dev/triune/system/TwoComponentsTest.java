/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.World;
import com.artemis.WorldConfiguration;
import dev.triune.GameClock;
import dev.triune.component.Behavior;
import dev.triune.component.Needs;
import dev.triune.internal.schedule.GameClockSystem;
import org.junit.jupiter.api.Test;

/** Reflexes need only two components: one that they read and one that they change. */
class TwoComponentsTest {
    @Test
    void entityWithOnlyNeedsAndBehaviorHasReflexes() {
        GameClock clock = new GameClock();
        World world = new World(new WorldConfiguration()
                .setSystem(new GameClockSystem(clock))
                .setSystem(new AutonomicSystem(clock)));
        int animal = world.create();
        Needs needs = world.edit(animal).create(Needs.class);
        Behavior behavior = world.edit(animal).create(Behavior.class);
        needs.hunger = 0.05f;
        world.process();
        assertThat(behavior.name).isEqualTo("seek_food");
        needs.danger = true;
        world.process();
        assertThat(behavior.name).isEqualTo("flee_danger");
    }
}
