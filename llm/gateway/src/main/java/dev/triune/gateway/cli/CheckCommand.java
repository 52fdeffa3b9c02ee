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
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code check}: reports the errors of a configuration, or summarises it; with {@code --online}
 * also compares its models with those that providers offer.
 */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = "read a configuration and report what is wrong with it")
final class CheckCommand implements Callable<Integer> {
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
            description = "also request each provider's list of models, which costs nothing")
    private boolean online;

    @Override
    public Integer call() {
        ConfigSection file = ConfigSection.load(config);
        BrokerConfig broker = BrokerConfig.read(file);
        GatewaySettings settings = GatewaySettings.read(file.section("gateway"));
        file.throwIfInvalid();
        GatewayServer.check(settings, broker.builder(), InstantSource.system());
        PrintWriter out = spec.commandLine().getOut();
        for (ProviderSummary provider : broker.providers()) {
            out.println(provider.name() + ": " + provider.protocol() + " at " + provider.url()
                    + ", " + provider.keys() + " keys, " + provider.permits() + " permits");
        }
        List<ModelProblem> problems = online ? modelProblems(broker) : List.of();
        problems.forEach(problem ->
                spec.commandLine().getErr().println("triune-gateway: " + problem.message()));
        out.println(config + (problems.isEmpty() ? " is good" : " can be read"));
        return problems.isEmpty() ? GatewayApp.OK : GatewayApp.BROKEN;
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
