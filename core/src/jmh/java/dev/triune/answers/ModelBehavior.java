/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.answers;

import dev.triune.llm.Ticker;
import dev.triune.llm.Timers;
import dev.triune.llm.provider.OfflineProvider;
import dev.triune.llm.provider.OfflineProvider.FaultMode;
import dev.triune.llm.provider.Provider;
import java.util.Locale;

/** The behavior of the provider of a run. */
enum ModelBehavior {
    /** No requests: the world without a model. */
    NONE(FaultMode.NONE, 1),
    /** Streams an answer in about twenty pieces, within about 50 ms. */
    FAST(FaultMode.NONE, 30),
    /** Takes two to three seconds for an answer, so that many are in flight at once. */
    SLOW(FaultMode.SLOW, 6),
    /** Accepts the request and never answers; the broker times out. */
    HUNG(FaultMode.HANG, 30),
    /** Answers at once with text that is not a valid answer. */
    GARBAGE(FaultMode.GARBAGE, 30),
    /** Breaks off in the middle of each answer. */
    CUT(FaultMode.CUT, 30),
    /** Cannot be reached. */
    DEAD(FaultMode.DEAD, 30),
    /** As {@link #FAST}, over HTTP from a server in a separate process. */
    HTTP(FaultMode.NONE, 1);

    private final FaultMode faultMode;
    private final int speedUp;

    ModelBehavior(FaultMode faultMode, int speedUp) {
        this.faultMode = faultMode;
        this.speedUp = speedUp;
    }

    /** Creates a provider with this behavior; closing it ends everything it started. */
    Provider provider(Timers timers, long seed) {
        if (this == HTTP) {
            return HttpModel.start();
        }
        return OfflineProvider.builder(new PlanWriter())
                .clock(
                        Ticker.system(),
                        (delay, action) -> timers.after(delay.dividedBy(speedUp), action))
                .seed(seed)
                .faultMode(faultMode)
                .build();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
