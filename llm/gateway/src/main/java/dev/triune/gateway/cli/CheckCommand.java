/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.cli;

import dev.triune.llm.BrokerConfig;
import dev.triune.llm.provider.ApiFamily;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code check}: reads a configuration and says what is wrong with it, or what it holds. */
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
        BrokerConfig read = BrokerConfig.load(config);
        ServeCommand.requireTokenIfPublic(read.gateway());
        read.providers()
                .forEach((name, provider) -> spec.commandLine()
                        .getOut()
                        .println(name + ": "
                                + provider.connectionSettings()
                                        .family()
                                        .map(ApiFamily::label)
                                        .orElse("gateway")
                                + " at "
                                + provider.connectionSettings().url() + ", "
                                + provider.connectionSettings().keys().size() + " keys, "
                                + provider.settings().permits() + " permits"));
        spec.commandLine().getOut().println(config + " is good");
        return GatewayApp.OK;
    }
}
