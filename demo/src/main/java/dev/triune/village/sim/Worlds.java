/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import com.artemis.managers.WorldSerializationManager;
import dev.triune.MindPlugin;
import dev.triune.clock.GameClock;
import dev.triune.schedule.LLMSchedulerSystem;
import dev.triune.village.people.DaySystem;
import dev.triune.village.people.Lore;
import dev.triune.village.people.NeedsSystem;
import dev.triune.village.people.SensesSystem;
import dev.triune.village.people.WolfSystem;
import dev.triune.village.places.Village;
import dev.triune.village.reflex.Habits;
import dev.triune.village.reflex.RoutineSystem;
import dev.triune.village.talk.DiarySystem;
import dev.triune.village.talk.TalkSystem;

/** Puts the systems of a village in their order. */
final class Worlds {
    private Worlds() {}

    static World of(GameClock clock, Village village, Lore lore, MindPlugin minds, Habits habits) {
        World world = new World(new WorldConfigurationBuilder()
                .with(new WorldSerializationManager())
                .with(
                        WorldConfigurationBuilder.Priority.HIGH,
                        new DaySystem(clock, village),
                        new NeedsSystem(village),
                        new WolfSystem(village),
                        new SensesSystem(village),
                        new TalkSystem(village, lore),
                        new DiarySystem(village))
                .with(minds)
                .with(WorldConfigurationBuilder.Priority.LOW, new RoutineSystem(village, habits))
                .build());
        Ears ears = new Ears(world.getSystem(LLMSchedulerSystem.class));
        world.getSystem(TalkSystem.class).onTalk(ears);
        return world;
    }
}
