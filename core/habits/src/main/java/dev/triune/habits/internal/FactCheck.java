/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits.internal;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.logging.Logger;

/** Warns once about each fact that has too many values for situations to recur. */
final class FactCheck {
    /** The maximum number of values of a fact without a warning. */
    static final int MAX_VALUES = 32;

    private static final int MAX_NAMES = 256;
    private static final Logger LOG = Logger.getLogger(FactCheck.class.getName());

    private final String perception;
    private final Map<String, Set<String>> values = new HashMap<>();

    FactCheck(String perception) {
        this.perception = perception;
    }

    /** Checks facts, given as names and values in turn. */
    void check(List<String> facts) {
        for (int i = 0; i < facts.size(); i += 2) {
            String name = facts.get(i);
            if (values.size() < MAX_NAMES || values.containsKey(name)) {
                Set<String> known = values.computeIfAbsent(name, none -> new HashSet<>());
                if (known.size() <= MAX_VALUES
                        && known.add(facts.get(i + 1))
                        && known.size() > MAX_VALUES) {
                    LOG.warning("fact \"" + name + "\" of " + perception + " has had more than "
                            + MAX_VALUES + " values, so habits will hardly ever apply (declare few"
                            + " values, such as low and high)");
                }
            }
        }
    }
}
