/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.world;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Everything in the village that is not a villager. Game thread only. */
public final class Village {
    private static final int HOMES_AT_FIRST = 4;
    private static final int FIELDS_AT_FIRST = 2;
    private static final int CAPACITY_PER_STOREHOUSE = 60;
    private static final long WEAR_FROM = 2L * Calendar.TICKS_PER_DAY;

    private final Stock store = new Stock();
    private final Map<Resource, ResourcePatch> patches = new EnumMap<>(Resource.class);
    private final Buildings buildings = new Buildings();
    private final Weather weather;
    private final Wolf wolf = new Wolf();
    private final Chronicle chronicle = new Chronicle();
    private final int scale;
    private final int homesAtFirst;
    private int newcomers;
    private long tick;

    /** Creates a village with the weather of seed 1. */
    public Village(int villagers) {
        this(villagers, 1);
    }

    /**
     * A small village on its first morning.
     *
     * @param villagers for how many it is stocked
     * @param seed decides when the storm and the wolf come
     */
    public Village(int villagers, long seed) {
        weather = new Weather(seed);
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
        campfires().get(0).feed(4);
    }

    /** For more people more is there, and more grows back at a time. */
    private void patch(Place place, Resource resource, int most, int ticks) {
        patches.put(resource, new ResourcePatch(place, resource, most * scale, ticks, scale));
    }

    /** Advances by a tick: things grow, fires burn down, twice as fast in a storm. */
    public void advanceTo(long now) {
        tick = now;
        Calendar.Season season = Calendar.season(now);
        patches.values().forEach(resourcePatch -> resourcePatch.grow(now, season));
        buildings.fires.forEach(Campfire::burn);
        if (weather.isStorm(now)) {
            buildings.fires.forEach(Campfire::burn);
        } else if (season != Calendar.Season.WINTER) {
            buildings.plots.forEach(FieldPlot::grow);
        }
        if (now % Calendar.TICKS_PER_DAY == 0 && now > WEAR_FROM) {
            buildings.wear(Calendar.day(now));
        }
        if (now == weather.forecastTick(now)) {
            spoil();
        }
    }

    /** Spoils the stock before a storm: a third of it remains usable. */
    private void spoil() {
        for (Resource resource : Resource.values()) {
            store.take(resource, store.get(resource) * 2 / 3);
        }
    }

    /** Returns when storms come. */
    public Weather weather() {
        return weather;
    }

    /** Returns whether a storm rages. */
    public boolean isStorm() {
        return weather.isStorm(tick);
    }

    /** Returns the wolf, whether it is here or not. */
    public Wolf wolf() {
        return wolf;
    }

    /** Returns the pieces of field. */
    public List<FieldPlot> fieldPlots() {
        return Collections.unmodifiableList(buildings.plots);
    }

    /** Returns how much of each resource there is room for. */
    public int storageCapacity() {
        return CAPACITY_PER_STOREHOUSE * scale * builtCount(Building.STOREHOUSE);
    }

    /** Returns how much of a resource the village needs in store when a storm comes. */
    public int needed(Resource resource) {
        return switch (resource) {
            case WOOD -> 24 * scale;
            case BERRIES -> 16 * scale;
            case BREAD -> 16; // there is no more field for more people
            case STONE, GRAIN, WATER, TOOL -> 0;
        };
    }

    /**
     * Returns where water is drawn nearest to a spot: at the river, or the well once it
     * stands.
     */
    public Point nearestWater(float x, float y) {
        Point river = Place.RIVER.point();
        if (builtCount(Building.WELL) == 0) {
            return river;
        }
        Point well = buildings.of(Building.WELL).at(0);
        return well.distance(x, y) < river.distance(x, y) ? well : river;
    }

    /**
     * Returns where bread is baked: at a bakery, or at the fire of the square as long as there is
     * none.
     */
    public Point oven() {
        return builtCount(Building.BAKERY) == 0
                ? Place.SQUARE.point()
                : buildings.of(Building.BAKERY).at(0);
    }

    /** Returns the tick that it is. */
    public long tick() {
        return tick;
    }

    /** Returns the common stock. */
    public Stock store() {
        return store;
    }

    /** Returns where a resource grows; empty for one that is made. */
    public Optional<ResourcePatch> patch(Resource resource) {
        return Optional.ofNullable(patches.get(resource));
    }

    /** Returns every fire, burning or not. */
    public List<Campfire> campfires() {
        return Collections.unmodifiableList(buildings.fires);
    }

    /** Returns the fire nearest to a spot. */
    public Campfire nearestFire(float x, float y) {
        return buildings.nearestFire(x, y);
    }

    /** Returns whether a burning fire warms that spot. */
    public boolean warmedAt(float x, float y) {
        return buildings.warmedAt(x, y);
    }

