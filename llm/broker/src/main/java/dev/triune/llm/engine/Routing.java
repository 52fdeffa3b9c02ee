/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.engine;

import dev.triune.llm.Endpoint;
import dev.triune.llm.Request;
import dev.triune.llm.policy.limit.SharedLimits;
import dev.triune.llm.policy.route.Routes;
import dev.triune.llm.provider.EndpointOpener;
import dev.triune.llm.provider.Provider;
import dev.triune.llm.time.Ticker;
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
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The providers, and the chain of stops of each request: a model at the provider that serves it, then
 * its fallbacks. Opens providers for custom endpoints as they are asked for. Owner only.
 */
final class Routing {
    /** Custom endpoints that are kept open at once. */
    static final int MOST_ENDPOINTS = 64;

    private final List<ProviderSlot> slots = new ArrayList<>();
    private final Map<String, ProviderSlot> byName = new LinkedHashMap<>();
    private final Map<String, ProviderSlot> byModel = new LinkedHashMap<>();
    private final Map<Endpoint, Custom> customs = new LinkedHashMap<>(16, 0.75f, true);
    private final Routes routes;
    private final String defaultModel;
    private final boolean fallback;
    private final @Nullable EndpointOpener opener;
    private final Ticker ticker;
    private final RandomGenerator random;
    private final SharedLimits shared;

    Routing(BrokerBuilder builder) {
        this.routes = builder.routes;
        this.fallback = builder.fallback;
        this.opener = builder.endpoints;
        this.ticker = builder.ticker;
        this.random = builder.random;
        this.shared = builder.shared;
        for (ProviderSettings settings : builder.settings) {
            addConfigured(settings, builder.providers.getOrDefault(settings.name(), List.of()));
        }
        this.defaultModel = builder.defaultModel.isEmpty()
                ? slots.get(0).settings.model()
                : builder.defaultModel;
    }

    private void addConfigured(ProviderSettings settings, List<Provider> keys) {
        ProviderSlot slot = add(settings);
        for (int i = 0; i < keys.size(); i++) {
            String name = keys.size() == 1 ? settings.name() : settings.name() + "#" + (i + 1);
            slot.accounts.add(new Account(name, keys.get(i), settings, random, shared));
        }
        byModel.putIfAbsent(settings.model(), slot);
        settings.models().forEach(model -> byModel.putIfAbsent(model, slot));
    }

    private ProviderSlot add(ProviderSettings settings) {
        ProviderSlot slot = new ProviderSlot(settings, ticker);
        slots.add(slot);
        byName.put(settings.name(), slot);
        return slot;
    }

    /** All providers: the configured ones, in order, then those of custom endpoints. */
    List<ProviderSlot> slots() {
        return slots;
    }

    /** Every key, those of custom endpoints among them. */
    List<Account> accounts() {
        List<Account> all = new ArrayList<>();
        slots.forEach(slot -> all.addAll(slot.accounts));
        customs.values().forEach(custom -> all.add(custom.account));
        return all;
    }

    /**
     * Where a request may go, in order.
     *
     * @param serial whether it may go to its first stop only
     * @throws IllegalArgumentException if its custom endpoint cannot be opened
     */
    List<Stop> chain(Request<?> request, boolean serial) {
        if (request.endpoint().isPresent()) {
            return List.of(custom(request.endpoint().get()));
        }
        String model = request.model().isEmpty() ? defaultModel : request.model();
        ProviderSlot first = serving(model);
        Set<Stop> chain = new LinkedHashSet<>();
        chain.add(stop(first, model));
        if (fallback && !serial) {
            first.settings.modelFallback().forEach(other -> chain.add(stop(first, other)));
            for (String name : fallbacks(first, model)) {
                ProviderSlot next = byName.get(name);
                if (next != null && next != first && !next.accounts.isEmpty()) {
                    chain.add(stop(next, next.settings.model()));
                }
            }
        }
        return List.copyOf(chain);
    }

