/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import dev.triune.llm.BrokerConfig;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.GatewayProvider;
import dev.triune.llm.provider.HttpProvider;
import dev.triune.llm.provider.OfflineProvider.FaultMode;
import dev.triune.village.lab.bench.Situations;
import dev.triune.village.sim.MindSource;
import dev.triune.village.sim.Outage;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the source of answers. */
final class MindOptions {
    /** A placeholder address for checking a key; nothing is sent. */
    private static final String LOOPBACK = "http://127.0.0.1";

    /** The environment variables; tests pass their own. */
    private final Map<String, String> environment;

    @Option(names = "--llm", paramLabel = "URL", description = "base URL of the model server")
    private @Nullable String llm;

    @Option(
            names = "--local",
            paramLabel = "FILE.gguf",
            description = "run this model in the process of the village")
    private @Nullable String local;

    @Option(
            names = "--server",
            paramLabel = "PATH",
            description = "run the model of --local in a process of its own: this llama-server, or"
                    + " the one for this platform in a folder")
    private @Nullable String server;

    @Option(
            names = "--bench-model",
            arity = "0..1",
            fallbackValue = "",
            paramLabel = "FILE.gguf",
            description = "measure the plans of this model, or of the one that other options name,"
                    + " in fixed situations instead of simulating a village")
    private @Nullable String benchModel;

    @Option(
            names = "--situations",
            paramLabel = "FROM..TO",
            description = "numbers of these situations, 1 to 1000; N alone means 1..N (1..100)")
    private @Nullable String situations;

    @Option(
            names = "--try",
            arity = "0..1",
            fallbackValue = "",
            paramLabel = "MODEL",
            description = "send this model, or the one that other options name, up to eleven small"
                    + " requests instead of simulating a village, and print what works, how fast"
                    + " it is, and what to configure")
    private @Nullable String tried;

    @Option(names = "--image", description = "with --try: also send an image")
    private boolean image;

    @Option(
            names = "--gateway",
            paramLabel = "URL",
            description = "base URL of a gateway, which other games may share")
    private @Nullable String gateway;

    @Option(
            names = "--game",
            paramLabel = "NAME",
            description = "name of this game at the gateway (village-<seed>)")
    private @Nullable String game;

    @Option(
            names = "--provider",
            paramLabel = "openai|anthropic|ollama",
            description = "protocol of the model server (openai)")
    private @Nullable String provider;

    @Option(
            names = "--model",
            paramLabel = "NAME",
            description = "name of the model; optional with a gateway")
    private @Nullable String model;

    @Option(
            names = "--api-key-env",
            paramLabel = "VAR",
            description = "environment variable with the API key, or the gateway's token")
    private @Nullable String apiKeyEnv;

    @Option(names = "--no-llm", description = "call no model: reflexes and routine only")
    private boolean noLlm;

    @Option(
            names = "--chaos",
            paramLabel = "MODE",
            description = "how the offline mind misbehaves: none, slow, hang, dead, garbage, cut,"
                    + " ratelimit or all (none)")
    private @Nullable String chaos;

    @Option(
            names = "--outage",
            paramLabel = "FROM-TO",
            description = "when the offline mind is down, in ticks or days of the run, such as"
                    + " 1d-2d (never)")
    private @Nullable String outage;

    @Option(
            names = "--latency",
            paramLabel = "MS",
            description = "longest time until an answer of the offline mind begins, 0 to 60000"
                    + " milliseconds; the shortest is a quarter of it (1200)")
    private @Nullable Integer latency;

    MindOptions(Map<String, String> environment) {
        this.environment = environment;
    }

    /**
     * Checks the URLs before other options, so that no message shows a URL with a password.
     */
    void checkUrls(OptionRules rules, long seed) {
        if (gateway != null) {
            rules.checkAccepted(
                    "--gateway", gateway, url -> GatewayProvider.builder(url, game(seed)));
        }
        if (llm != null) {
            rules.checkAccepted("--llm", llm, url -> HttpProvider.builder(family(provider), url));
        }
    }

    /** Returns the situations to measure plans in; empty for a village. */
    Optional<Situations> benchmark() {
        return benchModel == null
                ? Optional.empty()
                : Optional.of(situations == null ? Situations.STANDARD : Situations.of(situations));
    }

    /** Returns the model to try, empty for the default one; empty without {@code --try}. */
    Optional<String> tried() {
        return Optional.ofNullable(tried);
    }

    /** Whether to try it with an image, too. */
    boolean image() {
        return image;
    }

    /** Returns the source of answers that the options choose. */
    MindSource source(OptionRules rules, long seed) {
        if (gateway != null) {
            String token = apiKey(
                    rules, key -> GatewayProvider.builder(LOOPBACK, game(seed)).token(key));
            return new MindSource.Gateway(gateway, game(seed), model == null ? "" : model, token);
        }
        String file = local == null && benchModel != null ? benchModel : local;
        if (file != null && !file.isEmpty()) {
            return new MindSource.Providers(file, localModel(file, server));
        }
        if (llm != null) {
            String name = model == null && tried != null ? tried : model;
            if (name == null || name.isBlank()) {
                throw rules.error("--llm " + llm + " needs a model: add --model NAME");
            }
            ApiFamily family = family(provider);
            String key = apiKey(
                    rules, given -> HttpProvider.builder(family, LOOPBACK).apiKey(given));
            return new MindSource.Model(family, llm, name, key);
        }
        FaultMode faults =
                chaos == null ? FaultMode.NONE : FaultMode.valueOf(chaos.toUpperCase(Locale.ROOT));
        if (noLlm) {
            return new MindSource.None();
        }
        Outage down = outage == null ? null : Outage.of(outage);
        return latency == null
                ? new MindSource.Offline(faults, down)
                : new MindSource.Offline(faults, down, Duration.ofMillis(latency));
    }

    /** Returns the settings of a model in this process, or in that of a server. */
    private static BrokerConfig localModel(String file, @Nullable String server) {
        String yaml = server == null
                ? "family: local, file: " + quoted(file)
                : "family: llama-server, permits: 4, file: " + quoted(file) + ", server: "
                        + quoted(server);
        return BrokerConfig.parse(
                "--local", "providers: {local: {" + yaml + "}}", name -> Optional.empty());
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    private String game(long seed) {
        return game == null ? "village-" + seed : game;
    }

    /** Returns the protocol with a label; by default that of OpenAI. */
    static ApiFamily family(@Nullable String label) {
        return Arrays.stream(ApiFamily.values())
                .filter(family -> family.label().equals(label))
                .findFirst()
                .orElse(ApiFamily.OPENAI);
    }

    private String apiKey(OptionRules rules, Consumer<String> user) {
        if (apiKeyEnv == null) {
            return "";
        }
        String key = environment.get(apiKeyEnv);
        if (key == null || key.isBlank()) {
            throw rules.error("--api-key-env " + apiKeyEnv
                    + ": that environment variable is not set (export it first)");
        }
        rules.checkAccepted("--api-key-env " + apiKeyEnv, key, user);
        return key;
    }
}
