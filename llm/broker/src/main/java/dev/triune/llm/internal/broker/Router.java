/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Request;
import dev.triune.llm.Request.AnswerFormat;
import dev.triune.llm.Ticker;
import dev.triune.llm.internal.policy.KnownProviders;
import dev.triune.llm.internal.policy.KnownProviders.Route;
import dev.triune.llm.provider.Provider;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Maps requests to chains of targets: the model's provider, then its fallbacks. Owner only. */
final class Router {
    private static final int MAX_LISTED = 12; // the maximum number of models in a message

    private final List<ProviderSlot> slots = new ArrayList<>();
    private final Map<String, ProviderSlot> byName = new LinkedHashMap<>();
    private final Map<String, ProviderSlot> byModel = new LinkedHashMap<>();
    private final CustomEndpoints customEndpoints;
    private final Map<String, Route> routes;
    private final String defaultModel;
    private final boolean fallback;
    private final Ticker ticker;
    final PrefixAffinity affinity = new PrefixAffinity();

    Router(BrokerOptions options) {
        this.routes = Map.copyOf(options.routes);
        this.defaultModel = options.defaultModel;
        this.fallback = options.fallback;
        this.ticker = options.ticker;
        this.customEndpoints = new CustomEndpoints(this, options);
        for (ProviderSettings settings : options.providers) {
            addConfigured(settings, options);
        }
        if (serving(defaultModel) == null) {
            throw new IllegalArgumentException("default model: " + unserved(defaultModel));
        }
    }

    private void addConfigured(ProviderSettings settings, BrokerOptions options) {
        ProviderSlot slot = add(settings);
        List<Provider> keys = options.keys.getOrDefault(settings.name(), List.of());
        for (int i = 0; i < keys.size(); i++) {
            String name = keys.size() == 1 ? settings.name() : settings.name() + "#" + (i + 1);
            slot.accessKeys.add(new ProviderKey(name, keys.get(i), settings, options));
        }
        if (!settings.model().isEmpty()) {
            byModel.putIfAbsent(settings.model(), slot);
        }
        settings.models().stream()
                .filter(model -> !model.equals(ProviderSettings.ANY_MODEL))
                .forEach(model -> byModel.putIfAbsent(model, slot));
    }

    ProviderSlot add(ProviderSettings settings) {
        ProviderSlot slot = new ProviderSlot(settings, ticker);
        slots.add(slot);
        byName.put(settings.name(), slot);
        return slot;
    }

    @Nullable
    ProviderSlot slotNamed(String name) {
        return byName.get(name);
    }

    void remove(ProviderSlot slot) {
        slots.remove(slot);
        byName.remove(slot.name());
    }

    /**
     * Takes over what the keys of a router that this one replaces have used, and shares the state of
     * providers that did not change.
     */
    void adopt(Router before, Set<String> unchanged) {
        for (ProviderSlot slot : slots) {
            ProviderSlot other = before.byName.get(slot.name());
            if (other != null && unchanged.contains(slot.name())) {
                slot.share(other);
            }
            for (ProviderKey key : other == null ? List.<ProviderKey>of() : other.accessKeys) {
                slot.accessKeys.stream()
                        .filter(own -> own.isSameAccount(key))
                        .findFirst()
                        .ifPresent(own -> own.adopt(key));
            }
        }
    }

    /** Returns all providers: the configured ones, in order, then those of custom endpoints. */
    List<ProviderSlot> slots() {
        return slots;
    }

    List<ProviderKey> keys() {
        List<ProviderKey> all = new ArrayList<>();
        slots.forEach(slot -> all.addAll(slot.accessKeys));
        all.addAll(customEndpoints.keys());
        return all;
    }

