/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.world;

import java.util.Arrays;

/** A pile of resources: the storehouse's, or what somebody carries. Never negative. */
public final class Stock {
    private int[] amounts = new int[Resource.COUNT];

    /** Returns how much there is. */
    public int get(Resource resource) {
        return amounts()[resource.ordinal()];
    }

    /** Adds some, 0 or more. */
    public void add(Resource resource, int amount) {
        checkNotNegative(amount, resource);
        amounts()[resource.ordinal()] += amount;
    }

    /** Takes as much of that amount, 0 or more, as there is; returns how much that was. */
    public int take(Resource resource, int amount) {
        checkNotNegative(amount, resource);
        int taken = Math.min(amount, get(resource));
        amounts()[resource.ordinal()] -= taken;
        return taken;
    }

    /**
     * Moves everything to another pile that has room for it; returns how many pieces that were.
     *
     * @param room the most of each resource that the other pile can hold
     */
    public int moveAllTo(Stock other, int room) {
        int moved = 0;
        for (Resource resource : Resource.values()) {
            int free = Math.max(0, room - other.get(resource));
            int amount = take(resource, free);
            other.add(resource, amount);
            moved += amount;
        }
        return moved;
    }

    /** Makes another pile hold what this one does. */
    public void copyTo(Stock other) {
        System.arraycopy(amounts(), 0, other.amounts(), 0, Resource.COUNT);
    }

    /** Returns how many pieces there are of all. */
    public int total() {
        int sum = 0;
        for (int amount : amounts) {
            sum += amount;
        }
        return sum;
    }

    /** Empties it. */
    public void clear() {
        Arrays.fill(amounts, 0);
    }

    /** For people: {@code wood 3, berries 4}; {@code nothing} if it is empty. */
    @Override
    public String toString() {
        StringBuilder words = new StringBuilder();
        for (Resource resource : Resource.values()) {
            if (get(resource) > 0) {
                words.append(words.isEmpty() ? "" : ", ")
                        .append(resource.label())
                        .append(' ')
                        .append(get(resource));
            }
        }
        return words.isEmpty() ? "nothing" : words.toString();
    }

    /** Returns the amounts, also of a save that knew fewer resources. */
    private int[] amounts() {
        if (amounts.length < Resource.COUNT) {
            amounts = Arrays.copyOf(amounts, Resource.COUNT);
        }
        return amounts;
    }

    private static void checkNotNegative(int amount, Resource resource) {
        if (amount < 0) {
            throw new IllegalArgumentException(
                    amount + " " + resource.label() + " (expected 0 or more)");
        }
    }
}
