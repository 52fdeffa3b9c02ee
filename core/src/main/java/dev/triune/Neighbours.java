/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import java.util.Arrays;

/**
 * Finds points within a radius, the nearest first, then by id, with a grid of cells of that size.
 * Allocates only to grow. Game thread only.
 */
final class Neighbours {
    /** The cells around a place. */
    private static final int AROUND = 9;

    private final float radius;

    /** The cells in a unit; each is a little larger than the radius, however that is rounded. */
    private final float cellsPerUnit;

    private int[] ids = new int[64];
    private float[] xs = new float[64];
    private float[] ys = new float[64];

    /** The bucket of each point: one for each hash of a cell. */
    private int[] buckets = new int[64];

    private int size;

    /** Where the points of each bucket end in what is sorted; the length is a power of two. */
    private int[] ends = new int[32];

    /** The points by their buckets, so that those of a cell lie side by side in memory. */
    private int[] sortedIds = new int[64];

    private float[] sortedXs = new float[64];
    private float[] sortedYs = new float[64];
    private boolean sorted;
    private final int[] around = new int[AROUND];

    /** Of what was found the square of the distance and then the id, in one number to sort by. */
    private long[] found = new long[64];

    private int count;

    /** The square of the distance within which a search goes on. */
    private float farthest;

    /** Creates an empty set of points, for searches within a radius above 0. */
    public Neighbours(float radius) {
        this.radius = radius;
        this.cellsPerUnit = 0.99999f / radius;
    }

    public void clear() {
        size = 0;
        sorted = false;
    }

    public void add(int id, float x, float y) {
        if (size == ids.length) {
            grow();
        }
        ids[size] = id;
        xs[size] = x;
        ys[size] = y;
        buckets[size++] = bucket(cell(x), cell(y));
        sorted = false;
    }

    /** Searches for the nearest, except one id; returns how many {@link #found} holds. */
    public int search(int self, float x, float y, int limit) {
        if (!sorted) {
            sort();
        }
        count = 0;
        if (found.length < 2 * limit) {
            found = new long[2 * limit];
        }
        farthest = radius * radius;
        int column = cell(x);
        int row = cell(y);
        int next = 0;
        for (int i = column - 1; i <= column + 1; i++) {
            for (int j = row - 1; j <= row + 1; j++) {
                int bucket = bucket(i, j);
                if (isNew(bucket, next)) { // else it holds the points of both cells
                    around[next++] = bucket;
                    searchBucket(self, x, y, limit, bucket);
                }
            }
        }
        keepNearest(limit);
        return count;
    }

    private boolean isNew(int bucket, int searched) {
        for (int i = 0; i < searched; i++) {
            if (around[i] == bucket) {
                return false;
            }
        }
        return true;
    }

    /** Returns an id that the last search found; the nearest has index 0. */
    public int found(int index) {
        return (int) found[index];
    }

    /** Returns the square of the distance of an id that the last search found. */
    public float distance(int index) {
        return Float.intBitsToFloat((int) (found[index] >>> Integer.SIZE));
    }

    private void searchBucket(int self, float x, float y, int limit, int bucket) {
        for (int i = bucket == 0 ? 0 : ends[bucket - 1], end = ends[bucket]; i < end; i++) {
            float toX = sortedXs[i] - x;
            float toY = sortedYs[i] - y;
            float squaredDistance = toX * toX + toY * toY;
            if (squaredDistance <= farthest && sortedIds[i] != self) {
                // the bits of numbers that are not negative are in their order
                long key = (long) Float.floatToRawIntBits(squaredDistance) << Integer.SIZE
                        | sortedIds[i];
                if (limit == 1) {
                    found[0] = count == 0 ? key : Math.min(found[0], key);
                    count = 1;
                    farthest = distance(0);
                    continue;
                }
                if (count == 2 * limit) {
                    keepNearest(limit);
                }
                found[count++] = key;
            }
        }
    }

    /** Sorts what was found, and forgets all but the nearest. */
    private void keepNearest(int limit) {
        if (count > 1) {
            Arrays.sort(found, 0, count);
        }
        if (count >= limit) {
            count = limit;
            farthest = distance(limit - 1);
        }
    }

    private int cell(float value) {
        return (int) Math.floor(value * cellsPerUnit);
    }

    private int bucket(int column, int row) {
        int mixed = column * 0x9E3779B9 + row * 0x85EBCA6B;
        return (mixed ^ (mixed >>> 15)) & (ends.length - 1);
    }

    /** Sorts the points by their buckets, and by their order within each. */
    private void sort() {
        Arrays.fill(ends, 0);
        for (int i = 0; i < size; i++) {
            ends[buckets[i]]++;
        }
        for (int i = 1; i < ends.length; i++) {
            ends[i] += ends[i - 1];
        }
        for (int i = size - 1; i >= 0; i--) {
            int at = --ends[buckets[i]];
            sortedIds[at] = ids[i];
            sortedXs[at] = xs[i];
            sortedYs[at] = ys[i];
        }
        // each end is a start by now: that of the next bucket is its end
        System.arraycopy(ends, 1, ends, 0, ends.length - 1);
        ends[ends.length - 1] = size;
        sorted = true;
    }

    private void grow() {
        int length = 2 * size;
        ids = Arrays.copyOf(ids, length);
        xs = Arrays.copyOf(xs, length);
        ys = Arrays.copyOf(ys, length);
        buckets = new int[length];
        sortedIds = new int[length];
        sortedXs = new float[length];
        sortedYs = new float[length];
        ends = new int[size];
        for (int i = 0; i < size; i++) {
            buckets[i] = bucket(cell(xs[i]), cell(ys[i]));
        }
    }
}
