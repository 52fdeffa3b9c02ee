/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.Endpoint;
import dev.triune.llm.Endpoint.EndpointRejectedException;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.internal.policy.KnownProviders;
import dev.triune.llm.provider.Provider;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The open custom endpoints, bounded, least recently used first. Owner only. */
final class CustomEndpoints {
    static final int MAX_ENDPOINTS = 64; // the maximum number of open endpoints

    private final Router router;
    private final BrokerOptions options;
    private final Map<Endpoint, CustomEndpoint> opened = new LinkedHashMap<>(16, 0.75f, true);

    CustomEndpoints(Router router, BrokerOptions options) {
        this.router = router;
        this.options = options;
    }

    Collection<ProviderKey> keys() {
        return opened.values().stream().map(custom -> custom.key).toList();
    }

    RouteTarget target(Endpoint endpoint) {
        CustomEndpoint custom = opened.get(ofAnyModel(endpoint));
        if (custom == null) {
            custom = open(endpoint);
            opened.put(ofAnyModel(endpoint), custom);
        }
        custom.lastUse = options.ticker.nanos();
        ProviderKey key = custom.key;
        return new RouteTarget(custom.slot, endpoint.model(), List.of(key), "key " + key.name);
    }

    private CustomEndpoint open(Endpoint endpoint) {
        if (options.endpoints == null) {
            throw new EndpointRejectedException(
                    EndpointRejectedException.Reason.NOT_SUPPORTED,
                    "endpoint " + endpoint.host()
                            + ": this broker opens no custom endpoints (allow its host with endpoints.allow of the"
                            + " configuration, or set BrokerBuilder.endpoints)");
        }
        evictIdle(endpoint);
        Provider provider = options.endpoints.apply(endpoint);
        String name = KnownProviders.at(endpoint.url()).orElse(endpoint.host());
        ProviderSlot slot = router.slotNamed(name);
        if (slot == null) {
            slot = router.add(KnownProviders.named(name)
                    .orElseGet(() -> ProviderSettings.of(name, endpoint.model())));
        }
        String key = name + ":" + fingerprint(endpoint);
        return new CustomEndpoint(slot, new ProviderKey(key, provider, slot.settings, options));
    }

    /** Closes the least recently used idle endpoint. */
    private void evictIdle(Endpoint wanted) {
        if (opened.size() < MAX_ENDPOINTS) {
            return;
        }
        long now = options.ticker.nanos();
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
        boolean inUse = opened.values().stream().anyMatch(custom -> custom.slot == slot);
        if (!inUse && slot.accessKeys.isEmpty() && slot.load() == 0) {
            router.remove(slot);
        }
    }

    void countUse(Endpoint endpoint, int change) {
        CustomEndpoint custom = opened.get(ofAnyModel(endpoint));
        if (custom != null) {
            custom.users += change;
        }
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
