/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.cli;

import dev.triune.gateway.GatewaySettings;
import dev.triune.gateway.http.JettyServer;
import dev.triune.llm.BrokerConfig;
import dev.triune.llm.BrokerConfig.ProviderSummary;
import dev.triune.llm.ConfigSection;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code check}: reports the errors of a configuration, or summarises it. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = "read a configuration and say what is wrong with it; calls nobody")
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

    @Override
    public Integer call() {
        ConfigSection file = ConfigSection.load(config);
        BrokerConfig broker = BrokerConfig.read(file);
        GatewaySettings settings = GatewaySettings.read(file.section("gateway"));
        file.throwIfInvalid();
        JettyServer.requireTokenIfPublic(settings);
        PrintWriter out = spec.commandLine().getOut();
        for (ProviderSummary provider : broker.providers()) {
            out.println(provider.name() + ": " + provider.protocol() + " at " + provider.url()
                    + ", " + provider.keys() + " keys, " + provider.permits() + " permits");
        }
        out.println(config + " is good");
        return GatewayApp.OK;
    }
}
