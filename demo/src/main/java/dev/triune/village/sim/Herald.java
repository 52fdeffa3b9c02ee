/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import dev.triune.village.people.Lore;
import dev.triune.village.places.Building;
import dev.triune.village.places.Calendar;
import dev.triune.village.places.Site;
import dev.triune.village.places.Village;
import java.util.List;

/**
 * Calls out what happens to all: a new day, weather, the wolf, the feast, what was built. Looks on and
 * changes nothing. Game thread only.
 */
final class Herald {
    private static final int FEAST_BEGINS = 17;

    private final Village village;
    private final Narrator narrator;
    private boolean storm;
    private boolean wolf;
    private int built;
    private boolean begun;

    Herald(Village village, Narrator narrator) {
        this.village = village;
        this.narrator = narrator;
    }

    /** Looks at the village after a tick. */
    void observe() {
        long tick = village.tick();
        List<Site> sites = village.built();
        if (!begun) {
            begun = true;
            storm = village.storm();
            wolf = village.wolf().here();
            built = sites.size();
        }
        tellTime(tick);
        tellWeather(tick);
        if (village.wolf().here() != wolf) {
            wolf = !wolf;
            narrator.happens(wolf ? "a wolf is here" : "the wolf is gone");
        }
        while (built < sites.size()) {
            Building building = sites.get(built++).building();
            narrator.happens("a " + building.label() + " is finished, " + village.standing(building)
                    + " of " + building.cap());
        }
    }

    private void tellTime(long tick) {
        if (tick % Calendar.TICKS_PER_DAY == 0) {
            narrator.happens("the sun rises on day " + Calendar.day(tick));
        }
        boolean hour = tick % Calendar.TICKS_PER_HOUR == 0;
        boolean feast = Calendar.day(tick) == Lore.FEAST_DAY && Calendar.hour(tick) == FEAST_BEGINS;
        if (hour && feast) {
            narrator.happens("the evening of the feast begins");
        }
    }

    private void tellWeather(long tick) {
        if (tick == village.weather().foreseen(tick)) {
            long begins = village.weather().stormBegins(tick);
            narrator.happens("damp has spoilt two thirds of the stock; a storm comes on day "
                    + Calendar.day(begins) + " at about " + Calendar.hour(begins) + ":00");
        }
        if (village.storm() != storm) {
            storm = !storm;
            narrator.happens(storm ? "the storm breaks" : "the storm is over");
        }
    }
}
