/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.ConfigException;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Secret;
import dev.triune.llm.internal.config.BrokerSettings.ConfiguredProvider;
import dev.triune.llm.internal.config.ConnectionSettings.Proxy;
import dev.triune.llm.internal.config.ConnectionSettings.Timeouts;
import dev.triune.llm.internal.http.Services;
import dev.triune.llm.provider.ConnectionBuilder;
import dev.triune.llm.provider.GatewayProvider;
import dev.triune.llm.provider.HttpProvider;
import dev.triune.llm.provider.HttpProvider.HttpTransport;
import dev.triune.llm.provider.Provider;
import dev.triune.llm.provider.ProviderFamily;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Opens the providers of a configuration; closes them again if one fails. */
public final class BrokerFactory {
    /** The maximum number of connections that share what they learn. */
    private static final int MAX_SHARED_CONNECTIONS = 256;

    private final BrokerSettings config;
    private final ConnectionOpener opener;
    private final List<Provider> opened = new ArrayList<>();

    public BrokerFactory(BrokerSettings config, ConnectionOpener opener) {
        this.config = config;
        this.opener = opener;
    }

    @FunctionalInterface
    interface ConnectionOpener {
        Provider open(ConnectionSettings connection, @Nullable Secret key);
    }

    /**
     * Returns an opener over HTTP with that client, but for gateways. Providers of one connection
     * share dialects, and gateways without a configured game name share one.
     */
    public static ConnectionOpener httpOpener(HttpTransport transport) {
        Map<ConnectionSettings, HttpProvider.Builder> first = new HashMap<>();
        String fresh = GatewayProvider.randomGameId(new SecureRandom()); // unique to this process
        return (connection, key) -> {
            if (connection.isLocal()) {
                return openLocal(connection);
            }
            if (connection.isGateway()) {
                return builderFor(connection, key, fresh).build();
            }
            HttpProvider.Builder builder = builderFor(connection, key).transport(transport);
            if (first.size() < MAX_SHARED_CONNECTIONS) {
                builder.sharingDialectsWith(first.computeIfAbsent(connection, it -> builder));
            }
            return builder.build();
        };
    }

    static HttpProvider.Builder builderFor(ConnectionSettings connection, @Nullable Secret key) {
        HttpProvider.Builder builder = HttpProvider.builder(
                        connection.kind().family(), connection.url().toString())
                .server(connection.server());
        if (key != null) {
            builder.apiKey(key.reveal());
        }
        return configured(builder, connection);
    }

    static GatewayProvider.Builder builderFor(
            ConnectionSettings connection, @Nullable Secret key, String gameId) {
        String game = Objects.requireNonNullElse(connection.gameId(), gameId);
        GatewayProvider.Builder builder =
                GatewayProvider.builder(connection.url().toString(), game);
        if (key != null) {
            builder.token(key.reveal());
        }
        return configured(builder, connection);
    }

    private static <B extends ConnectionBuilder<B>> B configured(
            B builder, ConnectionSettings connection) {
        Timeouts timeouts = connection.timeouts();
        builder.connectTimeout(timeouts.connect())
                .firstByteTimeout(timeouts.firstByte())
                .gapTimeout(timeouts.gap())
                .answerTimeout(timeouts.answer());
        set(connection.structured(), builder::structured);
        set(connection.ca(), builder::caCertificates);
        Proxy proxy = connection.proxy();
        if (proxy != null) {
            builder.proxy(proxy.url());
            set(proxy.authorization(), secret -> builder.proxyAuthorization(secret.reveal()));
        }
        connection.headers().forEach((name, value) -> builder.header(name, value.reveal()));
        return builder;
    }

    private static <T> void set(@Nullable T value, Consumer<T> setter) {
        if (value != null) {
            setter.accept(value);
        }
    }

    /** Returns the family of models that another artifact runs. */
    static ProviderFamily localFamily(ProviderKind kind) {
        return Services.find(
                ProviderFamily.class,
                family -> family.name().equals(kind.label()),
                "family " + kind.label() + " without its artifact (add dev.triune:triune-local to"
                        + " the class path)");
    }

    private static Provider openLocal(ConnectionSettings connection) {
        try {
            return localFamily(connection.kind()).open(connection.own());
        } catch (IOException e) {
            throw new ConfigException(List.of(e.getMessage()
                    + "; paths that are not absolute begin at "
                    + Path.of("").toAbsolutePath()));
        }
    }

    public Broker open() {
        return open(builder -> builder);
    }

    /** Opens the broker with further changes of its builder. */
    public Broker open(UnaryOperator<BrokerBuilder> change) {
        BrokerBuilder builder = change.apply(builder());
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

    /** Creates a builder with the configuration except its providers; opens nothing. */
    public BrokerBuilder settings() {
        BrokerBuilder builder =
                new BrokerBuilder().endpoints(new EndpointAllowlist(config.allowedHosts(), opener));
        config.others().forEach(setting -> setting.accept(builder));
        return builder;
    }

    private void add(ConfiguredProvider provider, BrokerBuilder builder) {
        ProviderSettings settings = provider.settings();
        ConnectionSettings connection = provider.connection();
        int before = opened.size();
        if (connection.keys().isEmpty()) {
            opened.add(opener.open(connection, null));
        }
        for (Secret key : connection.keys()) {
            opened.add(opener.open(connection, key));
        }
        Provider[] all = opened.subList(before, opened.size()).toArray(Provider[]::new);
        builder.provider(settings, all);
    }

    private void closeAll(Throwable why) {
        for (Provider provider : opened) {
            try {
                provider.close();
            } catch (RuntimeException e) {
                why.addSuppressed(e);
            }
        }
        opened.clear();
    }
}
