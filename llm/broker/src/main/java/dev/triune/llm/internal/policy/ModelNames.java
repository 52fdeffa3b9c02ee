/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.policy;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Compares the names of configured models with those that a provider offers. */
public final class ModelNames {
    private static final int MAX_SHOWN = 10;

    private ModelNames() {}

    /** Returns the wanted models that are not offered; none if the offered ones are unknown. */
    public static List<String> missing(Collection<String> wanted, List<String> offered) {
        return wanted.stream()
                .filter(model -> !offered.isEmpty()
                        && !offered.contains(model)
                        && !offered.contains(model + ":latest"))
                .toList();
    }

    /** Returns the offered names most similar to a model's, in one line. */
    public static String similar(String model, List<String> offered) {
        String shown = offered.stream()
                .sorted(Comparator.comparingInt((String name) -> -commonPrefix(model, name)))
                .limit(MAX_SHOWN)
                .collect(Collectors.joining(", "));
        int more = offered.size() - MAX_SHOWN;
        return more > 0 ? shown + " and " + more + " more" : shown;
    }

    private static int commonPrefix(String one, String other) {
        int length = 0;
        while (length < Math.min(one.length(), other.length())
                && one.charAt(length) == other.charAt(length)) {
            length++;
        }
        return length;
    }
}
