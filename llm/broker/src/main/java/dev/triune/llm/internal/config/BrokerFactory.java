/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Secret;
import dev.triune.llm.internal.config.BrokerSettings.ConfiguredProvider;
import dev.triune.llm.provider.ConnectionBuilder;
import dev.triune.llm.provider.GatewayProvider;
import dev.triune.llm.provider.HttpProvider;
import dev.triune.llm.provider.Provider;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Opens the providers of a configuration: all of them, or none is left open. */
public final class BrokerFactory {
    /** Beyond so many, providers learn each for itself. */
    private static final int MAX_SHARED_CONNECTIONS = 256;

    private final BrokerSettings config;
    private final ConnectionOpener connectionOpener;
    private final List<Provider> openedProviders = new ArrayList<>();

    public BrokerFactory(BrokerSettings config, ConnectionOpener connectionOpener) {
        this.config = config;
        this.connectionOpener = connectionOpener;
    }

    /** Opens one provider for one key. */
    @FunctionalInterface
    interface ConnectionOpener {
        Provider open(ConnectionSettings connectionSettings, @Nullable Secret key);
    }

    /**
     * Opens providers over HTTP; those of one connection learn together what its server takes. All
     * gateways hear the same name of the game, unless the file gives it another.
     */
    public static ConnectionOpener httpOpener() {
        Map<ConnectionSettings, HttpProvider.Builder> first = new HashMap<>();
        String fresh = GatewayProvider.randomGameId(new SecureRandom()); // no other process's
        return (connectionSettings, key) -> {
            if (connectionSettings.isGateway()) {
                return builderFor(connectionSettings, key, fresh).build();
            }
            HttpProvider.Builder builder = builderFor(connectionSettings, key);
            if (first.size() < MAX_SHARED_CONNECTIONS) {
                builder.sharingDialectsWith(
                        first.computeIfAbsent(connectionSettings, it -> builder));
            }
            return builder.build();
        };
    }

    /** What is to become a provider of a family; nothing is opened yet. */
    static HttpProvider.Builder builderFor(
            ConnectionSettings connectionSettings, @Nullable Secret key) {
        HttpProvider.Builder builder = HttpProvider.builder(
                        connectionSettings.kind().family(),
                        connectionSettings.url().toString())
                .server(connectionSettings.server());
        if (key != null) {
            builder.apiKey(key.reveal());
        }
        return configured(builder, connectionSettings);
    }

    /**
     * What is to become the client of a gateway, with the name of the game where the file gives
     * none.
     */
    static GatewayProvider.Builder builderFor(
            ConnectionSettings connectionSettings, @Nullable Secret key, String session) {
        String game = connectionSettings.gameId().orElse(session);
        GatewayProvider.Builder builder =
                GatewayProvider.builder(connectionSettings.url().toString(), game);
        if (key != null) {
            builder.token(key.reveal());
        }
        return configured(builder, connectionSettings);
    }

    private static <B extends ConnectionBuilder<B>> B configured(
            B builder, ConnectionSettings connectionSettings) {
        builder.connectTimeout(connectionSettings.connectTimeout())
                .firstByteTimeout(connectionSettings.firstByteTimeout())
                .gapTimeout(connectionSettings.gapTimeout())
                .answerTimeout(connectionSettings.answerTimeout());
        connectionSettings.structured().ifPresent(builder::structured);
        connectionSettings.ca().ifPresent(builder::caCertificates);
        connectionSettings.proxy().ifPresent(builder::proxy);
        connectionSettings
                .proxyAuthorization()
                .map(Secret::reveal)
                .ifPresent(builder::proxyAuthorization);
        connectionSettings.headers().forEach((name, value) -> builder.header(name, value.reveal()));
        return builder;
    }

    public Broker open() {
        BrokerBuilder builder = builder();
        try {
            return builder.build();
        } catch (RuntimeException | Error e) {
            closeAll(e);
            throw e;
        }
    }

    public BrokerBuilder builder() {
        BrokerBuilder builder = settings();
        try {
            config.providers().values().forEach(provider -> add(provider, builder));
        } catch (RuntimeException | Error e) {
            closeAll(e);
            throw e;
        }
        return builder;
    }

    /** A builder with all that the file says, except the providers: nothing is opened. */
    public BrokerBuilder settings() {
        BrokerBuilder builder = new BrokerBuilder()
                .endpoints(new EndpointAllowlist(config.allowedHosts(), connectionOpener));
        config.others().forEach(setting -> setting.accept(builder));
        return builder;
    }

    private void add(ConfiguredProvider provider, BrokerBuilder builder) {
        ProviderSettings settings = provider.settings();
        ConnectionSettings connectionSettings = provider.connectionSettings();
        int before = openedProviders.size();
        if (connectionSettings.keys().isEmpty()) {
            openedProviders.add(connectionOpener.open(connectionSettings, null));
        }
        for (Secret key : connectionSettings.keys()) {
            openedProviders.add(connectionOpener.open(connectionSettings, key));
        }
        Provider[] all =
                openedProviders.subList(before, openedProviders.size()).toArray(Provider[]::new);
        builder.provider(settings, all);
    }

    private void closeAll(Throwable why) {
        for (Provider provider : openedProviders) {
            try {
                provider.close();
            } catch (RuntimeException e) {
                why.addSuppressed(e);
            }
        }
        openedProviders.clear();
    }
}