    /** Returns the home of the villager with that number, counted from 0, of those there at first. */
    public Point home(int number) {
        return buildings.of(Building.HOME).at(number % HOMES_AT_FIRST);
    }

    /** Returns the home that goes up for the newcomer with that number, counted from 1. */
    public BuildingSite newcomersHome(int number) {
        int site = homesAtFirst + number - 1;
        return new BuildingSite(Building.HOME, site, buildings.of(Building.HOME).at(site));
    }

    /** Returns how many came to live here. */
    public int newcomers() {
        return newcomers;
    }

    /** Returns whether there is a site for one more home. */
    public boolean hasRoomForNewcomer() {
        return homesAtFirst + newcomers < Building.HOME.limit();
    }

    /** Has somebody come to live here: the village has use for one more home. */
    public void addNewcomer() {
        newcomers++;
        buildings.of(Building.HOME).limit(homesAtFirst + newcomers);
    }

    /** Returns what changed for good. */
    public Chronicle chronicle() {
        return chronicle;
    }

    /** Returns the site of every building that stands, in the order in which they were built. */
    public List<BuildingSite> built() {
        return Collections.unmodifiableList(buildings.built);
    }

    /** Returns whether a building stands on a site. */
    public boolean isBuilt(BuildingSite buildingSite) {
        return buildings.of(buildingSite.building()).isBuilt(buildingSite.number());
    }

    /** Returns the kinds of which the village can have more: of projects only the next one. */
    public List<Building> wantedBuildings() {
        return buildings.wanted();
    }

    /** Returns the sites where building was begun, or repair is due. */
    public List<BuildingSite> unfinished() {
        return buildings.unfinished();
    }

    /** Returns how many of a building the village has use for. */
    public int limit(Building building) {
        return buildings.of(building).limit();
    }

    /** Returns how many of a building stand. */
    public int builtCount(Building building) {
        return buildings.of(building).builtCount();
    }

    /** Returns how many of a building stand or are being built; never more than its cap. */
    public int claimedCount(Building building) {
        return buildings.of(building).claimedCount();
    }

    /**
     * Reserves a site, so that nobody else builds there; empty if the village has enough of them.
     */
    public Optional<BuildingSite> claim(Building building) {
        return buildings.of(building).claim();
    }

    /**
     * Gives up a reservation.
     *
     * @throws IllegalStateException if there is none
     */
    public void release(BuildingSite buildingSite) {
        buildings.of(buildingSite.building()).release(buildingSite);
    }

    /** Returns whether the material for the next one, if there is a site, is there or in store. */
    public boolean isPayable(Building building) {
        return buildings.isPayable(building, store);
    }

    /** Returns whether the material for a site is there, or in store. */
    public boolean isPayable(BuildingSite site) {
        return buildings.isPayable(site, store);
    }

    /** Brings material to a site, unless it is there or not in store; returns whether it is there. */
    public boolean pay(BuildingSite site) {
        boolean repair = work(site) < 0;
        boolean paid = buildings.pay(site, store);
        if (repair && paid) {
            chronicle.add(Chronicle.Change.REPAIRS);
        }
        return paid;
    }

    /**
     * Returns the work that was done on a site, in ticks; positive as soon as the material is
     * there, negative if it needs material for a repair.
     */
    public int work(BuildingSite buildingSite) {
        return buildings.of(buildingSite.building()).work(buildingSite.number());
    }

    /** Sets the work done on a site, in ticks. */
    public void work(BuildingSite buildingSite, int ticks) {
        buildings.of(buildingSite.building()).work(buildingSite.number(), ticks);
    }

    /**
     * Completes the building on a reserved site.
     *
     * @throws IllegalStateException if nobody has reserved it
     */
    public void complete(BuildingSite buildingSite) {
        buildings.complete(buildingSite);
    }

    /**
     * Reserves a certain site, as a save has it.
     *
     * @throws IllegalStateException if it is not there or not free
     */
    public BuildingSite claim(Building building, int number) {
        return buildings.of(building).claim(number);
    }

    /** Returns everything for a save, except reservations. */
    public VillageState state() {
        VillageState state = new VillageState();
        state.tick = tick;
        store.copyTo(state.store);
        state.left =
                patches.values().stream().mapToInt(ResourcePatch::remaining).toArray();
        state.wolf = wolf.state();
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
        wolf.restore(state.wolf);
        newcomers = state.newcomers;
        buildings.of(Building.HOME).limit(homesAtFirst + newcomers);
        chronicle.restore(state.chronicle);
        buildings.restore(state);
    }

    /** Returns what stands, with the caps, in words. */
    public String describeBuildings() {
        return buildings.describe();
    }
}
