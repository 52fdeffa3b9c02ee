/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The models that clients can name: the configured ones that are offered, and all models of
 * providers that serve any. Providers are queried at most every five minutes; those that do not
 * respond or list models are assumed to have the configured ones. Thread-safe.
 */
final class ModelCatalog {
    private static final long MAX_AGE_NANOS = Duration.ofMinutes(5).toNanos();
    private static final long PATIENCE_SECONDS = 3;

    private final Supplier<BrokerBuilder> broker;
    private final Ticker ticker;
    private @Nullable BrokerBuilder asked;
    private @Nullable CompletableFuture<Map<String, String>> known;
    private long knownSince;

    /** Creates a catalog of the models of a broker, which may be replaced. */
    ModelCatalog(Supplier<BrokerBuilder> broker, Ticker ticker) {
        this.broker = broker;
        this.ticker = ticker;
    }

    /** Returns the first provider of each model, by its name. */
    synchronized CompletableFuture<Map<String, String>> models() {
        long now = ticker.nanos();
        BrokerBuilder current = broker.get();
        if (known == null || current != asked || now - knownSince >= MAX_AGE_NANOS) {
            knownSince = now;
            asked = current;
            known = query(current);
        }
        return known;
    }

    private static CompletableFuture<Map<String, String>> query(BrokerBuilder current) {
        CompletableFuture<Map<String, String>> all =
                CompletableFuture.completedFuture(new LinkedHashMap<>());
        for (ProviderSettings provider : current.providerSettings()) {
            CompletableFuture<List<String>> listed = current.offeredModels(provider)
                    .exceptionally(unknown -> List.of())
                    .completeOnTimeout(List.of(), PATIENCE_SECONDS, TimeUnit.SECONDS);
            all = all.thenCombine(listed, (models, names) -> {
                served(provider, names).forEach(id -> models.putIfAbsent(id, provider.name()));
                return models;
            });
        }
        return all.thenApply(Collections::unmodifiableMap);
    }

    private static Set<String> served(ProviderSettings provider, List<String> listed) {
        Set<String> served = new LinkedHashSet<>(configured(provider));
        if (!listed.isEmpty()) {
            served.removeIf(
                    model -> !listed.contains(model) && !listed.contains(model + ":latest"));
        }
        if (provider.models().contains(ProviderSettings.ANY_MODEL)) {
            served.addAll(listed);
        }
        return served;
    }

    private static List<String> configured(ProviderSettings provider) {
        List<String> names = new ArrayList<>();
        names.add(provider.model());
        names.addAll(provider.models());
        names.removeIf(name -> name.isBlank() || name.equals(ProviderSettings.ANY_MODEL));
        return names;
    }
}
