/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.AnswerFormat;
import dev.triune.llm.Endpoint;
import dev.triune.llm.EndpointRejectedException;
import dev.triune.llm.ModelRoutes;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Request;
import dev.triune.llm.SharedLimits;
import dev.triune.llm.Ticker;
import dev.triune.llm.internal.policy.KnownProviders;
import dev.triune.llm.provider.Provider;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Maps requests to chains of targets: the model's provider, then its fallbacks. Opens providers for
 * custom endpoints when first used. Owner only.
 */
final class Router {
    static final int MAX_ENDPOINTS = 64; // the maximum number of open custom endpoints
    private static final int MAX_LISTED = 12; // the maximum number of models in a message

    private final List<ProviderSlot> slots = new ArrayList<>();
    private final Map<String, ProviderSlot> byName = new LinkedHashMap<>();
    private final Map<String, ProviderSlot> byModel = new LinkedHashMap<>();
    private final Map<Endpoint, CustomEndpoint> opened = new LinkedHashMap<>(16, 0.75f, true);
    private final ModelRoutes modelRoutes;
    private final String defaultModel;
    private final boolean fallback;
    private final @Nullable Function<Endpoint, Provider> opener;
    private final Ticker ticker;
    private final RandomGenerator random;
    private final SharedLimits shared;
    final PrefixAffinity affinity = new PrefixAffinity();

    Router(BrokerOptions options) {
        this.modelRoutes = options.routes;
        this.defaultModel = options.defaultModel;
        this.fallback = options.fallback;
        this.opener = options.endpoints;
        this.ticker = options.ticker;
        this.random = options.random;
        this.shared = options.sharedLimits;
        for (ProviderSettings settings : options.providers) {
            addConfigured(settings, options.keys.getOrDefault(settings.name(), List.of()));
        }
        if (serving(defaultModel) == null) {
            throw new IllegalArgumentException("default model: " + unserved(defaultModel));
        }
    }

    private void addConfigured(ProviderSettings settings, List<Provider> keys) {
        ProviderSlot slot = add(settings);
        for (int i = 0; i < keys.size(); i++) {
            String name = keys.size() == 1 ? settings.name() : settings.name() + "#" + (i + 1);
            slot.accessKeys.add(new ProviderKey(name, keys.get(i), settings, random, shared));
        }
        if (!settings.model().isEmpty()) {
            byModel.putIfAbsent(settings.model(), slot);
        }
        settings.models().stream()
                .filter(model -> !model.equals(ProviderSettings.ANY_MODEL))
                .forEach(model -> byModel.putIfAbsent(model, slot));
    }

    private ProviderSlot add(ProviderSettings settings) {
        ProviderSlot slot = new ProviderSlot(settings, ticker);
        slots.add(slot);
        byName.put(settings.name(), slot);
        return slot;
    }

    /** Returns all providers: the configured ones, in order, then those of custom endpoints. */
    List<ProviderSlot> slots() {
        return slots;
    }

    /** Returns all keys, including those of custom endpoints. */
    List<ProviderKey> keys() {
        List<ProviderKey> all = new ArrayList<>();
        slots.forEach(slot -> all.addAll(slot.accessKeys));
        opened.values().forEach(custom -> all.add(custom.key));
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
            return List.of(custom(request.endpoint().get()));
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
                .or(() -> modelRoutes.routeFor(model).map(ModelRoutes.Route::fallback))
                .orElse(List.of());
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
        if (named == null) {
            named = modelRoutes
                    .routeFor(model)
                    .map(route -> configured(route.provider()))
                    .orElse(null);
        }
        int slash = model.indexOf('/');
        if (named == null && slash > 0 && modelRoutes.routeFor(model).isEmpty()) {
            ProviderSlot prefix = configured(model.substring(0, slash));
            if (prefix != null) {
                return target(prefix, model.substring(slash + 1));
            }
        }
        if (named == null) {
            named = configured(modelRoutes.providerFor(model));
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

    // ---- custom endpoints

    private RouteTarget custom(Endpoint endpoint) {
        CustomEndpoint custom = opened.get(ofAnyModel(endpoint));
        if (custom == null) {
            custom = open(endpoint);
            opened.put(ofAnyModel(endpoint), custom);
        }
        custom.lastUse = ticker.nanos();
        ProviderKey key = custom.key;
        return new RouteTarget(custom.slot, endpoint.model(), List.of(key), "key " + key.name);
    }

    private CustomEndpoint open(Endpoint endpoint) {
        if (opener == null) {
            throw new EndpointRejectedException(
                    EndpointRejectedException.Reason.NOT_SUPPORTED,
                    "endpoint " + endpoint.host()
                            + ": this broker opens no custom endpoints (allow its host with endpoints.allow of the"
                            + " configuration, or set BrokerBuilder.endpoints)");
        }
        evictIdle(endpoint);
        Provider provider = opener.apply(endpoint);
        String name = ModelRoutes.providerForUrl(endpoint.url()).orElse(endpoint.host());
        ProviderSlot slot = byName.get(name);
        if (slot == null) {
            slot = add(KnownProviders.named(name)
                    .orElseGet(() -> ProviderSettings.of(name, endpoint.model())));
        }
        String key = name + ":" + fingerprint(endpoint);
        return new CustomEndpoint(
                slot, new ProviderKey(key, provider, slot.settings, random, shared));
    }

    /** Closes the least recently used idle endpoint. */
    private void evictIdle(Endpoint wanted) {
        if (opened.size() < MAX_ENDPOINTS) {
            return;
        }
        long now = ticker.nanos();
        Iterator<CustomEndpoint> oldestFirst = opened.values().iterator();
        while (oldestFirst.hasNext()) {
            CustomEndpoint custom = oldestFirst.next();
            if (custom.users == 0 && custom.key.isEvictable(custom.lastUse, now)) {
                oldestFirst.remove();
                custom.key.close();
                close(custom.slot);
                return;
            }
        }
        throw new EndpointRejectedException(
                EndpointRejectedException.Reason.TOO_MANY,
                "endpoint " + wanted.host() + ": " + MAX_ENDPOINTS
                        + " custom endpoints are in use (wait until one has been idle for a while)");
    }

    /** Drops the queue of a host, unless it is configured or another of its keys is in use. */
    private void close(ProviderSlot slot) {
        boolean shared = opened.values().stream().anyMatch(custom -> custom.slot == slot);
        if (!shared && slot.accessKeys.isEmpty() && slot.load() == 0) {
            slots.remove(slot);
            byName.remove(slot.name());
        }
    }

    void countUse(Request<?> request, int change) {
        request.endpoint()
                .map(Router::ofAnyModel)
                .map(opened::get)
                .ifPresent(custom -> custom.users += change);
    }

    /** Returns the endpoint that identifies a key, which has one budget for all models. */
    private static Endpoint ofAnyModel(Endpoint endpoint) {
        return new Endpoint(endpoint.url(), "", endpoint.key(), endpoint.headers());
    }

    /** Returns a shortened SHA-256 that identifies a key without revealing it. */
    private static String fingerprint(Endpoint endpoint) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            String key = Objects.requireNonNullElse(endpoint.key(), "");
            String all = endpoint.url() + "\n" + key + "\n" + endpoint.headers();
            byte[] hash = digest.digest(all.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 4);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    private static final class CustomEndpoint {
        final ProviderSlot slot;
        final ProviderKey key;
        long lastUse;
        int users;

        CustomEndpoint(ProviderSlot slot, ProviderKey key) {
            this.slot = slot;
            this.key = key;
        }
    }
}
