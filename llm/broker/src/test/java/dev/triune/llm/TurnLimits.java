/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.util.function.Consumer;

/** Limits of a turn of work that only tests change. */
public final class TurnLimits {
    private TurnLimits() {}

    public static Consumer<BrokerBuilder> ofEvents(int most) {
        return builder -> builder.options().maxEventsPerCycle = most;
    }
}
