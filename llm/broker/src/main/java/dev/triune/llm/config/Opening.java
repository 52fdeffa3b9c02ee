/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.config;

import dev.triune.llm.Broker;
import dev.triune.llm.TokenWeights;
import dev.triune.llm.engine.BrokerBuilder;
import dev.triune.llm.engine.ProviderSettings;
import dev.triune.llm.policy.quota.PriceCatalog;
import dev.triune.llm.policy.route.Routes;
import dev.triune.llm.provider.Provider;
import dev.triune.llm.provider.http.GatewayProvider;
import dev.triune.llm.provider.http.GatewayProviderBuilder;
import dev.triune.llm.provider.http.HttpProvider;
import dev.triune.llm.provider.http.HttpProviderBuilder;
import dev.triune.llm.provider.wire.Family;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Opens the providers of a configuration: all of them, or none is left open. */
final class Opening {
    /** What models cost that the file does not name. */
    private static final TokenWeights FREE = TokenWeights.of("0", "0", "0");

    /** Beyond so many, providers learn each for itself. */
    private static final int MOST_CONNECTIONS = 256;

    private final BrokerConfig config;
    private final Opener opener;
    private final List<Provider> opened = new ArrayList<>();

    Opening(BrokerConfig config, Opener opener) {
        this.config = config;
        this.opener = opener;
    }

    /** Opens one provider for one key. */
    @FunctionalInterface
    interface Opener {
        Provider open(Connection connection, Optional<Secret> key, int permits);
    }

    /**
     * Opens providers over HTTP; those of one connection learn together what its server takes. All
     * gateways hear the same name of the game, unless the file gives it another.
     */
    static Opener http() {
        Map<Connection, HttpProviderBuilder> first = new HashMap<>();
        String fresh = GatewayProvider.newSession(new SecureRandom()); // no other process's
        return (connection, key, permits) -> {
            if (connection.isGateway()) {
                return dial(connection, key, permits, fresh).build();
            }
            HttpProviderBuilder builder = dial(connection, key, permits);
            if (first.size() < MOST_CONNECTIONS) {
                builder.learningWith(first.computeIfAbsent(connection, it -> builder));
            }
            return builder.build();
        };
    }

    /** What is to become a provider of a family; nothing is opened yet. */
    static HttpProviderBuilder dial(Connection connection, Optional<Secret> key, int permits) {
        Family family = connection.family().orElseThrow();
        HttpProviderBuilder builder = HttpProvider.of(family, connection.url().toString())
                .permits(permits)
                .connectTimeout(connection.connectTimeout())
                .gapTimeout(connection.gapTimeout())
                .deadline(connection.deadline());
        connection.structured().ifPresent(builder::structured);
        connection.proxy().ifPresent(builder::proxy);
        connection.proxyAuthorization().map(Secret::reveal).ifPresent(builder::proxyAuthorization);
        key.ifPresent(secret -> builder.apiKey(secret.reveal()));
        connection.headers().forEach((name, value) -> builder.header(name, value.reveal()));
        return builder;
    }

    /**
     * What is to become the client of a gateway.
     *
     * @param session the name of the game, where the file gives it none
     */
    static GatewayProviderBuilder dial(
            Connection connection, Optional<Secret> key, int permits, String session) {
        String game = connection.session().orElse(session);
        GatewayProviderBuilder builder = GatewayProvider.at(connection.url().toString(), game)
                .permits(permits)
                .connectTimeout(connection.connectTimeout())
                .gapTimeout(connection.gapTimeout())
                .deadline(connection.deadline());
        connection.structured().ifPresent(builder::structured);
        connection.proxy().ifPresent(builder::proxy);
        connection.proxyAuthorization().map(Secret::reveal).ifPresent(builder::proxyAuthorization);
        key.ifPresent(secret -> builder.token(secret.reveal()));
        connection.headers().forEach((name, value) -> builder.header(name, value.reveal()));
        return builder;
    }

    Broker open() {
        BrokerBuilder builder = builder();
        try {
            return builder.build();
        } catch (RuntimeException | Error e) {
            closeAll(e);
            throw e;
        }
    }

    BrokerBuilder builder() {
        BrokerBuilder builder = settings();
        try {
            config.providers().values().forEach(provider -> add(provider, builder));
        } catch (RuntimeException | Error e) {
            closeAll(e);
            throw e;
        }
        return builder;
    }

    private BrokerBuilder settings() {
        BrokerBuilder builder = new BrokerBuilder()
                .routes(Routes.DEFAULT.with(config.routes()))
                .ageing(config.queue().ageing())
                .queuePerProvider(config.queue().perProvider())
                .fallback(config.retry().fallback())
                .rounds(config.retry().rounds())
                .sharing(config.sharing().policy())
                .weights(config.sharing().weights())
                .tokensPerRequest(config.sharing().tokensPerRequest())
                .silence(config.sharing().silence())
                .quotaMode(config.session().quota())
                .callTimeout(config.session().callTimeout())
                .prices(new PriceCatalog(config.prices(), FREE))
                .endpoints(new AllowedEndpoints(config.endpoints(), opener));
        config.defaultModel().ifPresent(builder::defaultModel);
        config.cache().ifPresent(cache -> builder.cache(cache.characters(), cache.age()));
        return builder;
    }

    private void add(ProviderConfig provider, BrokerBuilder builder) {
        ProviderSettings settings = provider.settings();
        Connection connection = provider.connection();
        List<Optional<Secret>> keys = connection.keys().isEmpty()
                ? List.of(Optional.empty())
                : connection.keys().stream().map(Optional::of).toList();
        int before = opened.size();
        for (Optional<Secret> key : keys) {
            opened.add(opener.open(connection, key, settings.permits()));
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
