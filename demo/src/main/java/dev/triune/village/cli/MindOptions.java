/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.cli;

import static dev.triune.village.cli.OptionChecks.check;
import static dev.triune.village.cli.OptionChecks.checkAccepted;
import static dev.triune.village.cli.OptionChecks.choose;

import dev.triune.llm.BrokerConfig;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.GatewayProvider;
import dev.triune.llm.provider.HttpProvider;
import dev.triune.llm.provider.OfflineProvider.FaultMode;
import dev.triune.village.sim.MindSource;
import dev.triune.village.sim.Outage;
import dev.triune.village.sim.PlanBenchmark;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options for the source of answers. */
final class MindOptions {
    /** The options that a benchmark takes. */
    static final Set<String> WITH_BENCHMARK = Set.of(
            "--bench-model",
            "--situations",
            "--config",
            "--llm",
            "--local",
            "--gateway",
            "--game",
            "--provider",
            "--model",
            "--api-key-env",
            "--chaos");

    /** A placeholder address for checking a key; nothing is sent. */
    private static final String LOOPBACK = "http://127.0.0.1";

    /** The environment variables; tests pass their own. */
    private final Map<String, String> environment;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(names = "--llm", paramLabel = "URL", description = "ask the server at this base URL")
    private @Nullable String llm;

    @Option(
            names = "--local",
            paramLabel = "FILE.gguf",
            description = "run this model within the village")
    private @Nullable String local;

    @Option(
            names = "--bench-model",
            arity = "0..1",
            fallbackValue = "",
            paramLabel = "FILE.gguf",
            description = "instead of a village, measure the plans of this model, or of whoever"
                    + " else is asked, in situations that are always the same")
    private @Nullable String benchModel;

    @Option(
            names = "--situations",
            paramLabel = "N",
            description = "how many of these situations, 1 to 100 (100)")
    private @Nullable Integer situations;

    @Option(
            names = "--gateway",
            paramLabel = "URL",
            description = "ask the gateway at this base URL, which other games may share")
    private @Nullable String gateway;

    @Option(
            names = "--game",
            paramLabel = "NAME",
            description = "the name of this game at the gateway (village-<seed>)")
    private @Nullable String game;

    @Option(
            names = "--provider",
            paramLabel = "openai|anthropic|ollama",
            description = "the protocol that it speaks (openai)")
    private @Nullable String provider;

    @Option(
            names = "--model",
            paramLabel = "NAME",
            description = "the model to ask there; a gateway has one of its own")
    private @Nullable String model;

    @Option(
            names = "--api-key-env",
            paramLabel = "VAR",
            description = "the environment variable that holds its API key, or its token")
    private @Nullable String apiKeyEnv;

