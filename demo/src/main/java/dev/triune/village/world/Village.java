/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.world;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** The state of the village without its villagers. Game thread only. */
public final class Village {
    private static final int SEED_GRAIN = 4;
    private static final int HOMES_AT_FIRST = 4;
    private static final int FIELDS_AT_FIRST = 2;
    private static final int CAPACITY_PER_STOREHOUSE = 60;
    private static final long WEAR_FROM = 2L * Calendar.TICKS_PER_DAY;

    private final Stock store = new Stock();
    private final Map<Resource, ResourcePatch> patches = new EnumMap<>(Resource.class);
    private final Buildings buildings = new Buildings(store);
    private final Weather weather;
    private final Wolf wolf = new Wolf();
    private final Chronicle chronicle = new Chronicle();
    private final long pastHour;
    private final int scale;
    private final int homesAtFirst;
    private int newcomers;
    private long tick;

    /** Creates a village with the weather of seed 1. */
    public Village(int villagers) {
        this(villagers, 1);
    }

    /**
     * Creates a small village on its first morning.
     *
     * @param villagers the number of villagers for which it is stocked
     * @param seed determines when storms and other events come
     */
    public Village(int villagers, long seed) {
        weather = new Weather(seed);
        pastHour = Calendar.pastHour(seed);
        scale = Math.max(1, villagers / 8);
        homesAtFirst =
                Math.max(HOMES_AT_FIRST, Math.min((villagers + 1) / 2, Building.HOME.limit()));
        buildings.of(Building.HOME).limit(homesAtFirst);
        patch(Place.FOREST, Resource.WOOD, 100, 110);
        patch(Place.QUARRY, Resource.STONE, 60, 240);
        patch(Place.BERRIES, Resource.BERRIES, 80, 110);
        patch(Place.RIVER, Resource.WATER, 400, 1);
        store.add(Resource.WOOD, 12 * scale);
        store.add(Resource.BERRIES, 10 * scale);
        store.add(Resource.GRAIN, 8 * scale);
        store.add(Resource.WATER, 6 * scale);
        store.add(Resource.BREAD, 4 * scale);
        buildings.add(Building.CAMPFIRE, 1);
        buildings.add(Building.HOME, HOMES_AT_FIRST);
        buildings.add(Building.STOREHOUSE, 1);
        buildings.add(Building.FIELD, FIELDS_AT_FIRST);
        buildings.campfires().get(0).feed(4);
    }

    /** Adds a patch, with capacity and growth scaled to the number of villagers. */
    private void patch(Place place, Resource resource, int most, int ticks) {
        patches.put(resource, new ResourcePatch(place, resource, most * scale, ticks, scale));
    }

    /**
     * Advances by a tick: resources and grain grow, and fires burn down, twice as fast in a storm.
     */
    public void advanceTo(long now) {
        tick = now;
        Calendar.Season season = Calendar.season(now);
        patches.values().forEach(resourcePatch -> resourcePatch.grow(now, season));
        buildings.campfires().forEach(Campfire::burn);
        if (weather.isStorm(now)) {
            buildings.campfires().forEach(Campfire::burn);
        } else if (season != Calendar.Season.WINTER) {
            buildings.fieldPlots().forEach(FieldPlot::grow);
        }
        if (now % Calendar.TICKS_PER_DAY == 0 && now > WEAR_FROM) {
            buildings.wear(Calendar.day(now));
        }
        if (now == weather.forecastTick(now)) {
            spoil();
        }
    }

    /** Spoils two thirds of the stock when a storm is forecast. */
    private void spoil() {
        for (Resource resource : Resource.values()) {
            store.take(resource, store.get(resource) * 2 / 3);
        }
    }

    /** Returns the times of storms. */
    public Weather weather() {
        return weather;
    }

    /** Returns whether there is a storm. */
    public boolean isStorm() {
        return weather.isStorm(tick);
    }

    /** Returns how long after a full hour events come; see {@link Calendar#pastHour}. */
    public long pastHour() {
        return pastHour;
    }

