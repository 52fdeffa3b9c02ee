/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.world;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The buildings, fields and fires of a village, and the sites for more. Game thread only. */
public final class Buildings {
    private static final int DAYS_TO_WEAR = 5;

    private final Stock store;
    private final Map<Building, BuildingSites> sites = new EnumMap<>(Building.class);
    private final List<BuildingSite> built = new ArrayList<>();
    private final List<Campfire> fires = new ArrayList<>();
    private final List<FieldPlot> plots = new ArrayList<>();

    Buildings(Stock store) {
        this.store = store;
        for (Building building : Building.values()) {
            sites.put(building, new BuildingSites(building));
        }
    }

    BuildingSites of(Building building) {
        return Objects.requireNonNull(sites.get(building));
    }

    /** Adds finished buildings, without material or work. */
    void add(Building building, int count) {
        for (int i = 0; i < count; i++) {
            complete(of(building).claim().orElseThrow());
        }
    }

    /** Returns the sites of all finished buildings, in the order in which they were built. */
    public List<BuildingSite> built() {
        return Collections.unmodifiableList(built);
    }

    /** Returns whether the building of a site is finished. */
    public boolean isBuilt(BuildingSite site) {
        return of(site.building()).isBuilt(site.number());
    }

    /** Returns the number of buildings of a kind that the village needs. */
    public int limit(Building building) {
        return of(building).limit();
    }

    /** Returns the number of finished buildings of a kind. */
    public int builtCount(Building building) {
        return of(building).builtCount();
    }

    /** Returns the number of finished buildings and reserved sites of a kind. */
    public int claimedCount(Building building) {
        return of(building).claimedCount();
    }

    /**
     * Reserves a site, so that nobody else builds there; empty if the village has enough of the
     * kind.
     */
    public Optional<BuildingSite> claim(Building building) {
        return of(building).claim();
    }

    /**
     * Reserves the site with a number, when a save is loaded.
     *
     * @throws IllegalStateException if it does not exist or is not free
     */
    public BuildingSite claim(Building building, int number) {
        return of(building).claim(number);
    }

    /**
     * Releases a reserved site.
     *
     * @throws IllegalStateException if it is not reserved
     */
    public void release(BuildingSite site) {
        of(site.building()).release(site);
    }

    /**
     * Returns the work done on a site, in ticks: positive once it has its material, negative if it
     * needs material for a repair.
     */
    public int work(BuildingSite site) {
        return of(site.building()).work(site.number());
    }

    /** Sets the work done on a site, in ticks. */
    public void work(BuildingSite site, int ticks) {
        of(site.building()).work(site.number(), ticks);
    }

    /**
     * Completes the building on a reserved site, or on the site of a project.
     *
     * @throws IllegalStateException if nobody has reserved it
     */
    public void complete(BuildingSite buildingSite) {
        of(buildingSite.building()).complete(buildingSite);
        built.add(buildingSite);
        switch (buildingSite.building()) {
            case CAMPFIRE -> fires.add(new Campfire(buildingSite.point()));
            case FIELD -> plots.add(new FieldPlot(buildingSite.point()));
            default -> {}
        }
    }

    /** Makes some buildings fall into disrepair: each one every {@value #DAYS_TO_WEAR} days. */
    void wear(long day) {
        built.removeIf(site -> {
            int order = site.number() + 3 * site.building().ordinal();
            boolean worn = site.building().wears() && (day + order) % DAYS_TO_WEAR == 0;
            if (worn) {
                of(site.building()).wear(site.number());
            }
            return worn;
        });
    }

    /**
     * Returns whether the next site of a kind has its material or can get it; true if there is no
     * free site.
     */
    public boolean isPayable(Building building) {
        return of(building).next().map(this::isPayable).orElse(true);
    }

    /** Returns whether a site has its material or can get it from the store. */
    public boolean isPayable(BuildingSite site) {
        int done = work(site);
        return done > 0
                || (store.get(Resource.WOOD) >= wood(site.building(), done)
                        && store.get(Resource.STONE) >= stone(site.building(), done));
    }

    /** Moves the material that a site needs out of the store; returns whether the site has it. */
    public boolean pay(BuildingSite site) {
        int done = work(site);
        if (!isPayable(site)) {
            return false;
        }
        if (done <= 0) {
            store.take(Resource.WOOD, wood(site.building(), done));
            store.take(Resource.STONE, stone(site.building(), done));
            work(site, -done);
        }
        return true;
    }

