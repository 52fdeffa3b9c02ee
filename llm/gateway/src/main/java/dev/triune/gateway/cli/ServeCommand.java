/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.cli;

import dev.triune.gateway.GatewayServer;
import dev.triune.gateway.GatewaySettings;
import dev.triune.gateway.http.JettyServer;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.BrokerConfig;
import dev.triune.llm.BrokerListener;
import dev.triune.llm.ConfigSection;
import dev.triune.llm.Limits;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.Secret;
import dev.triune.llm.SharedLimits;
import dev.triune.llm.Ticker;
import dev.triune.llm.provider.HttpProvider.HttpTransport;
import dev.triune.llm.provider.OfflineProvider;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code serve}: runs a gateway until the process is terminated, then drains it. */
@Command(
        name = "serve",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "run a gateway until SIGTERM or Ctrl-C, which let requests in flight finish")
final class ServeCommand implements Callable<Integer> {
    /** The requests per minute of the offline mind, so that there is a limit to share. */
    private static final int OFFLINE_RPM = 120;

    private static final int OFFLINE_PERMITS = 8;

    /** The timeouts of a broker without a configuration file. */
    private static final Duration OFFLINE_TIMEOUT = Duration.ofMinutes(1);

    private static final int MAX_PORT = 65_535;
    private static final String NO_REDIS = "limits cannot be shared without the artifact"
            + " dev.triune:triune-redis (add it to the class path, or leave out gateway.redis and"
            + " --redis)";

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(names = "--config", paramLabel = "FILE", description = "the configuration file")
    private @Nullable Path config;

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "port to listen on, 0 for any free one (8766)")
    private @Nullable Integer port;

    @Option(
            names = "--bind",
            paramLabel = "ADDR",
            description = "address to listen on; beyond loopback, the configuration must set"
                    + " gateway.token or gateway.keys (127.0.0.1)")
    private @Nullable String bind;

    @Option(
            names = "--redis",
            paramLabel = "URI",
            description = "share limits with other gateways here, such as redis://127.0.0.1:6379")
    private @Nullable String redis;

    @Option(
            names = "--offline",
            description =
                    "serve an offline mind in place of providers: needs no key and no network")
    private boolean offline;

    @Override
    public Integer call() throws IOException {
        if (offline == (config != null)) {
            throw usageError(
                    offline
                            ? "--offline and --config " + config
                                    + " exclude each other: leave out one"
                            : "nobody to ask: add --config FILE, or --offline to try it without");
        }
        if (port != null && (port < 0 || port > MAX_PORT)) {
            throw usageError("--port " + port + " (expected 0 to " + MAX_PORT + ")");
        }
        checkAddresses();
        GatewaySettings settings = GatewaySettings.DEFAULT;
        BrokerConfig read = null;
        if (config != null) {
            ConfigSection file = ConfigSection.load(config);
            read = BrokerConfig.read(file).withTransport(HttpTransport.JETTY);
            settings = GatewaySettings.read(file.section("gateway"));
            file.throwIfInvalid();
        }
        settings = withOptions(settings);
        JettyServer.requireTokenIfPublic(settings);
        BrokerBuilder builder = withListeners(read == null ? offline() : read.builder());
        Optional<SharedLimits> shared = shared(settings.redis(), read);
        try {
            shared.ifPresent(builder::sharedLimits);
            GatewayServer gateway = GatewayServer.start(
                    settings, builder, checks(shared), Ticker.system(), InstantSource.system());
            spec.commandLine()
                    .getOut()
                    .println("triune-gateway listens at " + gateway.uri()
                            + (offline ? ", with an offline mind" : "") + "; dashboard: "
                            + gateway.uri() + "/");
            new HangUp(gateway, config).handle();
            return serve(gateway);
        } finally {
            shared.ifPresent(SharedLimits::close);
        }
    }

    /** Adds the listeners of other artifacts, such as triune-telemetry. */
    static BrokerBuilder withListeners(BrokerBuilder builder) {
        ServiceLoader.load(BrokerListener.class).forEach(builder::listener);
        return builder;
    }

    /** Waits until the process ends; the shutdown hook drains the gateway. */
    private static int serve(GatewayServer gateway) {
        Thread stopping = new Thread(() -> drain(gateway), "gateway-stop");
        Runtime.getRuntime().addShutdownHook(stopping);
        try {
            gateway.join();
        } catch (InterruptedException e) {
            Runtime.getRuntime().removeShutdownHook(stopping);
            gateway.close();
        }
        return GatewayApp.OK;
    }

    /** Starts connecting to Redis in the background. */
    static Optional<SharedLimits> shared(Optional<Secret> address, @Nullable BrokerConfig config) {
        return address.map(secret -> ServiceLoader.load(SharedLimits.Opener.class)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(NO_REDIS))
                .open(
                        secret,
                        config == null ? OFFLINE_TIMEOUT : config.heartbeatTimeout(),
                        config == null ? OFFLINE_TIMEOUT : config.callTimeout()));
    }

    /** Returns the readiness check of Redis, if it is configured. */
    private static Map<String, Supplier<Optional<String>>> checks(Optional<SharedLimits> shared) {
        return shared.<Map<String, Supplier<Optional<String>>>>map(
                        limits -> Map.of("redis", limits::problem))
                .orElse(Map.of());
    }

    private GatewaySettings withOptions(GatewaySettings read) {
        GatewaySettings settings = port == null ? read : read.withPort(port);
        settings = bind == null ? settings : settings.withBind(bind);
        return redis == null ? settings : settings.withRedis(Secret.of(redis));
    }

    private void checkAddresses() {
        if (redis != null && redis.contains("@")) {
            throw usageError(
                    "--redis holds a user or a password, which everyone on this machine can see"
                            + " here: put it into gateway.redis, as a reference to a variable");
        }
        if (bind == null) {
            return;
        }
        try {
            if (offline && !InetAddress.getByName(bind).isLoopbackAddress()) {
                throw usageError(
                        "--offline --bind " + bind + " is open to other machines and has no"
                                + " token: leave out --bind, or use --config with gateway.token");
            }
        } catch (UnknownHostException e) {
            throw usageError(
                    "--bind " + bind + ": no such address (expected one of this machine's)");
        }
    }

    private static BrokerBuilder offline() {
        OfflineProvider mind = OfflineProvider.builder(new OfflineAnswers()).build();
        Limits limits = Limits.perMinute(OFFLINE_RPM).withBurst(OFFLINE_PERMITS);
        return new BrokerBuilder()
                .provider(
                        ProviderSettings.of("offline", "offline-mind")
                                .withModels(ProviderSettings.ANY_MODEL)
                                .withPermits(OFFLINE_PERMITS)
                                .withLimits(limits),
                        mind);
    }

    /** Runs in the shutdown hook. */
    private static void drain(GatewayServer gateway) {
        try {
            gateway.drain();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private ParameterException usageError(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
