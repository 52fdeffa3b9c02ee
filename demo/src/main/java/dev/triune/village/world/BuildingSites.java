/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.world;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * All sites for one kind of building: each is free, reserved by one builder, or built on. Sites of
 * projects are never reserved, so that several villagers can build there.
 */
final class BuildingSites {
    private static final float RING = 9;
    private static final int MAX_REPAIR_WORK = 1_500;

    private final Building building;
    private final BitSet reserved = new BitSet();
    private final BitSet built = new BitSet();
    private final int[] work;
    private int limit;

    BuildingSites(Building building) {
        this.building = building;
        this.work = new int[building.limit()];
        this.limit = building.limit();
    }

    /** Returns the number of buildings that the village needs. */
    int limit() {
        return limit;
    }

    /** Sets the number of buildings that the village needs, at most the maximum of the kind. */
    void limit(int wanted) {
        limit = Math.min(wanted, building.limit());
    }

    /** Reserves the next free site; empty if there is none. */
    Optional<BuildingSite> claim() {
        return next().map(site -> claim(site.number()));
    }

    /**
     * Returns the next free site: unfinished ones first, then those that need material for a
     * repair.
     */
    Optional<BuildingSite> next() {
        return IntStream.range(0, work.length)
                .filter(number -> !reserved.get(number) && !built.get(number))
                .filter(number -> number < limit || work[number] != 0)
                .boxed()
                .min(Comparator.comparingInt(this::remainingWork)
                        .thenComparing(Comparator.naturalOrder()))
                .map(number -> new BuildingSite(building, number, at(number)));
    }

    /**
     * Returns the rank of a site: 0 if it only needs work, 1 if it needs material for a repair, 2
     * if nothing was done yet.
     */
    private int remainingWork(int number) {
        if (work[number] == 0) {
            return 2;
        }
        return work[number] > 0 ? 0 : 1;
    }

    /** Adds the sites that are unfinished or need repair, whether or not somebody works there. */
    void addUnfinished(List<BuildingSite> unfinished) {
        for (int number = 0; number < work.length; number++) {
            if (work[number] != 0 && !built.get(number)) {
                unfinished.add(new BuildingSite(building, number, at(number)));
            }
        }
    }

    /** Makes a building fall into disrepair, so that part of the work has to be repeated. */
    void wear(int number) {
        built.clear(number);
        work[number] = Math.min(building.ticks() / 2, MAX_REPAIR_WORK) - building.ticks();
    }

    /**
     * Returns the work done on a site, in ticks: positive once it has its material, negative if it
     * needs material for a repair.
     */
    int work(int number) {
        return work[number];
    }

    void work(int number, int ticks) {
        work[number] = ticks;
    }

    boolean isBuilt(int number) {
        return built.get(number);
    }

    /** Reserves a site. */
    BuildingSite claim(int number) {
        if (building.isProject()) {
            return new BuildingSite(building, number, at(number));
        }
        if (number < 0 || number >= building.limit() || reserved.get(number) || built.get(number)) {
            throw new IllegalStateException(
                    "site " + number + " for " + building + " is not there or not free");
        }
        reserved.set(number);
        return new BuildingSite(building, number, at(number));
    }

    void clear() {
        reserved.clear();
        built.clear();
        Arrays.fill(work, 0);
    }

    void release(BuildingSite buildingSite) {
        if (building.isProject()) {
            return;
        }
        checkReserved(buildingSite);
        reserved.clear(buildingSite.number());
    }

    void complete(BuildingSite buildingSite) {
        release(buildingSite);
        work[buildingSite.number()] = 0;
        built.set(buildingSite.number());
    }

    int builtCount() {
        return built.cardinality();
    }

    int claimedCount() {
        return builtCount() + reserved.cardinality();
    }

    private void checkReserved(BuildingSite buildingSite) {
        if (!reserved.get(buildingSite.number())) {
            throw new IllegalStateException("nobody has reserved " + buildingSite);
        }
    }

    /** Returns the position of a site. */
    Point at(int number) {
        return switch (building) {
            case HOME -> onRing(number);
            case CAMPFIRE -> number == 0 ? Place.SQUARE.point() : new Point(24 + 6f * number, 28);
            case STOREHOUSE ->
                number == 0 ? Place.STOREHOUSE.point() : new Point(29f + 3 * number, 22);
            case FIELD ->
                new Point(
                        Place.FIELD.x() - 3 + number % 3 * 3,
                        Place.FIELD.y() - 1.5f + (number / 3) * 3);
            case BAKERY -> new Point(20 - 3f * number, 20);
            case WELL -> new Point(21, 27);
            case MARKET -> new Point(26, 29);
            case MILL -> new Point(17, 36);
            case BRIDGE -> new Point(27, 42);
            case TOWER -> new Point(40, 25);
            case BATHHOUSE -> new Point(33, 36);
            case HALL -> new Point(12, 22);
        };
    }

    /** Returns a spot on the ring of homes around the square. */
    private static Point onRing(int number) {
        double angle = 2 * Math.PI * number / Building.HOME.limit();
        return new Point((float) (24 + RING * StrictMath.cos(angle)), (float)
                (24 + RING * StrictMath.sin(angle)));
    }
}