    /**
     * Returns the targets of a request in order; the first provider if none serves its model.
     *
     * @param serial whether it may only use one target
     * @throws IllegalArgumentException if its custom endpoint cannot be opened
     */
    List<RouteTarget> chain(Request<?> request, boolean serial) {
        if (request.endpoint().isPresent()) {
            return List.of(customEndpoints.target(request.endpoint().get()));
        }
        RouteTarget served = serving(modelOf(request));
        if (served == null) {
            return List.of(target(slots.get(0), request.model()));
        }
        String model = served.model();
        ProviderSlot first = served.slot();
        List<RouteTarget> pool = pool(first, model, request);
        if (serial) {
            return pool.subList(0, 1);
        }
        Set<RouteTarget> chain = new LinkedHashSet<>(pool);
        boolean single = request.format() == AnswerFormat.EMBEDDINGS;
        if (fallback && !single) {
            first.settings.modelFallback().forEach(other -> chain.add(target(first, other)));
            for (String name : fallbacks(first, model)) {
                ProviderSlot next = byName.get(name);
                if (next != null && next != first && !next.accessKeys.isEmpty()) {
                    chain.addAll(pool(next, next.settings.model(), request));
                }
            }
        }
        return List.copyOf(chain);
    }

    /** Returns a model at a provider, or at all servers of its pool in the order to try them. */
    private List<RouteTarget> pool(ProviderSlot slot, String model, Request<?> request) {
        List<RouteTarget> pool = slots.stream()
                .filter(peer -> peer == slot || peer.isPeerOf(slot))
                .map(peer -> target(peer, model))
                .toList();
        return pool.size() == 1 ? pool : affinity.order(pool, request, ticker.nanos());
    }

    private List<String> fallbacks(ProviderSlot first, String model) {
        return first.settings
                .fallback()
                .or(() -> Optional.ofNullable(routes.get(model)).map(Route::fallback))
                .orElse(List.of());
    }

    /** Counts the requests in use of a custom endpoint, if it has one. */
    void countUse(Request<?> request, int change) {
        request.endpoint().ifPresent(endpoint -> customEndpoints.countUse(endpoint, change));
    }

    private String modelOf(Request<?> request) {
        return request.model().isEmpty() ? defaultModel : request.model();
    }

    /** Returns why a request cannot be served; null if a provider serves its model. */
    @Nullable
    String unserved(Request<?> request) {
        boolean served = request.endpoint().isPresent() || serving(modelOf(request)) != null;
        return served ? null : unserved(request.model());
    }

    private String unserved(String model) {
        List<String> known = List.copyOf(byModel.keySet());
        String listed = String.join(", ", known.subList(0, Math.min(MAX_LISTED, known.size())));
        return "no provider serves model \"" + model + "\" (known: " + listed
                + (known.size() > MAX_LISTED ? ", …" : "")
                + "; add it to the models of a provider, or \"*\" for one that takes any name)";
    }

    /**
     * Returns the target of a model: at the provider that lists it, that its route, its prefix
     * before a slash or the pattern of its name names, or that accepts any model. Null if there is
     * none.
     */
    private @Nullable RouteTarget serving(String model) {
        ProviderSlot named = byModel.get(model);
        Route route = routes.get(model);
        if (named == null && route != null) {
            named = configured(route.provider());
        } else if (named == null) {
            int slash = model.indexOf('/');
            named = configured(
                    slash > 0 ? model.substring(0, slash) : KnownProviders.byPattern(model));
            if (named != null && slash > 0) {
                return target(named, model.substring(slash + 1));
            }
        }
        if (named == null) {
            named = slots.stream()
                    .filter(slot -> slot.settings.takesAnyModel() && !slot.accessKeys.isEmpty())
                    .findFirst()
                    .orElse(null);
        }
        return named == null ? null : target(named, model);
    }

    private @Nullable ProviderSlot configured(String name) {
        ProviderSlot slot = byName.get(name);
        return slot == null || slot.accessKeys.isEmpty() ? null : slot;
    }

    private static RouteTarget target(ProviderSlot slot, String model) {
        return new RouteTarget(
                slot, model, slot.accessKeys, slot.settings.limitsPerModel() ? model : "");
    }
}
