/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.places;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** All that is built, and where more can be: sites, and what came of them. Game thread only. */
final class Buildings {
    private final Map<Building, Sites> sites = new EnumMap<>(Building.class);
    final List<Site> built = new ArrayList<>();
    final List<Fire> fires = new ArrayList<>();
    final List<Point> homes = new ArrayList<>();
    final List<Plot> plots = new ArrayList<>();

    Buildings() {
        for (Building building : Building.values()) {
            sites.put(building, new Sites(building));
        }
    }

    Sites of(Building building) {
        return Objects.requireNonNull(sites.get(building));
    }

    /** Builds so many without material or work. */
    void add(Building building, int count) {
        for (int i = 0; i < count; i++) {
            complete(of(building).claim().orElseThrow());
        }
    }

    /** Completes the building on a reserved site. */
    void complete(Site site) {
        of(site.building()).complete(site);
        built.add(site);
        switch (site.building()) {
            case HOME -> homes.add(site.point());
            case CAMPFIRE -> fires.add(new Fire(site.point()));
            case FIELD -> plots.add(new Plot(site.point()));
            case STOREHOUSE, BAKERY, WELL -> {}
        }
    }

    Fire nearestFire(float x, float y) {
        Fire nearest = fires.get(0);
        for (Fire fire : fires) {
            if (fire.point().distance(x, y) < nearest.point().distance(x, y)) {
                nearest = fire;
            }
        }
        return nearest;
    }

    boolean warmedAt(float x, float y) {
        for (Fire fire : fires) {
            if (fire.burning() && fire.point().distance(x, y) <= Fire.REACH) {
                return true;
            }
        }
        return false;
    }

    /** Puts all that there is into a save, but for reservations. */
    void save(VillageState state) {
        state.buildings =
                built.stream().mapToInt(site -> site.building().ordinal()).toArray();
        state.numbers = built.stream().mapToInt(Site::number).toArray();
        state.fuel = fires.stream().mapToInt(Fire::fuel).toArray();
        state.grown = plots.stream().mapToInt(Plot::grown).toArray();
        sites.forEach((building, all) -> {
            for (int number = 0; number < building.cap(); number++) {
                state.work[building.ordinal()][number] = all.work(number);
            }
        });
    }

    /** Makes everything as it was; nothing is reserved. */
    void restore(VillageState state) {
        fires.clear();
        homes.clear();
        plots.clear();
        built.clear();
        sites.values().forEach(Sites::clear);
        for (int i = 0; i < state.buildings.length; i++) {
            Building building = Building.values()[state.buildings[i]];
            complete(of(building).claim(state.numbers[i]));
        }
        for (int i = 0; i < state.fuel.length; i++) {
            fires.get(i).restore(state.fuel[i]);
        }
        for (int i = 0; i < state.grown.length; i++) {
            plots.get(i).restore(state.grown[i]);
        }
        sites.forEach((building, all) -> {
            for (int number = 0; number < building.cap(); number++) {
                all.work(number, state.work[building.ordinal()][number]);
            }
        });
    }

    /** What stands, with the caps, in words. */
    String inWords() {
        StringBuilder words = new StringBuilder();
        for (Building building : Building.values()) {
            words.append(words.isEmpty() ? "" : ", ")
                    .append(building.label())
                    .append(' ')
                    .append(of(building).claims())
                    .append(" of ")
                    .append(building.cap());
        }
        return words.toString();
    }
}