    /** Returns the wolf, whether or not it is on the map. */
    public Wolf wolf() {
        return wolf;
    }

    /** Returns the capacity of the storehouses for each resource. */
    public int storageCapacity() {
        return CAPACITY_PER_STOREHOUSE * scale * buildings.builtCount(Building.STOREHOUSE);
    }

    /** Returns the amount of a resource that the village needs in store for a storm. */
    public int needed(Resource resource) {
        return switch (resource) {
            case WOOD -> 24 * scale;
            case BERRIES -> 16 * scale;
            case BREAD -> 16; // the field does not grow with the village
            case STONE, GRAIN, WATER, TOOL -> 0;
        };
    }

    /** Returns the nearest water: the river, or the well once it is built. */
    public Point nearestWater(float x, float y) {
        Point river = Place.RIVER.point();
        if (buildings.builtCount(Building.WELL) == 0) {
            return river;
        }
        Point well = buildings.of(Building.WELL).at(0);
        return well.distance(x, y) < river.distance(x, y) ? well : river;
    }

    /**
     * Returns the place to bake bread: the bakery, or the fire at the square until one is built.
     */
    public Point oven() {
        return buildings.builtCount(Building.BAKERY) == 0
                ? Place.SQUARE.point()
                : buildings.of(Building.BAKERY).at(0);
    }

    /** Returns the buildings, fields and fires. */
    public Buildings buildings() {
        return buildings;
    }

    /** Returns the current tick. */
    public long tick() {
        return tick;
    }

    /** Returns the common stock. */
    public Stock store() {
        return store;
    }

    /** Returns the grain that must stay for the next sowing: nothing while some grows. */
    public int seedGrain() {
        return buildings.fieldPlots().stream().allMatch(FieldPlot::bare) ? SEED_GRAIN : 0;
    }

    /** Returns the patch of a resource; empty for resources that do not grow. */
    public Optional<ResourcePatch> patch(Resource resource) {
        return Optional.ofNullable(patches.get(resource));
    }

    /** Returns the home of one of the first villagers, by number from 0. */
    public Point home(int number) {
        return buildings.of(Building.HOME).at(number % HOMES_AT_FIRST);
    }

    /** Returns the site of a newcomer's home, by number from 1. */
    public BuildingSite newcomersHome(int number) {
        int site = homesAtFirst + number - 1;
        return new BuildingSite(Building.HOME, site, buildings.of(Building.HOME).at(site));
    }

    /** Returns the number of newcomers. */
    public int newcomers() {
        return newcomers;
    }

    /** Returns whether there is a site for one more home. */
    public boolean hasRoomForNewcomer() {
        return homesAtFirst + newcomers < Building.HOME.limit();
    }

    /** Counts a newcomer, for whom the village needs one more home. */
    public void addNewcomer() {
        newcomers++;
        buildings.of(Building.HOME).limit(homesAtFirst + newcomers);
    }

    /** Returns the record of lasting changes. */
    public Chronicle chronicle() {
        return chronicle;
    }

    /** Returns everything for a save, except reservations. */
    public VillageState state() {
        VillageState state = new VillageState();
        state.tick = tick;
        store.copyTo(state.store);
        state.left =
                patches.values().stream().mapToInt(ResourcePatch::remaining).toArray();
        wolf.copyTo(state.wolf);
        state.newcomers = newcomers;
        state.chronicle = chronicle.counts();
        buildings.save(state);
        return state;
    }

    /** Restores everything from a save; nothing is reserved. */
    public void restore(VillageState state) {
        tick = state.tick;
        state.store.copyTo(store);
        int place = 0;
        for (ResourcePatch resourcePatch : patches.values()) {
            resourcePatch.restore(state.left[place++]);
        }
        state.wolf.copyTo(wolf);
        newcomers = state.newcomers;
        buildings.of(Building.HOME).limit(homesAtFirst + newcomers);
        chronicle.restore(state.chronicle);
        buildings.restore(state);
    }
}
