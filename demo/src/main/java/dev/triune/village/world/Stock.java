/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.world;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.StringJoiner;

/** Amounts of resources, in the storehouse or carried by somebody. Never negative. */
public final class Stock {
    private int[] amounts = new int[Resource.COUNT];

    /** Returns the amount of a resource. */
    public int get(Resource resource) {
        return amounts()[resource.ordinal()];
    }

    /** Adds an amount, 0 or more. */
    public void add(Resource resource, int amount) {
        checkNotNegative(amount, resource);
        amounts()[resource.ordinal()] += amount;
    }

    /** Removes an amount, 0 or more, as far as it is available; returns the removed amount. */
    public int take(Resource resource, int amount) {
        checkNotNegative(amount, resource);
        int taken = Math.min(amount, get(resource));
        amounts()[resource.ordinal()] -= taken;
        return taken;
    }

    /**
     * Moves everything to another stock; what does not fit is lost.
     *
     * @param room the capacity of the other stock for each resource
     * @return how many pieces fitted
     */
    public int moveTo(Stock other, int room) {
        int before = other.total();
        for (Resource resource : Resource.values()) {
            other.add(
                    resource,
                    Math.min(
                            take(resource, get(resource)),
                            Math.max(0, room - other.get(resource))));
        }
        return other.total() - before;
    }

    /** Copies the amounts to another stock, replacing its own. */
    public void copyTo(Stock other) {
        System.arraycopy(amounts(), 0, other.amounts(), 0, Resource.COUNT);
    }

    /** Returns the total number of pieces. */
    public int total() {
        int sum = 0;
        for (int amount : amounts) {
            sum += amount;
        }
        return sum;
    }

    /** Returns a copy of the amounts, in the order of the resources. */
    public Map<Resource, Integer> amountsByResource() {
        Map<Resource, Integer> copy = new EnumMap<>(Resource.class);
        for (Resource resource : Resource.values()) {
            copy.put(resource, get(resource));
        }
        return copy;
    }

    /** Empties it. */
    public void clear() {
        Arrays.fill(amounts, 0);
    }

    /**
     * Returns a description such as {@code wood 3, berries 4}, or {@code nothing} if it is empty.
     */
    @Override
    public String toString() {
        return describe(amountsByResource());
    }

    /** Describes amounts, such as {@code wood 3, berries 4}; {@code nothing} if all are 0. */
    public static String describe(Map<Resource, Integer> amounts) {
        StringJoiner words = new StringJoiner(", ").setEmptyValue("nothing");
        amounts.forEach((resource, amount) -> {
            if (amount > 0) {
                words.add(resource.label() + " " + amount);
            }
        });
        return words.toString();
    }

    /** Describes two amounts, also if they are 0, such as {@code wood 3 and stone 0}. */
    public String having(Resource one, Resource other) {
        return one.label() + " " + get(one) + " and " + other.label() + " " + get(other);
    }

    /** Returns the amounts, extended if they come from a save with fewer resources. */
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
