/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import dev.triune.llm.internal.config.BrokerFactory;
import dev.triune.llm.internal.config.BrokerSettings;
import dev.triune.llm.internal.config.BrokerSettings.ConfiguredProvider;
import dev.triune.llm.internal.config.ConfigReader;
import dev.triune.llm.provider.HttpProvider.HttpTransport;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The broker's part of a configuration file, validated and with resolved keys. Immutable. Never
 * shows a key.
 *
 * <pre>{@code
 * Broker broker = BrokerConfig.load(Path.of("llm.yaml")).open();
 * }</pre>
 */
public final class BrokerConfig {
    private static final Logger LOG = Logger.getLogger(BrokerConfig.class.getName());
    private static final String LAYERS = "layers";

    private final ConfigSection file;
    private final BrokerSettings settings;
    private final HttpTransport transport;

    /** Says that nobody has read the section {@code layers}; null if its caller reads the file. */
    private final @Nullable UnreadLayers unreadLayers;

    private BrokerConfig(
            ConfigSection file,
            BrokerSettings settings,
            HttpTransport transport,
            @Nullable UnreadLayers unreadLayers) {
        this.file = file;
        this.settings = settings;
        this.transport = transport;
        this.unreadLayers = unreadLayers;
    }

    /**
     * Reads a file, with keys from the environment of the process. Blocks while reading.
     *
     * @throws ConfigException if the file is missing or invalid
     */
    public static BrokerConfig load(Path file) {
        return readAll(ConfigSection.load(file));
    }

    /**
     * Reads a text.
     *
     * @param name the name of the text in error messages, such as {@code llm.yaml}
     * @param yaml one YAML document, at most 1 MB
     * @param environment returns the value of an environment variable, if it is set
     * @throws ConfigException if it is invalid
     */
    public static BrokerConfig parse(
            String name, String yaml, Function<String, Optional<String>> environment) {
        return readAll(ConfigSection.parse(name, yaml, environment));
    }

    private static BrokerConfig readAll(ConfigSection file) {
        BrokerConfig config = read(file);
        file.throwIfInvalid();
        UnreadLayers unread = file.yaml()
                .get(LAYERS)
                .map(layers -> new UnreadLayers(
                        LOG,
                        layers.message(
                                "nobody reads this section, so it neither counts nor is checked (call"
                                        + " MindPlugin.layers(config) before the world is built, or delete"
                                        + " it)")))
                .orElse(null);
        return new BrokerConfig(file, config.settings, config.transport, unread);
    }

    /** Reads a file, to be checked by {@link ConfigSection#throwIfInvalid} before use. */
    public static BrokerConfig read(ConfigSection file) {
        return new BrokerConfig(
                file,
                ConfigReader.read(file.yaml(), file.references()),
                HttpTransport.OKHTTP,
                null);
    }

    /** Copies this configuration with another HTTP client, but for calls to gateways. */
    public BrokerConfig withTransport(HttpTransport other) {
        return new BrokerConfig(file, settings, other, unreadLayers);
    }

    /**
     * Returns the section {@code layers}, which {@code MindPlugin.layers} reads and checks. If a
     * loaded file has one that nobody asks for, the first request of a mind logs that.
     */
    public ConfigSection layers() {
        if (unreadLayers != null) {
            unreadLayers.read();
        }
        return file.section(LAYERS);
    }

    /** Returns the section {@code prices}; models that it does not name cost nothing. */
    public PriceCatalog prices() {
        return settings.prices();
    }

    /** Returns the configured providers, in the order of the file. */
    public List<ProviderSummary> providers() {
        return settings.providers().values().stream().map(BrokerConfig::summary).toList();
    }

    private static ProviderSummary summary(ConfiguredProvider provider) {
        return new ProviderSummary(
                provider.settings().name(),
                provider.connection().label(),
                provider.connection().url(),
                provider.settings().model(),
                provider.connection().keys().size(),
                provider.settings().permits());
    }

    /** Returns the maximum duration of a call. */
    public Duration callTimeout() {
        return factory().settings().options().callTimeout;
    }

    /** Returns the silence after which a tenant is inactive. */
    public Duration heartbeatTimeout() {
        return factory().settings().options().heartbeatTimeout;
    }

    /** Returns a builder with these settings and open providers, which only its broker closes. */
    public BrokerBuilder builder() {
        return listening(factory().builder());
    }

    private BrokerBuilder listening(BrokerBuilder builder) {
        return unreadLayers == null ? builder : builder.listener(unreadLayers);
    }

    /** Opens the broker, which does not connect before the first request. */
    public Broker open() {
        return factory().open(this::listening);
    }

    private BrokerFactory factory() {
        return new BrokerFactory(settings, BrokerFactory.httpOpener(transport));
    }

    /** Opens the broker on a daemon thread, for programs without a loop. */
    public BrokerThread openOnThread() {
        return BrokerThread.start("triune-broker", builder());
    }

    /** Names the providers; shows no key. */
    @Override
    public String toString() {
        return "BrokerConfig" + providers();
    }

    /**
     * A provider of the file, without its keys.
     *
     * @param protocol {@code openai}, {@code anthropic}, {@code ollama} or {@code gateway}
     * @param model the default model; empty for a gateway's own
     * @param keys the number of its keys
     * @param permits the maximum number of concurrent calls
     */
    public record ProviderSummary(
            String name, String protocol, URI url, String model, int keys, int permits) {}
}
