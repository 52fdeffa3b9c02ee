/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import com.artemis.managers.WorldSerializationManager;
import dev.triune.GameClock;
import dev.triune.MindPlugin;
import dev.triune.village.action.RoutineSystem;
import dev.triune.village.action.VillageRoutine;
import dev.triune.village.people.ApprenticeSystem;
import dev.triune.village.people.NeedsSystem;
import dev.triune.village.people.SeasonReviewSystem;
import dev.triune.village.people.SensesSystem;
import dev.triune.village.people.VillageClockSystem;
import dev.triune.village.people.WolfSystem;
import dev.triune.village.talk.DiarySystem;
import dev.triune.village.talk.MeetingSystem;
import dev.triune.village.talk.VillageTalk;
import dev.triune.village.world.Village;

/** Builds the Artemis world of a village, with its systems in order. */
final class WorldFactory {
    private WorldFactory() {}

    static World of(
            GameClock clock,
            Village village,
            VillageTalk talk,
            MindPlugin minds,
            VillageRoutine villageRoutine) {
        return new World(new WorldConfigurationBuilder()
                .with(new WorldSerializationManager())
                .with(
                        WorldConfigurationBuilder.Priority.HIGH,
                        new VillageClockSystem(clock, village),
                        new NeedsSystem(village),
                        new ApprenticeSystem(village),
                        new SeasonReviewSystem(village),
                        new WolfSystem(village),
                        new SensesSystem(village),
                        new MeetingSystem(village, talk),
                        new DiarySystem(village))
                .with(minds)
                .with(
                        WorldConfigurationBuilder.Priority.LOW,
                        new RoutineSystem(village, villageRoutine))
                .build());
    }
}