    /** Returns in words what the next site of a kind takes, for building or repair. */
    public String cost(Building building) {
        int done = of(building).next().map(this::work).orElse(0);
        return "wood " + wood(building, done) + " and stone " + stone(building, done);
    }

    private static int wood(Building building, int done) {
        return done < 0 ? building.repairWood() : building.wood();
    }

    private static int stone(Building building, int done) {
        return done < 0 ? building.repairStone() : building.stone();
    }

    /** Returns the sites that are unfinished or need repair. */
    public List<BuildingSite> unfinished() {
        List<BuildingSite> unfinished = new ArrayList<>();
        sites.values().forEach(all -> all.addUnfinished(unfinished));
        return unfinished;
    }

    /** Returns the plots of the field. */
    public List<FieldPlot> fieldPlots() {
        return Collections.unmodifiableList(plots);
    }

    /** Returns all fires, burning or not. */
    public List<Campfire> campfires() {
        return Collections.unmodifiableList(fires);
    }

    /** Returns the fire nearest to a spot. */
    public Campfire nearestFire(float x, float y) {
        Campfire nearest = fires.get(0);
        for (Campfire campfire : fires) {
            if (campfire.point().distance(x, y) < nearest.point().distance(x, y)) {
                nearest = campfire;
            }
        }
        return nearest;
    }

    /** Returns whether a burning fire warms a spot. */
    public boolean warmedAt(float x, float y) {
        for (Campfire campfire : fires) {
            if (campfire.burning() && campfire.point().distance(x, y) <= Campfire.WARMTH_RADIUS) {
                return true;
            }
        }
        return false;
    }

    /** Writes everything into a save, except reservations. */
    void save(VillageState state) {
        state.buildings = built.stream()
                .mapToInt(buildingSite -> buildingSite.building().ordinal())
                .toArray();
        state.numbers = built.stream().mapToInt(BuildingSite::number).toArray();
        state.fuel = fires.stream().mapToInt(Campfire::fuel).toArray();
        state.grown = plots.stream().mapToInt(FieldPlot::grown).toArray();
        sites.forEach((building, all) -> {
            for (int number = 0; number < building.limit(); number++) {
                state.work[building.ordinal()][number] = all.work(number);
            }
        });
    }

    /** Restores everything from a save; nothing is reserved. */
    void restore(VillageState state) {
        fires.clear();
        plots.clear();
        built.clear();
        sites.values().forEach(BuildingSites::clear);
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
            for (int number = 0; number < building.limit(); number++) {
                all.work(number, state.work[building.ordinal()][number]);
            }
        });
    }

    /** Returns the kinds of which the village can have more; of the projects, only the next one. */
    public List<Building> wanted() {
        List<Building> wanted = new ArrayList<>();
        boolean project = false;
        for (Building building : Building.values()) {
            boolean more = of(building).claimedCount() < of(building).limit();
            if (more && !(building.isProject() && project)) {
                wanted.add(building);
            }
            project |= more && building.isProject();
        }
        return wanted;
    }

    /**
     * Returns the kind that the village can pay for and has fewest of, relative to its limit;
     * projects come last.
     */
    public Optional<Building> scarcest() {
        return wanted().stream()
                .filter(this::isPayable)
                .min(Comparator.comparing(Building::isProject)
                        .thenComparing(
                                kind -> (double) of(kind).claimedCount() / of(kind).limit()));
    }

    /** Returns the kinds that exist, are under construction or are wanted. */
    public List<Tally> tallies() {
        List<Building> wanted = wanted();
        List<Tally> tallies = new ArrayList<>();
        for (Building building : Building.values()) {
            int claimed = of(building).claimedCount();
            if (claimed > 0 || wanted.contains(building)) {
                tallies.add(new Tally(
                        building,
                        of(building).builtCount(),
                        claimed,
                        of(building).limit()));
            }
        }
        return tallies;
    }

    /** How many of a kind are built, how many with those under construction, and their limit. */
    public record Tally(Building building, int built, int claimed, int limit) {
        /** Returns how many more the village can have. */
        public int missing() {
            return limit - claimed;
        }

        /** Returns a text such as {@code home 4 and 1 begun}; what can be made says if more can. */
        @Override
        public String toString() {
            String begun = claimed > built ? " and " + (claimed - built) + " begun" : "";
            return building.label() + " " + built + begun;
        }
    }
}
