/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import dev.triune.llm.ProviderSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A model that clients can name. Immutable.
 *
 * @param id the name of the model
 * @param owner the provider that serves it
 */
public record ModelEntry(String id, String owner) {
    /** Lists the models of these providers, each with the provider that serves it. */
    public static List<ModelEntry> of(List<ProviderSettings> providers) {
        Map<String, ModelEntry> byId = new LinkedHashMap<>();
        for (ProviderSettings provider : providers) {
            List<String> ids = new ArrayList<>();
            ids.add(provider.model());
            ids.addAll(provider.models());
            ids.stream()
                    .filter(id -> !id.isBlank() && !id.equals(ProviderSettings.ANY_MODEL))
                    .forEach(id -> byId.putIfAbsent(id, new ModelEntry(id, provider.name())));
        }
        return List.copyOf(byId.values());
    }
}
