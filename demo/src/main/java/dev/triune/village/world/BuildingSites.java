/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.world;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * All sites for one kind of building: each is free, reserved by one builder, or built on. The site of
 * a project is never reserved, so that many can build there.
 */
final class BuildingSites {
    private static final float RING = 9;
    private static final int MOST_REPAIR = 1_500;

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

    /** Returns how many the village has use for. */
    int limit() {
        return limit;
    }

    /** Sets how many the village has use for, at most as many as there can be. */
    void limit(int wanted) {
        limit = Math.min(wanted, building.limit());
    }

    /** Reserves the free site that is nearest to being finished; empty if there is none. */
    Optional<BuildingSite> claim() {
        return next().map(site -> claim(site.number()));
    }

    /** Returns the free site that would be reserved next: one that was begun, or needs repair, first. */
    Optional<BuildingSite> next() {
        return IntStream.range(0, work.length)
                .filter(number -> !reserved.get(number) && !built.get(number))
                .filter(number -> number < limit || work[number] != 0)
                .boxed()
                .min(Comparator.comparingInt(this::left).thenComparing(Comparator.naturalOrder()))
                .map(number -> new BuildingSite(building, number, at(number)));
    }

    /** Returns what is left to do: 0 if work is, 1 if material for a repair is, 2 if all is. */
    private int left(int number) {
        if (work[number] == 0) {
            return 2;
        }
        return work[number] > 0 ? 0 : 1;
    }

    /** Returns the sites that were begun, or need repair, whether or not somebody works there. */
    List<BuildingSite> unfinished() {
        return IntStream.range(0, work.length)
                .filter(number -> work[number] != 0 && !built.get(number))
                .mapToObj(number -> new BuildingSite(building, number, at(number)))
                .toList();
    }

    /** Has what stands fall into disrepair, so that a part of the work is to be done again. */
    void wear(int number) {
        built.clear(number);
        work[number] = Math.min(building.ticks() / 2, MOST_REPAIR) - building.ticks();
    }

    /**
     * Returns the work done on a site, in ticks; positive as soon as the material is there. Negative
     * if it needs repair and the material for that is not there.
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

    /** Reserves that site. */
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

    /** Returns where the site of that number is. */
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

    /** A spot on the ring of homes around the square. */
    private static Point onRing(int number) {
        double angle = 2 * Math.PI * number / Building.HOME.limit();
        return new Point((float) (24 + RING * StrictMath.cos(angle)), (float)
                (24 + RING * StrictMath.sin(angle)));
    }
}
