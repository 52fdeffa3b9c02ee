/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import dev.triune.village.talk.WordsAndDeeds.SayAndDo;
import java.util.List;

/**
 * What villagers promised, and what became of it. Immutable.
 *
 * @param sayAndDo the figures
 * @param promises the last promises, the oldest first
 */
record DeedsView(SayAndDo sayAndDo, List<PromiseView> promises) {
    /**
     * A promise.
     *
     * @param villager the number of the one who owes it
     * @param state {@code open}, {@code done}, {@code failed}, {@code dropped} or {@code excused}
     */
    record PromiseView(
            int villager,
            String with,
            String request,
            String answer,
            String what,
            String state,
            String reason,
            long madeAt,
            long settledAt) {}
}