    @Option(names = "--no-llm", description = "ask nobody: reflexes and routine only")
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
            description = "when the offline mind is dead, in ticks or days of the run, as in 1d-2d"
                    + " (never)")
    private @Nullable String outage;

    MindOptions(Map<String, String> environment) {
        this.environment = environment;
    }

    /**
     * Checks the URLs before all other options, so that no message shows a URL with a password.
     */
    void checkUrls(long seed) {
        if (gateway != null) {
            checkAccepted(
                    spec, "--gateway", gateway, url -> GatewayProvider.builder(url, game(seed)));
        }
        if (llm != null) {
            checkAccepted(spec, "--llm", llm, url -> HttpProvider.builder(apiFamily(), url));
        }
    }

    void checkTogether(boolean max) {
        checkBenchmark();
        if (llm != null && noLlm) {
            throw wrong("--llm " + llm + " and --no-llm exclude each other: leave out one of them");
        }
        checkLocal(max);
        checkShared(max);
        if (llm == null && provider != null) {
            throw wrong("--provider " + provider + " needs a server: add --llm URL");
        }
        boolean nobody = llm == null && gateway == null;
        if (nobody && model != null) {
            throw wrong("--model " + model + " needs a server: add --llm URL or --gateway URL");
        }
        if (nobody && apiKeyEnv != null) {
            throw wrong("--api-key-env " + apiKeyEnv
                    + " needs a server: add --llm URL or --gateway URL");
        }
        checkOffline("--chaos", chaos, nobody && local == null);
        checkOffline("--outage", outage, nobody && local == null);
    }

    private void checkBenchmark() {
        if (situations != null && benchModel == null) {
            throw wrong("--situations " + situations + " is for a benchmark: add --bench-model");
        }
        int most = PlanBenchmark.SITUATIONS;
        boolean fits = situations == null || (situations >= 1 && situations <= most);
        check(spec, fits, "--situations", situations, "1 to " + most);
        if (benchModel == null) {
            return;
        }
        for (ArgSpec given : spec.commandLine().getParseResult().matchedArgs()) {
            String name = ((OptionSpec) given).longestName();
            if (!WITH_BENCHMARK.contains(name)) {
                throw wrong("--bench-model has villages of its own: leave out " + name);
            }
        }
        if (!benchModel.isEmpty() && firstGivenFlag().isPresent()) {
            throw wrong("--bench-model " + benchModel + " and "
                    + firstGivenFlag().get() + " exclude each other: leave out one of them");
        }
        local = benchModel.isEmpty() ? local : benchModel;
    }

    /** Returns how many situations to measure plans in; empty for a village. */
    OptionalInt benchmark() {
        return benchModel == null
                ? OptionalInt.empty()
                : OptionalInt.of(situations == null ? PlanBenchmark.SITUATIONS : situations);
    }

    private void checkLocal(boolean max) {
        String other = llm != null ? "--llm " + llm : gateway != null ? "--gateway " + gateway : "";
        if (local != null && (noLlm || !other.isEmpty())) {
            throw wrong("--local " + local + " and " + (noLlm ? "--no-llm" : other)
                    + " exclude each other: leave out one of them");
        }
        if (local != null && max) {
            throw wrong("--speed max simulates time, which a local model cannot follow: leave out"
                    + " --speed max or --local");
        }
    }

    private void checkOffline(String option, @Nullable String value, boolean nobody) {
        if (value != null && (!nobody || noLlm)) {
            throw wrong(option + " " + value + " is for the offline mind: leave out " + option
                    + ", or --llm, --local, --gateway and --no-llm");
        }
    }

    private void checkShared(boolean max) {
        if (gateway == null && game != null) {
            throw wrong("--game " + game + " needs a gateway: add --gateway URL");
        }
        if (gateway == null) {
            return;
        }
        String here = "--gateway " + gateway + " and ";
        if (llm != null) {
            throw wrong(here + "--llm " + llm + " exclude each other: leave out one of them");
        }
        if (noLlm) {
            throw wrong(here + "--no-llm exclude each other: leave out one of them");
        }
        if (provider != null) {
            throw wrong("--provider " + provider
                    + " is for --llm: a gateway speaks its own protocol, leave out --provider");
        }
        if (max) {
            throw wrong("--speed max simulates time, which a gateway cannot follow: leave out"
                    + " --speed max or --gateway");
        }
    }

    /** Returns the first flag that chooses the source of answers; empty without one. */
    Optional<String> firstGivenFlag() {
        if (llm != null) {
            return Optional.of("--llm");
        }
        if (local != null) {
            return Optional.of("--local");
        }
        if (gateway != null) {
            return Optional.of("--gateway");
        }
        if (noLlm) {
            return Optional.of("--no-llm");
        }
        if (chaos != null) {
            return Optional.of("--chaos " + chaos);
        }
        return Optional.ofNullable(outage).map(span -> "--outage " + span);
    }

    /** Returns the source of answers that the options choose. */
    MindSource source(long seed, boolean max) {
        if (gateway != null) {
            String token =
                    apiKey(key -> GatewayProvider.builder(LOOPBACK, game(seed)).token(key));
            return new MindSource.Gateway(gateway, game(seed), model == null ? "" : model, token);
        }
        if (local != null) {
            return new MindSource.Providers(local, localModel(local));
        }
        if (llm == null) {
            FaultMode misbehaviour = faultMode();
            return noLlm ? new MindSource.None() : new MindSource.Offline(misbehaviour, outage());
        }
        if (max) {
            throw wrong("--speed max simulates time, which a real model cannot follow: leave out"
                    + " --speed max or --llm");
        }
        if (model == null || model.isBlank()) {
            throw wrong("--llm " + llm + " needs a model: add --model NAME");
        }
        String key = apiKey(given -> HttpProvider.builder(apiFamily(), LOOPBACK).apiKey(given));
        return new MindSource.Model(apiFamily(), llm, model, key);
    }

    /** Returns the settings of a model in this process. */
    private static BrokerConfig localModel(String file) {
        String yaml =
                "providers: {local: {family: local, file: '" + file.replace("'", "''") + "'}}";
        return BrokerConfig.parse("--local", yaml, name -> Optional.empty());
    }

    private String game(long seed) {
        return game == null ? "village-" + seed : game;
    }

    private ApiFamily apiFamily() {
        return provider == null
                ? ApiFamily.OPENAI
                : choose(
                        spec,
                        "--provider",
                        provider,
                        "protocol",
                        ApiFamily.values(),
                        ApiFamily::label);
    }

    private String apiKey(Consumer<String> user) {
        if (apiKeyEnv == null) {
            return "";
        }
        String key = environment.get(apiKeyEnv);
        if (key == null || key.isBlank()) {
            throw wrong("--api-key-env " + apiKeyEnv
                    + ": that environment variable is not set (export it first)");
        }
        checkAccepted(spec, "--api-key-env " + apiKeyEnv, key, user);
        return key;
    }

    private FaultMode faultMode() {
        return chaos == null
                ? FaultMode.NONE
                : choose(spec, "--chaos", chaos, "mode", FaultMode.values(), OptionChecks::lower);
    }

    private @Nullable Outage outage() {
        if (outage == null) {
            return null;
        }
        try {
            return Outage.of(outage);
        } catch (IllegalArgumentException e) {
            throw wrong("--outage " + outage + ": " + e.getMessage());
        }
    }

    private ParameterException wrong(String message) {
        return OptionChecks.error(spec, message);
    }
}
