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
    private StatsCollector() {}

    static BrokerStats collect(
            BrokerCounters counters,
            RequestQueues requestQueues,
            InFlightCalls inFlightCalls,
            List<ProviderSlot> slots,
            RequestRegistry open,
            long now) {
        return counters.snapshot(
                requestQueues.waiting(),
                inFlightCalls.inFlight(),
                slots.stream().map(slot -> statsOf(slot, open, now)).toList(),
                open.view());
    }

    private static ProviderStats statsOf(ProviderSlot slot, RequestRegistry open, long now) {
        List<KeyStats> keys =
                slot.accessKeys.stream().map(key -> key.stats(now)).toList();
        return slot.stats(waitingByLevel(slot, open), keys, cooling(slot, keys));
    }

    private static Duration cooling(ProviderSlot slot, List<KeyStats> keys) {
        Duration breaker = slot.remainingOpen();
        Duration shortest = keys.stream()
                .filter(KeyStats::inService)
                .map(KeyStats::cooldown)
                .min(Duration::compareTo)
                .orElse(Duration.ZERO);
        return shortest.compareTo(breaker) < 0 ? breaker : shortest;
    }

    private static List<Integer> waitingByLevel(ProviderSlot slot, RequestRegistry open) {
        List<Integer> levels = new ArrayList<>(Collections.nCopies(Priority.MAX + 1, 0));
        for (PendingRequest<?> pending : open.view()) {
            boolean waits = pending.queue != null || pending.parked;
            if (waits && pending.target.slot() == slot) {
                int level = pending.request.priority().level();
                levels.set(level, levels.get(level) + 1);
            }
        }
        return List.copyOf(levels);
    }
}
