/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;

/** Finds villagers by name. Villagers never leave the village. Game thread only. */
public final class VillagerDirectory {
    private final Map<String, Integer> byName = new LinkedHashMap<>();

    /** Adds a villager. */
    public void add(String name, int agent) {
        byName.put(key(name), agent);
    }

    /** Returns the villager with a name, ignoring case. */
    public OptionalInt find(String name) {
        Integer agent = byName.get(key(name));
        return agent == null ? OptionalInt.empty() : OptionalInt.of(agent);
    }

    /** Returns all villagers, in the order in which they came; an unmodifiable view. */
    public Collection<Integer> all() {
        return Collections.unmodifiableCollection(byName.values());
    }

    private static String key(String name) {
        return name.strip().toLowerCase(Locale.ROOT);
    }
}
