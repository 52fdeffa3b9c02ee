/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import com.badlogic.gdx.ApplicationListener;
import com.badlogic.gdx.backends.lwjgl3.Lwjgl3Application;
import com.badlogic.gdx.backends.lwjgl3.Lwjgl3ApplicationConfiguration;
import dev.triune.llm.Broker;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The launcher: flags, then the window. */
@Command(
        name = "triune-market",
        description = "A market square in a window. Walk with WASD, press E to talk.",
        mixinStandardHelpOptions = true,
        versionProvider = MarketApp.Version.class)
public final class MarketApp implements Callable<Integer> {
    @Mixin
    private final MindFlags mind = new MindFlags();

    @Option(names = "--name", paramLabel = "NAME", description = "the player's name (Robin)")
    private String name = "Robin";

    @Option(names = "--hour", paramLabel = "HOUR", description = "the hour of the day at first (9)")
    private float hour = 9;

    @Option(
            names = "--save",
            paramLabel = "FILE",
            description = "the file of F5 and F9 (triune-market.save)")
    private Path save = Path.of("triune-market.save");

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli fills it in
    private CommandLine.Model.CommandSpec spec;

    /** Opens the market and exits the process when its window is closed. */
    public static void main(String[] args) {
        System.exit(commandLine(new MarketApp()).execute(args));
    }

    /** Reports wrong flags in one line; exit code 2. */
    static CommandLine commandLine(MarketApp app) {
        return new CommandLine(app).setParameterExceptionHandler((e, args) -> {
            e.getCommandLine().getErr().println(e.getMessage() + "; see --help");
            return CommandLine.ExitCode.USAGE;
        });
    }

    @Override
    public Integer call() {
        new Lwjgl3Application(game(), window());
        return CommandLine.ExitCode.OK;
    }

    /** Checks the flags. */
    ApplicationListener game() {
        if (!(hour >= 0 && hour < 24)) {
            throw wrong("--hour " + hour + " (expected 0 to 23)");
        }
        if (name.isBlank() || name.length() > 20) {
            throw wrong("--name \"" + name + "\" (expected 1 to 20 characters)");
        }
        Supplier<Broker> broker = mind.broker(name);
        return new MarketGame(broker, name, hour, save);
    }

    static Lwjgl3ApplicationConfiguration window() {
        Lwjgl3ApplicationConfiguration window = new Lwjgl3ApplicationConfiguration();
        window.setTitle("Triune market");
        window.setWindowedMode(MarketScreen.WIDTH, MarketScreen.HEIGHT);
        window.setForegroundFPS(60);
        window.useVsync(true);
        window.disableAudio(true);
        return window;
    }

    private CommandLine.ParameterException wrong(String message) {
        return new CommandLine.ParameterException(spec.commandLine(), message);
    }

    /** The version in the jar's manifest. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = MarketApp.class.getPackage().getImplementationVersion();
            return new String[] {
                "triune-market " + (version == null ? "(from its classes)" : version)
            };
        }
    }
}
