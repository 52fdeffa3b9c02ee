/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.memory;

import java.util.List;

/**
 * What an agent has in mind when memories are picked for it. Immutable.
 *
 * @param names who addresses it or is near, and the place: the background, which counts little
 * @param lines what was said last, what it wants, why it thinks; the first one counts most, and
 *     names in it more than other words
 * @param tick when this is
 */
public record Cue(List<String> names, List<String> lines, long tick) {
    /** Copies the lists. */
    public Cue {
        names = List.copyOf(names);
        lines = List.copyOf(lines);
    }
}
