/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.cli;

import dev.triune.llm.ConfigException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import org.slf4j.bridge.SLF4JBridgeHandler;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.TypeConversionException;

/**
 * The command line of the gateway. Exit codes: 0 success, 1 a failure, 2 an invalid command line or
 * configuration.
 */
@Command(
        name = "triune-gateway",
        mixinStandardHelpOptions = true,
        versionProvider = GatewayVersion.class,
        description =
                "A server that many games share: it holds the keys and shares their limits fairly.",
        subcommands = {ServeCommand.class, CheckCommand.class, KeysCommand.class},
        footer = {
            "",
            "Examples:",
            "  java -jar triune-gateway.jar serve --offline",
            "  java -jar triune-gateway.jar serve --config llm.yaml --port 8766",
            "  java -jar triune-gateway.jar check --config llm.yaml --online",
            "  java -jar triune-gateway.jar keys create --file keys.json --game village-7"
        })
public final class GatewayApp {
    static final int OK = 0;
    static final int BROKEN = 1;
    static final int USAGE = 2;

    private GatewayApp() {}

    /** Runs a command and ends the process with its exit code. */
    public static void main(String[] args) {
        useOneLog();
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
        System.exit(run(args, out, err));
    }

    /** Redirects the JDK's logger to that of all other libraries, so that lines have one format. */
    static void useOneLog() {
        SLF4JBridgeHandler.removeHandlersForRootLogger();
        SLF4JBridgeHandler.install();
    }

    /** Reads a number; picocli's own error would name classes. */
    private static BigDecimal number(String text) {
        try {
            return new BigDecimal(text);
        } catch (NumberFormatException e) {
            throw new TypeConversionException("'" + text + "' (expected a number)");
        }
    }

    /** Runs a command with the given output streams; returns the exit code. */
    static int run(String[] args, PrintStream out, PrintStream err) {
        CommandLine command = new CommandLine(new GatewayApp());
        command.setOut(new PrintWriter(out, true, StandardCharsets.UTF_8));
        command.setErr(new PrintWriter(err, true, StandardCharsets.UTF_8));
        command.registerConverter(BigDecimal.class, GatewayApp::number);
        command.setParameterExceptionHandler((wrong, rest) -> {
            err.println("triune-gateway: " + wrong.getMessage() + "; see --help");
            return USAGE;
        });
        command.setExecutionExceptionHandler((broken, commandLine, rest) -> {
            err.println("triune-gateway: " + broken.getMessage());
            boolean input =
                    broken instanceof IllegalArgumentException || broken instanceof ConfigException;
            return input ? USAGE : BROKEN;
        });
        if (args.length == 0) {
            command.usage(command.getOut());
            return USAGE;
        }
        return command.execute(args);
    }
}
