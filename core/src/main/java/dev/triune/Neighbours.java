/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import java.util.Arrays;

/**
 * Finds points within a radius, the nearest first, then by id, with a grid of cells of that size.
 * Allocates only to grow. Game thread only.
 */
final class Neighbours {
    private final float radius;
    private int[] ids = new int[64];
    private float[] xs = new float[64];
    private float[] ys = new float[64];
    private int[] next = new int[64];
    private int size;

    /** The last point of each cell, plus one; the length is a power of two. */
    private int[] cells = new int[128];

    /** Of what was found the square of the distance and then the id, in one number to sort by. */
    private long[] found = new long[64];

    private int count;

    /** The square of the distance within which a search goes on. */
    private float farthest;

    /** Creates an empty set of points, for searches within a radius above 0. */
    public Neighbours(float radius) {
        this.radius = radius;
    }

    public void clear() {
        size = 0;
        Arrays.fill(cells, 0);
    }

    public void add(int id, float x, float y) {
        if (size == ids.length) {
            grow();
        }
        ids[size] = id;
        xs[size] = x;
        ys[size] = y;
        link(size++);
    }

    /** Searches for the nearest, except one id; returns how many {@link #found} holds. */
    public int search(int self, float x, float y, int limit) {
        count = 0;
        if (found.length < 2 * limit) {
            found = new long[2 * limit];
        }
        farthest = radius * radius;
        int column = cell(x);
        int row = cell(y);
        for (int i = column - 1; i <= column + 1; i++) {
            for (int j = row - 1; j <= row + 1; j++) {
                searchCell(self, x, y, limit, i, j);
            }
        }
        keepNearest(limit);
        return count;
    }

    /** Returns an id that the last search found; the nearest has index 0. */
    public int found(int index) {
        return (int) found[index];
    }

    /** Returns the square of the distance of an id that the last search found. */
    public float distance(int index) {
        return Float.intBitsToFloat((int) (found[index] >>> Integer.SIZE));
    }

    private void searchCell(int self, float x, float y, int limit, int column, int row) {
        for (int i = cells[hash(column, row)] - 1; i >= 0; i = next[i] - 1) {
            float squaredDistance = (xs[i] - x) * (xs[i] - x) + (ys[i] - y) * (ys[i] - y);
            if (squaredDistance <= farthest
                    && ids[i] != self
                    && cell(xs[i]) == column
                    && cell(ys[i]) == row) { // else another cell with this hash
                // the bits of numbers that are not negative are in their order
                long key = (long) Float.floatToRawIntBits(squaredDistance) << Integer.SIZE | ids[i];
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
        return (int) Math.floor(value / radius);
    }

    private int hash(int column, int row) {
        int mixed = column * 0x9E3779B9 + row * 0x85EBCA6B;
        return (mixed ^ (mixed >>> 15)) & (cells.length - 1);
    }

    private void link(int point) {
        int cell = hash(cell(xs[point]), cell(ys[point]));
        next[point] = cells[cell];
        cells[cell] = point + 1;
    }

    private void grow() {
        int length = 2 * size;
        ids = Arrays.copyOf(ids, length);
        xs = Arrays.copyOf(xs, length);
        ys = Arrays.copyOf(ys, length);
        next = new int[length];
        cells = new int[2 * length];
        for (int i = 0; i < size; i++) {
            link(i);
        }
    }
}
