/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.BrokerConfig;
import dev.triune.llm.ConfigException;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.HttpProvider;
import dev.triune.llm.provider.OfflineProvider;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Who answers: rules, a server, or the providers of a file. The flags are those of the village. */
final class MindFlags {
    @Option(names = "--llm", paramLabel = "URL", description = "ask the server at this base URL")
    private @Nullable String llm;

    @Option(
            names = "--provider",
            paramLabel = "openai|anthropic|ollama",
            description = "the protocol that it speaks (openai)")
    private @Nullable String provider;

    @Option(names = "--model", paramLabel = "NAME", description = "the model to ask there")
    private @Nullable String model;

    @Option(
            names = "--api-key-env",
            paramLabel = "VAR",
            description = "the environment variable that holds its API key")
    private @Nullable String apiKeyEnv;

    @Option(names = "--config", paramLabel = "FILE", description = "ask the providers of this file")
    private @Nullable Path config;

    @CommandLine.Spec(CommandLine.Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli fills it in
    private CommandLine.Model.CommandSpec spec;

    /**
     * Returns what opens a broker, which belongs to the thread that calls it.
     *
     * @param player the name of the player
     * @throws CommandLine.ParameterException if a flag is wrong
     */
    Supplier<Broker> broker(String player) {
        if (llm == null && (provider != null || model != null || apiKeyEnv != null)) {
            throw wrong("--provider, --model and --api-key-env need a server: add --llm URL");
        }
        if (config != null) {
            if (llm != null) {
                throw wrong(
                        "--llm " + llm + " and --config exclude each other: leave out one of them");
            }
            try {
                BrokerConfig file = BrokerConfig.load(config);
                return () -> open(file.builder());
            } catch (ConfigException e) {
                throw wrong(String.valueOf(e.getMessage()));
            }
        }
        return llm == null ? () -> offline(player) : server(llm);
    }

    private static Broker offline(String player) {
        return new BrokerBuilder()
                .provider(
                        ProviderSettings.of("offline", "market-rules").withPermits(4),
                        OfflineProvider.builder(new MarketOfflineMind(player)).build())
                .build();
    }

    private Supplier<Broker> server(String url) {
        if (model == null) {
            throw wrong("--llm " + url + " needs a model: add --model NAME");
        }
        HttpProvider.Builder http;
        try {
            http = HttpProvider.builder(family(), url);
            if (apiKeyEnv != null) {
                http.apiKey(key(apiKeyEnv));
            }
        } catch (IllegalArgumentException e) {
            throw wrong("--llm: " + e.getMessage());
        }
        ProviderSettings settings = ProviderSettings.of("model", model).withPermits(2);
        return () -> open(new BrokerBuilder().provider(settings, http.build()));
    }

    /** Opens it, and says so if a server does not have the model. Waits for nothing. */
    private static Broker open(BrokerBuilder builder) {
        Broker broker = builder.build();
        var ignored = builder.checkModels()
                .thenAccept(all -> all.forEach(each -> System.err.println(each.message())));
        return broker;
    }

    private ApiFamily family() {
        String name = provider == null ? ApiFamily.OPENAI.label() : provider;
        return Arrays.stream(ApiFamily.values())
                .filter(family -> family.label().equals(name))
                .findFirst()
                .orElseThrow(
                        () -> wrong("--provider " + name + " is not a protocol (expected one of "
                                + Arrays.stream(ApiFamily.values())
                                        .map(ApiFamily::label)
                                        .collect(Collectors.joining(", "))
                                + ")"));
    }

    private String key(String variable) {
        String key = System.getenv(variable);
        if (key == null || key.isBlank()) {
            throw wrong("--api-key-env " + variable
                    + ": that environment variable is not set (export it first)");
        }
        return key;
    }

    private CommandLine.ParameterException wrong(String message) {
        return new CommandLine.ParameterException(spec.commandLine(), message);
    }
}
