/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.cli;

import dev.triune.gateway.GatewayServer;
import dev.triune.gateway.GatewaySettings;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.BrokerBuilder.ModelProblem;
import dev.triune.llm.BrokerConfig;
import dev.triune.llm.BrokerConfig.ProviderSummary;
import dev.triune.llm.ConfigSection;
import dev.triune.llm.ModelTrial;
import dev.triune.llm.SharedLimits;
import dev.triune.llm.Ticker;
import dev.triune.llm.provider.HttpProvider.HttpTransport;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code check}: reports the errors of a configuration, or summarises it; with {@code --online}
 * also compares its models with those that providers offer, and with {@code --try} tries one.
 */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = "read a configuration and report what is wrong with it")
final class CheckCommand implements Callable<Integer> {
    private static final Duration REDIS_TIMEOUT = Duration.ofSeconds(10);
    private static final long POLL_MILLIS = 20;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            required = true,
            description = "the configuration file")
    @SuppressWarnings("NullAway.Init")
    private Path config;

    @Option(
            names = "--online",
            description = "also request each provider's list of models, which costs nothing, and"
                    + " connect to Redis")
    private boolean online;

    @Option(
            names = "--try",
            paramLabel = "MODEL",
            description =
                    "also send this model up to eleven small requests, which cost a few thousand"
                            + " tokens, and print what works and what to configure")
    private @Nullable String tried;

    @Option(names = "--image", description = "with --try: also send an image")
    private boolean image;

    @Override
    public Integer call() {
        if (image && tried == null) {
            throw new ParameterException(
                    spec.commandLine(), "--image needs a model (add --try MODEL)");
        }
        Checked checked = check(config);
        BrokerConfig broker = checked.broker();
        PrintWriter out = spec.commandLine().getOut();
        for (ProviderSummary provider : broker.providers()) {
            out.println(provider.name() + ": " + provider.protocol() + " at " + provider.url()
                    + ", " + provider.keys() + " keys, " + provider.permits() + " permits");
        }
        List<ModelProblem> problems = online ? modelProblems(broker) : List.of();
        problems.forEach(problem ->
                spec.commandLine().getErr().println("triune-gateway: " + problem.message()));
        String redis = online ? redisProblem(checked) : "";
        if (!redis.isEmpty()) {
            spec.commandLine().getErr().println("triune-gateway: gateway.redis: " + redis);
        }
        boolean answers = tried == null || tries(broker, tried, out);
        boolean good = problems.isEmpty() && redis.isEmpty() && answers;
        out.println(config + (good ? " is good" : " can be read"));
        return good ? GatewayApp.OK : GatewayApp.BROKEN;
    }

    /** Tries a model over the HTTP client of {@code serve}; returns whether it answers. */
    private boolean tries(BrokerConfig config, String model, PrintWriter out) {
        out.println("trying " + model);
        BrokerBuilder builder = config.withTransport(HttpTransport.JETTY).builder();
        try (Broker broker = builder.build()) {
            return new ModelTrial(broker, model, Ticker.system(), out::println).run(image);
        }
    }

    /** A configuration that {@code serve} accepts. Immutable. */
    record Checked(BrokerConfig broker, GatewaySettings settings) {
        /** Returns a builder as {@code serve} uses it, with open providers. */
        BrokerBuilder serving() {
            return ServeCommand.withListeners(
                    broker.withTransport(HttpTransport.JETTY).builder());
        }
    }

    /**
     * Reads a configuration and rejects what {@code serve} would reject.
     *
     * @throws RuntimeException if it would reject something
     */
    static Checked check(Path config) {
        ConfigSection file = ConfigSection.load(config);
        BrokerConfig broker = BrokerConfig.read(file);
        GatewaySettings settings = GatewaySettings.read(file.section("gateway"));
        file.throwIfInvalid();
        GatewayServer.check(settings, broker.builder(), InstantSource.system());
        return new Checked(broker, settings);
    }

    /** Returns why Redis cannot be used; empty if it can, or if none is configured. */
    private static String redisProblem(Checked checked) {
        Optional<SharedLimits> shared =
                ServeCommand.shared(checked.settings().redis(), checked.broker());
        if (shared.isEmpty()) {
            return "";
        }
        long end = System.nanoTime() + REDIS_TIMEOUT.toNanos();
        try (SharedLimits limits = shared.get()) {
            String problem = limits.problem().orElse("");
            while (problem.startsWith("starting") && System.nanoTime() - end < 0) {
                Thread.sleep(POLL_MILLIS);
                problem = limits.problem().orElse("");
            }
            if (problem.startsWith("starting")) {
                return "no answer within " + REDIS_TIMEOUT.toSeconds() + " s";
            }
            return problem.startsWith("settling") ? "" : problem; // as with every new gateway
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
    }

    private static List<ModelProblem> modelProblems(BrokerConfig config) {
        BrokerBuilder builder = config.builder();
        Broker opened = builder.build();
        try {
            return builder.checkModels().join();
        } finally {
            opened.close(); // and its providers
        }
    }
}
