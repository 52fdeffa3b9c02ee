/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which providers a request may go to: the one that names its model, then that one's fallbacks. */
final class Chains {
    private final Map<ProviderSlot, List<ProviderSlot>> bySlot = new LinkedHashMap<>();
    private final Map<String, ProviderSlot> byModel = new LinkedHashMap<>();
    private final ProviderSlot first;

    Chains(List<ProviderSlot> slots) {
        this.first = slots.get(0);
        for (ProviderSlot slot : slots) {
            bySlot.put(slot, chain(slot, slots));
            byModel.putIfAbsent(slot.settings.model(), slot);
        }
    }

    /** The chain of a model; that of the first provider if none names the model. */
    List<ProviderSlot> of(String model) {
        return ofSlot(byModel.getOrDefault(model, first));
    }

    private List<ProviderSlot> ofSlot(ProviderSlot slot) {
        return bySlot.getOrDefault(slot, List.of(slot));
    }

    private static List<ProviderSlot> chain(ProviderSlot start, List<ProviderSlot> slots) {
        List<ProviderSlot> chain = new ArrayList<>();
        chain.add(start);
        for (String name : start.settings.fallback()) {
            ProviderSlot next = named(name, slots);
            if (next != null && !chain.contains(next)) {
                chain.add(next);
            }
        }
        return List.copyOf(chain);
    }

    private static @Nullable ProviderSlot named(String name, List<ProviderSlot> slots) {
        for (ProviderSlot slot : slots) {
            if (slot.name().equals(name)) {
                return slot;
            }
        }
        return null;
    }
}
