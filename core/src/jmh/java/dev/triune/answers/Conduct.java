/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.answers;

import dev.triune.llm.Ticker;
import dev.triune.llm.Timers;
import dev.triune.llm.provider.FaultMode;
import dev.triune.llm.provider.OfflineProvider;
import dev.triune.llm.provider.Provider;
import java.util.Locale;

/** How the provider of a run conducts itself. */
enum Conduct {
    /** Nobody asks it anything: the world without a model. */
    NONE(FaultMode.NONE, 1),
    /** A whole answer, streamed in some twenty pieces, takes about 50 ms. */
    FAST(FaultMode.NONE, 30),
    /** A whole answer takes two to three seconds, so that many are open at once. */
    SLOW(FaultMode.SLOW, 6),
    /** It takes the request and never says anything; the broker gives up after its time. */
    HUNG(FaultMode.HANG, 30),
    /** It answers at once with text that is no answer. */
    GARBAGE(FaultMode.GARBAGE, 30),
    /** It breaks off in the middle of each answer. */
    CUT(FaultMode.CUT, 30),
    /** It cannot be reached. */
    DEAD(FaultMode.DEAD, 30),
    /** As fast, over HTTP, from a server in a process of its own. */
    HTTP(FaultMode.NONE, 1);

    private final FaultMode faultMode;
    private final int haste;

    Conduct(FaultMode faultMode, int haste) {
        this.faultMode = faultMode;
        this.haste = haste;
    }

    /** A provider that does so; whoever closes it ends what it started. */
    Provider provider(Timers timers, long seed) {
        if (this == HTTP) {
            return HttpModel.start();
        }
        return OfflineProvider.builder(new PlanWriter())
                .clock(
                        Ticker.system(),
                        (delay, action) -> timers.after(delay.dividedBy(haste), action))
                .seed(seed)
                .faultMode(faultMode)
                .build();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
