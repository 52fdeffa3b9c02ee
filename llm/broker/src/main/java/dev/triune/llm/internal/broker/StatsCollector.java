/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.BrokerStats;
import dev.triune.llm.BrokerStats.KeyStats;
import dev.triune.llm.BrokerStats.ProviderStats;
import dev.triune.llm.Priority;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Takes the snapshot of a broker. Owner only. */
final class StatsCollector {
    private final BrokerAssembly brokerAssembly;
    private final long collect;

    StatsCollector(BrokerAssembly brokerAssembly) {
        this.brokerAssembly = brokerAssembly;
        this.collect = brokerAssembly.ticker.nanos();
    }

    BrokerStats collect() {
        return brokerAssembly.counters.snapshot(
                brokerAssembly.requestQueues.waiting(),
                brokerAssembly.inFlightCalls.inFlight(),
                brokerAssembly.slots.stream().map(this::of).toList(),
                brokerAssembly.open.view());
    }

    private ProviderStats of(ProviderSlot slot) {
        List<KeyStats> keys =
                slot.accessKeys.stream().map(key -> key.stats(collect)).toList();
        return slot.stats(waitingByLevel(slot), keys, cooling(slot, keys));
    }

    private Duration cooling(ProviderSlot slot, List<KeyStats> keys) {
        Duration breaker = slot.breaker.remainingOpen();
        Duration shortest = keys.stream()
                .filter(KeyStats::inService)
                .map(KeyStats::cooldown)
                .min(Duration::compareTo)
                .orElse(Duration.ZERO);
        return shortest.compareTo(breaker) < 0 ? breaker : shortest;
    }

    private List<Integer> waitingByLevel(ProviderSlot slot) {
        List<Integer> levels = new ArrayList<>(Collections.nCopies(Priority.MAX + 1, 0));
        for (PendingRequest<?> pending : brokerAssembly.open.view()) {
            boolean waits = pending.queue != null || pending.parked;
            if (waits && pending.target.slot() == slot) {
                int level = pending.request.priority().level();
                levels.set(level, levels.get(level) + 1);
            }
        }
        return List.copyOf(levels);
    }
}
