/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.app;

import dev.triune.llm.provider.Misbehaviour;
import dev.triune.llm.provider.http.GatewayProvider;
import dev.triune.llm.provider.http.HttpProvider;
import dev.triune.llm.provider.wire.Family;
import dev.triune.village.places.Calendar;
import dev.triune.village.sim.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line of the village, read and checked. */
@Command(
        name = "triune-village",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description =
                "A village that lives without a screen. Reflexes are rules; what villagers say"
                        + " and plan is asked of a language model, or of an offline mind in its"
                        + " place.",
        footer = {
            "",
            "Examples:",
            "  java -jar triune-village.jar",
            "  java -jar triune-village.jar --days 3 --speed max --seed 7 --report r.json",
            "  java -jar triune-village.jar --llm http://127.0.0.1:11434/v1 --model qwen3:4b",
            "  java -jar triune-village.jar --gateway http://127.0.0.1:8766 --game north",
            "  java -jar triune-village.jar --provider ollama --llm http://127.0.0.1:11434"
                    + " --model qwen3:4b"
        })
final class Options {
    /** Any address will do to have a key checked; nothing is sent. */
    private static final String LOOPBACK = "http://127.0.0.1";

    /** Everything the command line needs from outside, so that tests can bring their own. */
    private final Map<String, String> environment;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--days",
            paramLabel = "N",
            description = "how many days to live, 1 to 10000 (1; a day is 20 minutes)")
    private @Nullable Integer days;

    @Option(
            names = "--ticks",
            paramLabel = "N",
            description = "how many ticks to live instead, 1 or more (20 are a second)")
    private @Nullable Long ticks;

    @Option(
            names = "--speed",
            paramLabel = "1|max",
            description = "1: real time; max: simulated time, as fast as it goes (1)")
    private String speed = "1";

    @Option(names = "--seed", paramLabel = "N", description = "seed of every chance in it (1)")
    private long seed = 1;

    @Option(
            names = "--villagers",
            paramLabel = "N",
            description = "how many villagers, 1 to 10000 (8)")
    private int villagers = 8;

    @Option(names = "--llm", paramLabel = "URL", description = "ask the server at this base URL")
    private @Nullable String llm;

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
            names = "--decisions",
            paramLabel = "HOW",
            description = "scheduled: the layer that the moment calls for; sequential: one layer"
                    + " after the other, to compare (scheduled)")
    private String decisions = "scheduled";

    @Option(names = "--quiet", description = "print the report at the end and nothing before it")
    private boolean quiet;

    @Option(
            names = "--report",
            paramLabel = "FILE.json",
            description = "write the report to this file as well")
    private @Nullable Path report;

    Options(Map<String, String> environment) {
        this.environment = environment;
    }

    /** Checks everything at once and says what kind of village is wanted. */
    Settings settings() {
        check(days == null || (days >= 1 && days <= 10_000), "--days", days, "1 to 10000");
        check(ticks == null || ticks >= 1, "--ticks", ticks, "1 or more");
        check(villagers >= 1 && villagers <= 10_000, "--villagers", villagers, "1 to 10000");
        check(speed.equals("1") || speed.equals("max"), "--speed", speed, "1 or max");
        checkUrl();
        checkTogether();
        checkReport();
        boolean max = speed.equals("max");
        if (gateway != null) {
            return Settings.shared(seed, villagers, shared(gateway)).with(decisions());
        }
        if (llm == null) {
            Settings.Minds minds = noLlm ? Settings.Minds.NONE : Settings.Minds.OFFLINE;
            return new Settings(seed, villagers, max, minds, misbehaviour(), null)
                    .with(decisions());
        }
        if (max) {
            throw wrong("--speed max simulates time, which a real model cannot follow: leave out"
                    + " --speed max or --llm");
        }
        return new Settings(
                        seed,
                        villagers,
                        false,
                        Settings.Minds.MODEL,
                        Misbehaviour.NONE,
                        realModel(llm))
                .with(decisions());
    }

    /** How many ticks to live. */
    long ticks() {
        if (ticks != null) {
            return ticks;
        }
        return (long) Calendar.TICKS_PER_DAY * (days == null ? 1 : days);
    }

    boolean quiet() {
        return quiet;
    }

    @Nullable
    Path report() {
        return report;
    }

    /** First of all, so that a URL that holds a password is in no message. */
    private void checkUrl() {
        if (gateway != null) {
            guard("--gateway", gateway, url -> GatewayProvider.at(url, game()));
        }
        if (llm == null) {
            return;
        }
        guard("--llm", llm, url -> HttpProvider.of(family(), url));
    }

    /** Tells what is wrong with a value in the words of whoever uses it. */
    private void guard(String option, String value, Consumer<String> user) {
        try {
            user.accept(value);
        } catch (IllegalArgumentException e) {
            throw wrong(option + ": " + e.getMessage());
        }
    }

    private void checkTogether() {
        if (days != null && ticks != null) {
            throw wrong("--days " + days + " and --ticks " + ticks
                    + " exclude each other: leave out one of them");
        }
        if (llm != null && noLlm) {
            throw wrong("--llm " + llm + " and --no-llm exclude each other: leave out one of them");
        }
        checkShared();
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
        if (chaos != null && (!nobody || noLlm)) {
            throw wrong("--chaos " + chaos + " is for the offline mind: leave out --chaos, or"
                    + " --llm, --gateway and --no-llm");
        }
    }

    private void checkShared() {
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
        if (speed.equals("max")) {
            throw wrong("--speed max simulates time, which a gateway cannot follow: leave out"
                    + " --speed max or --gateway");
        }
    }

    private void checkReport() {
        if (report == null) {
            return;
        }
        Path folder = report.toAbsolutePath().getParent();
        boolean overwritable = Files.notExists(report) || Files.isRegularFile(report);
        if (folder == null || !Files.isWritable(folder) || !overwritable) {
            throw wrong("--report " + report + ": no file can be written there (expected a file"
                    + " name in a folder that exists and can be written to)");
        }
    }

    private String game() {
        return game == null ? "village-" + seed : game;
    }

    private Settings.Gateway shared(String url) {
        String name = model == null ? "" : model;
        String token = apiKey(key -> GatewayProvider.at(LOOPBACK, game()).token(key));
        return new Settings.Gateway(url, game(), name, token);
    }

    private Settings.Model realModel(String url) {
        if (model == null || model.isBlank()) {
            throw wrong("--llm " + url + " needs a model: add --model NAME");
        }
        String key = apiKey(given -> HttpProvider.of(family(), LOOPBACK).apiKey(given));
        return new Settings.Model(family(), url, model, key);
    }

    private Family family() {
        String wanted = provider == null ? Family.OPENAI.label() : provider;
        for (Family family : Family.values()) {
            if (family.label().equals(wanted)) {
                return family;
            }
        }
        throw wrong("--provider " + provider
                + ": no such protocol (expected openai, anthropic or ollama)");
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
        guard("--api-key-env " + apiKeyEnv, key, user);
        return key;
    }

    private Settings.Decisions decisions() {
        for (Settings.Decisions how : Settings.Decisions.values()) {
            if (how.name().toLowerCase(Locale.ROOT).equals(decisions)) {
                return how;
            }
        }
        throw wrong(
                "--decisions " + decisions + ": no such way (expected scheduled or sequential)");
    }

    private Misbehaviour misbehaviour() {
        if (chaos == null) {
            return Misbehaviour.NONE;
        }
        for (Misbehaviour mode : Misbehaviour.values()) {
            if (mode.name().toLowerCase(Locale.ROOT).equals(chaos)) {
                return mode;
            }
        }
        throw wrong("--chaos " + chaos + ": no such mode (expected none, slow, hang, dead, garbage,"
                + " cut, ratelimit or all)");
    }

    private void check(boolean good, String option, @Nullable Object value, String expected) {
        if (!good) {
            throw wrong(option + " " + value + " (expected " + expected + ")");
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
