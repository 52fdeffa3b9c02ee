/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import dev.triune.llm.ModelRoutes.Route;
import dev.triune.llm.internal.config.BrokerFactory;
import dev.triune.llm.internal.config.CacheSettings;
import dev.triune.llm.internal.config.CallSettings;
import dev.triune.llm.internal.config.ConfigReader;
import dev.triune.llm.internal.config.ConfiguredProvider;
import dev.triune.llm.internal.config.GatewaySettings;
import dev.triune.llm.internal.config.LayerOverrides;
import dev.triune.llm.internal.config.QueueSettings;
import dev.triune.llm.internal.config.RetrySettings;
import dev.triune.llm.internal.config.SharingSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a configuration file says, checked and with keys resolved. Immutable.
 *
 * <pre>{@code
 * Broker broker = BrokerConfig.load(Path.of("llm.yaml")).open();
 * }</pre>
 *
 * <p>Keys are held as {@link Secret}: no text that this makes, and no exception, shows one.
 *
 * @param defaultModel the model of requests that name none
 * @param providers by name, in the order of the file; the first serves models that no rule knows
 * @param routes by model, besides the well-known ones
 * @param layers by name, for the scheduler of a game
 * @param queue how requests wait
 * @param retry what follows a rate limit
 * @param sharing how games share the broker
 * @param calls call timeout, and sessions under a quota
 * @param prices by model, in USD per million tokens
 * @param cache of answers, if there is to be one
 * @param allowedHosts hosts at which requests may have models of their own, in small letters, with a
 *     port unless it is the usual one
 * @param gateway how a gateway serves that reads the file
 */
public record BrokerConfig(
        Optional<String> defaultModel,
        Map<String, ConfiguredProvider> providers,
        Map<String, Route> routes,
        Map<String, LayerOverrides> layers,
        QueueSettings queue,
        RetrySettings retry,
        SharingSettings sharing,
        CallSettings calls,
        Map<String, TokenPrices> prices,
        Optional<CacheSettings> cache,
        List<String> allowedHosts,
        GatewaySettings gateway) {
    private static final int MAX_BYTES = 1 << 20;

    /** Copies the collections. */
    public BrokerConfig {
        providers = copy(providers);
        routes = copy(routes);
        layers = copy(layers);
        prices = copy(prices);
        allowedHosts = List.copyOf(allowedHosts);
    }

    /**
     * Reads a file, with keys from the environment of the process. Blocks while it reads.
     *
     * @throws ConfigException if there is no such file or anything is wrong with it
     */
    public static BrokerConfig load(Path file) {
        String name = file.toString();
        return parse(name, readText(name, file), key -> Optional.ofNullable(System.getenv(key)));
    }

    /**
     * Reads a text.
     *
     * @param name how problems call the text, as in {@code llm.yaml}
     * @param yaml one YAML document, at most 1 MB
     * @param environment gives the value of a variable, if it is set
     * @throws ConfigException if anything is wrong with it
     */
    public static BrokerConfig parse(
            String name, String yaml, Function<String, Optional<String>> environment) {
        return ConfigReader.read(name, yaml, environment);
    }

    /**
     * A builder with everything of this in it, to which a ticker, listeners and further providers
     * can be added. Its providers are open from now on; only the broker built from it closes them.
     */
    public BrokerBuilder builder() {
        return new BrokerFactory(this, BrokerFactory.httpOpener()).builder();
    }

    /** Opens the broker. It connects nowhere before it is asked. */
    public Broker open() {
        return new BrokerFactory(this, BrokerFactory.httpOpener()).open();
    }

    static String readText(String name, Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new ConfigException(name + ": more than 1 MB (expected a few pages)");
            }
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return text.startsWith("\uFEFF") ? text.substring(1) : text;
        } catch (NoSuchFileException e) {
            throw new ConfigException(name + ": there is no such file (expected a configuration)");
        } catch (CharacterCodingException e) {
            throw new ConfigException(name + ": not UTF-8 (expected a text file in UTF-8)");
        } catch (IOException e) {
            String kind = e.getClass().getSimpleName();
            throw new ConfigException(name + ": cannot be read (" + kind + ")");
        }
    }

    private static <V> Map<String, V> copy(Map<String, V> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }
}