    /** What the provider's settings say, else what the table of routes says. */
    private List<String> fallbacks(ProviderSlot first, String model) {
        return first.settings
                .fallback()
                .or(() -> routes.entry(model).map(Routes.Route::fallback))
                .orElse(List.of());
    }

    /** The provider that names the model, else the one its route names, else the first. */
    private ProviderSlot serving(String model) {
        ProviderSlot named = byModel.get(model);
        if (named != null) {
            return named;
        }
        ProviderSlot routed = byName.get(routes.providerOf(model));
        return routed != null && !routed.accounts.isEmpty() ? routed : slots.get(0);
    }

    private static Stop stop(ProviderSlot slot, String model) {
        return new Stop(slot, model, slot.accounts, slot.settings.limitsPerModel() ? model : "");
    }

    // ---- custom endpoints

    private Stop custom(Endpoint endpoint) {
        Custom custom = customs.get(ofAnyModel(endpoint));
        if (custom == null) {
            custom = open(endpoint);
            customs.put(ofAnyModel(endpoint), custom);
        }
        custom.lastUse = ticker.nanos();
        Account account = custom.account;
        return new Stop(custom.slot, endpoint.model(), List.of(account), "key " + account.name);
    }

    private Custom open(Endpoint endpoint) {
        if (opener == null) {
            throw new IllegalArgumentException("endpoint " + endpoint.host()
                    + ": this broker opens no custom endpoints (allow its host with endpoints.allow of the"
                    + " configuration, or set BrokerBuilder.endpoints)");
        }
        makeRoom(endpoint);
        Provider provider = opener.open(endpoint);
        String name = Routes.providerAt(endpoint.url()).orElse(endpoint.host());
        ProviderSlot slot = byName.get(name);
        if (slot == null) {
            slot = add(KnownProviders.named(name)
                    .orElseGet(() -> ProviderSettings.of(name, endpoint.model())));
        }
        String key = name + ":" + fingerprint(endpoint);
        return new Custom(slot, new Account(key, provider, slot.settings, random, shared));
    }

    /** Lets go of the endpoint that was not used for the longest time. */
    private void makeRoom(Endpoint wanted) {
        if (customs.size() < MOST_ENDPOINTS) {
            return;
        }
        long now = ticker.nanos();
        Iterator<Custom> oldestFirst = customs.values().iterator();
        while (oldestFirst.hasNext()) {
            Custom custom = oldestFirst.next();
            if (custom.users == 0 && custom.account.forgettable(custom.lastUse, now)) {
                oldestFirst.remove();
                custom.account.close();
                letGo(custom.slot);
                return;
            }
        }
        throw new IllegalArgumentException("endpoint " + wanted.host() + ": " + MOST_ENDPOINTS
                + " custom endpoints are in use (wait until one has been idle for a while)");
    }

    /** Forgets the queue of a host, unless it is configured or another key of that host is kept. */
    private void letGo(ProviderSlot slot) {
        boolean shared = customs.values().stream().anyMatch(custom -> custom.slot == slot);
        if (!shared && slot.accounts.isEmpty() && slot.idle()) {
            slots.remove(slot);
            byName.remove(slot.name());
        }
    }

    /** Counts the open requests of a custom endpoint, which keep it open. */
    void use(Request<?> request, int change) {
        request.endpoint()
                .map(Routing::ofAnyModel)
                .map(customs::get)
                .ifPresent(custom -> custom.users += change);
    }

    /** What tells keys apart: one key has one budget, whatever models it is asked for. */
    private static Endpoint ofAnyModel(Endpoint endpoint) {
        return new Endpoint(endpoint.url(), "", endpoint.key(), endpoint.headers());
    }

    /** Tells keys apart without showing them: SHA-256, shortened. */
    private static String fingerprint(Endpoint endpoint) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            String all =
                    endpoint.url() + "\n" + endpoint.key().orElse("") + "\n" + endpoint.headers();
            byte[] hash = digest.digest(all.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 4);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    private static final class Custom {
        final ProviderSlot slot;
        final Account account;
        long lastUse;
        int users;

        Custom(ProviderSlot slot, Account account) {
            this.slot = slot;
            this.account = account;
        }
    }
}
