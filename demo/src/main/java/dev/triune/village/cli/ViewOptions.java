/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.cli;

import dev.triune.village.view.VillageView;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option for the view in a browser. */
final class ViewOptions {
    private static final String DEFAULT_PORT = "8780";

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--view",
            arity = "0..1",
            paramLabel = "PORT",
            fallbackValue = DEFAULT_PORT,
            description = "show the village to a browser of this machine, at this port"
                    + " (without one: " + DEFAULT_PORT + "; 0: a free one)")
    private @Nullable Integer port;

    /** Returns whether a view is wanted. */
    boolean isEnabled() {
        return port != null;
    }

    /** Opens the view if one is wanted; an unusable port is an error of the command line. */
    Optional<VillageView> open(String mind) {
        if (port == null) {
            return Optional.empty();
        }
        if (port < 0 || port > 65_535) {
            throw wrong("--view " + port + " (expected a port, 0 to 65535)");
        }
        try {
            return Optional.of(VillageView.open(port, mind));
        } catch (IOException e) {
            throw wrong("--view " + port + ": the port cannot be had, " + e.getMessage()
                    + " (take another, or 0 for a free one)");
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
