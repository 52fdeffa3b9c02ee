/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import dev.triune.llm.BrokerStats;
import dev.triune.llm.BrokerStats.KeyStats;
import dev.triune.llm.BrokerStats.ProviderStats;
import dev.triune.llm.Priority;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Takes the snapshot of a broker. Owner only. */
final class StatsView {
    private final Parts parts;
    private final long now;

    StatsView(Parts parts) {
        this.parts = parts;
        this.now = parts.ticker.nanos();
    }

    BrokerStats now() {
        return parts.figures.snapshot(
                parts.queues.waiting(),
                parts.calls.underWay(),
                parts.slots.stream().map(this::of).toList(),
                parts.open.view());
    }

    private ProviderStats of(ProviderSlot slot) {
        List<KeyStats> keys = slot.accounts.stream().map(key -> key.stats(now)).toList();
        return slot.stats(waitingByLevel(slot), keys, cooling(slot, keys));
    }

    private Duration cooling(ProviderSlot slot, List<KeyStats> keys) {
        Duration breaker = slot.breaker.left();
        Duration shortest = keys.stream()
                .filter(KeyStats::inService)
                .map(KeyStats::cooling)
                .min(Duration::compareTo)
                .orElse(Duration.ZERO);
        return shortest.compareTo(breaker) < 0 ? breaker : shortest;
    }

    private List<Integer> waitingByLevel(ProviderSlot slot) {
        List<Integer> levels = new ArrayList<>(Collections.nCopies(Priority.MAX + 1, 0));
        for (Pending<?> pending : parts.open.view()) {
            boolean waits = pending.room != null || pending.aside;
            if (waits && pending.stop.slot() == slot) {
                int level = pending.request.priority().level();
                levels.set(level, levels.get(level) + 1);
            }
        }
        return List.copyOf(levels);
    }
}
