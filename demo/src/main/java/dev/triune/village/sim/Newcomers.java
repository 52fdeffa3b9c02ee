/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import com.artemis.ComponentMapper;
import com.artemis.World;
import dev.triune.component.Home;
import dev.triune.component.Persona;
import dev.triune.village.world.BuildingSite;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Chronicle;
import dev.triune.village.world.Point;
import dev.triune.village.world.Village;
import java.util.SplittableRandom;

/**
 * Adds youngsters to the village, about one per week depending on the seed, while there is a site
 * for a home. The next one comes only after the previous one's home was built. Game thread only.
 */
final class Newcomers {
    private static final long ARRIVAL_INTERVAL = 7L * Calendar.TICKS_PER_DAY;
    private static final long FIRST_ARRIVAL = 3L * Calendar.TICKS_PER_DAY;
    private static final int SPREAD_DAYS = 2;
    private static final int FIRST_HOUR = 9;
    private static final int LAST_HOUR = 16;
    private static final Point FROM = new Point(1, 24);

    private final Village village;
    private final VillagerFactory villagers;
    private final long seed;
    private final ComponentMapper<Home> homes;
    private final ComponentMapper<Persona> personas;

    Newcomers(World world, Village village, VillagerFactory villagers, long seed) {
        this.village = village;
        this.villagers = villagers;
        this.seed = seed;
        this.homes = world.getMapper(Home.class);
        this.personas = world.getMapper(Persona.class);
    }

    /** Adds a newcomer or moves one into its home, if it is time. */
    void observe(long tick, boolean askModels) {
        if (tick % Calendar.TICKS_PER_HOUR != 0) {
            return;
        }
        int hour = Calendar.hour(tick);
        boolean arrives = isHoused(village.newcomers())
                && village.hasRoomForNewcomer()
                && tick >= arrivalTick(village.newcomers())
                && hour >= FIRST_HOUR
                && hour <= LAST_HOUR
                && !village.isStorm();
        if (arrives) {
            arrive(askModels);
        }
    }

    /** Returns the earliest tick of the next newcomer, by the number of previous ones. */
    private long arrivalTick(int others) {
        int days = new SplittableRandom(seed + others).nextInt(SPREAD_DAYS + 1);
        return FIRST_ARRIVAL + others * ARRIVAL_INTERVAL + (long) days * Calendar.TICKS_PER_DAY;
    }

    private void arrive(boolean askModels) {
        village.addNewcomer();
        int agent = villagers.addNewcomer(FROM, askModels);
        village.chronicle()
                .add(
                        Chronicle.Change.NEWCOMERS,
                        name(agent) + " comes to live here and to learn a trade, and stays with"
                                + " others until a home is built");
    }

    /** Returns whether a newcomer, by number from 1, has a home; moves it in once that is built. */
    private boolean isHoused(int number) {
        if (number == 0) {
            return true;
        }
        int[] all = villagers.villagerIds();
        int agent = all[all.length - 1];
        BuildingSite site = village.newcomersHome(number);
        Home home = homes.get(agent);
        if (home.x == site.point().x() && home.y == site.point().y()) {
            return true;
        }
        if (village.buildings().isBuilt(site)) {
            home.x = site.point().x();
            home.y = site.point().y();
            village.chronicle().announce(name(agent) + " moves into a new home");
            return true;
        }
        return false;
    }

    private String name(int agent) {
        return personas.get(agent).name;
    }
}
