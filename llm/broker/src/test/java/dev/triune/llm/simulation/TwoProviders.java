/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.simulation;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.Limits;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.VirtualTime;
import dev.triune.llm.sim.RefusalStyle;
import dev.triune.llm.sim.SimulatedLimitKind;
import dev.triune.llm.sim.SimulatedPlan;
import dev.triune.llm.sim.SimulatedProvider;

/**
 * Two providers, each the fallback of the other. Alpha is bound by its requests and counts the most
 * tokens that an answer may have; beta is bound by its tokens and counts those that were used.
 * Their refusals give no advice on how long to wait.
 */
final class TwoProviders {
    static final String[] NAMES = {"alpha", "beta"};
    static final String[] MODELS = {"model-a", "model-b"};
    static final int[] REQUESTS = {60, 600};
    static final int[] TOKENS = {200_000, 40_000};
    static final int PERMITS = 16;

    final VirtualTime time;
    final SimulatedProvider alpha;
    final SimulatedProvider beta;

    TwoProviders(VirtualTime time, SimulatedLimitKind kind, long seed) {
        this.time = time;
        this.alpha = provider(kind, 0, seed);
        this.beta = provider(kind, 1, seed);
    }

    private SimulatedProvider provider(SimulatedLimitKind kind, int index, long seed) {
        return SimulatedProvider.builder(time, time)
                .seed(2 * seed + index)
                .plan(SimulatedPlan.of(kind, REQUESTS[index], TOKENS[index], index == 0))
                .style(RefusalStyle.NONE)
                .build();
    }

    /** A broker in front of them that knows their limits. */
    Broker broker(boolean strict) {
        return new BrokerBuilder()
                .ticker(time)
                .strictSharing(strict)
                .provider(settings(0), alpha)
                .provider(settings(1), beta)
                .build();
    }

    /** The plain algorithm in front of them, which knows their requests a minute. */
    PlainBroker plainBroker() {
        return new PlainBroker(time, time)
                .provider(NAMES[0], MODELS[0], alpha, REQUESTS[0], PERMITS)
                .provider(NAMES[1], MODELS[1], beta, REQUESTS[1], PERMITS);
    }

    private static ProviderSettings settings(int index) {
        return ProviderSettings.of(NAMES[index], MODELS[index])
                .withPermits(PERMITS)
                .withQueueLimit(200)
                .withLimits(Limits.perMinute(REQUESTS[index])
                        .withTokensPerMinute(TOKENS[index])
                        .withCountsMaxTokens(index == 0))
                .withFallback(NAMES[1 - index]);
    }

    long calls() {
        return alpha.arrived() + beta.arrived();
    }

    long refused() {
        return alpha.refused() + beta.refused();
    }
}
