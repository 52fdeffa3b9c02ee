/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import dev.triune.village.people.VillageFacts;
import dev.triune.village.world.BuildingSite;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Resource;
import dev.triune.village.world.Stock;
import dev.triune.village.world.Village;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Announces a new day, weather, the wolf, the feast, buildings, and entries of the chronicle.
 * Changes nothing else. Game thread only.
 */
final class Announcer {
    private static final int FEAST_BEGINS = 17;

    private final Village village;
    private final VillageListener listener;
    private boolean storm;
    private boolean wolf;
    private List<BuildingSite> built = List.of();
    private final Set<BuildingSite> needingRepair = new HashSet<>();
    private boolean initialized;

    Announcer(Village village, VillageListener villageListener) {
        this.village = village;
        this.listener = villageListener;
    }

    /** Compares the village with the previous tick. */
    void observe() {
        long tick = village.tick();
        List<BuildingSite> buildingSites = village.buildings().built();
        if (!initialized) {
            initialized = true;
            storm = village.isStorm();
            wolf = village.wolf().isPresent();
            built = List.copyOf(buildingSites);
        }
        announceTime(tick);
        announceWeather(tick);
        if (village.wolf().isPresent() != wolf) {
            wolf = !wolf;
            listener.eventAnnounced(wolf ? "a wolf is here" : "the wolf is gone");
        }
        if (built.size() != buildingSites.size()) {
            announceBuildings(buildingSites);
            built = List.copyOf(buildingSites);
        }
        for (Optional<String> next = village.chronicle().nextUnreported();
                next.isPresent();
                next = village.chronicle().nextUnreported()) {
            listener.eventAnnounced(next.get());
        }
    }

    private void announceBuildings(List<BuildingSite> now) {
        for (BuildingSite site : now) {
            if (!built.contains(site) && !needingRepair.remove(site)) {
                listener.eventAnnounced("a " + site.building().label() + " is finished");
            }
        }
        for (BuildingSite site : built) {
            if (!now.contains(site)) {
                needingRepair.add(site);
                listener.eventAnnounced("a " + site.building().label() + " needs repair");
            }
        }
    }

    private void announceTime(long tick) {
        if (tick % Calendar.TICKS_PER_DAY == 0) {
            listener.eventAnnounced("the sun rises on day " + Calendar.day(tick));
            Calendar.Season season = Calendar.season(tick);
            if (season != Calendar.season(tick - 1)) {
                boolean newYear = season == Calendar.Season.SPRING;
                listener.eventAnnounced(season.label()
                        + (newYear ? " and year " + Calendar.year(tick) + " begin" : " begins"));
            }
        }
        boolean hour = tick % Calendar.TICKS_PER_HOUR == village.pastHour();
        boolean feast =
                Calendar.day(tick) == VillageFacts.FEAST_DAY && Calendar.hour(tick) == FEAST_BEGINS;
        if (hour && feast) {
            listener.eventAnnounced("the evening of the feast begins");
        }
    }

    private void announceWeather(long tick) {
        if (tick == village.weather().forecastTick(tick)) {
            long begins = village.weather().stormStart(tick);
            listener.eventAnnounced("damp has spoilt two thirds of the stock; a storm comes on day "
                    + Calendar.day(begins) + " at about " + Calendar.hour(begins) + ":00");
        }
        if (village.isStorm() != storm) {
            storm = !storm;
            listener.eventAnnounced(
                    storm ? "the storm breaks" : "the storm is over; the store holds " + stock());
        }
    }

    private String stock() {
        Stock store = village.store();
        if (store.total() == 0) {
            return "nothing";
        }
        return Arrays.stream(Resource.values())
                .filter(resource -> store.get(resource) > 0)
                .map(resource -> resource.label() + " " + store.get(resource))
                .collect(Collectors.joining(", "));
    }
}
