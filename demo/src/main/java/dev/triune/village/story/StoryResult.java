/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.story;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The result of a story. Immutable.
 *
 * @param story its name, one word
 * @param over whether it can no longer come out otherwise, so that {@code happened} is the last word
 * @param happened whether it came about as it should
 * @param words what happened, for people
 * @param figures what was counted, in order
 */
public record StoryResult(
        String story, boolean over, boolean happened, String words, Map<String, Long> figures) {
    /** Copies the figures, in their order. */
    public StoryResult {
        figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
    }

    /** Returns how it stands: {@code yes}, {@code no} or {@code not yet}. */
    public String status() {
        if (happened) {
            return "yes";
        }
        return over ? "no" : "not yet";
    }
}
