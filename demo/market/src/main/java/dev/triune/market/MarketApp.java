/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import com.badlogic.gdx.Game;
import com.badlogic.gdx.backends.lwjgl3.Lwjgl3Application;
import com.badlogic.gdx.backends.lwjgl3.Lwjgl3ApplicationConfiguration;
import dev.triune.llm.Broker;
import dev.triune.llm.BrokerBuilder;
import dev.triune.llm.BrokerConfig;
import dev.triune.llm.ConfigException;
import dev.triune.llm.ProviderSettings;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.HttpProvider;
import dev.triune.llm.provider.OfflineProvider;
import dev.triune.memory.Memories;
import dev.triune.system.MindPlugin;
import dev.triune.talk.Conversations;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The launcher: parses flags and opens the window. */
@Command(
        name = "triune-market",
        description = "A market square in a window. Walk with WASD, press E to talk.",
        mixinStandardHelpOptions = true)
public final class MarketApp implements Runnable {
    @ArgGroup(exclusive = false)
    private @Nullable Server server;

    @Option(
            names = {"--config", "--local"},
            description = "use the providers of this file, or this .gguf file as the model")
    private @Nullable Path file;

    @Option(
            names = "--server",
            description = "run the model of --local in a process of its own: this llama-server, or"
                    + " the one for this platform in a folder")
    private @Nullable Path program;

    @Option(names = "--name", description = "your name (${DEFAULT-VALUE})")
    private String name = "Robin";

    @Option(names = "--hour", description = "the hour at which the game starts (${DEFAULT-VALUE})")
    private float hour = 9;

    @Option(names = "--save", description = "the file for F5 and F9 (${DEFAULT-VALUE})")
    private Path save = Path.of("triune-market.save");

    /** The options for a server; rules answer without these and without a file. */
    @SuppressWarnings("NullAway.Init") // picocli fills in the options
    private static final class Server {
        @Option(names = "--llm", required = true, description = "base URL of the model server")
        private String url;

        @Option(names = "--model", required = true, description = "name of the model")
        private String model;

        @Option(names = "--provider", description = "its protocol: ${COMPLETION-CANDIDATES}")
        private ApiFamily family = ApiFamily.OPENAI;

        @Option(names = "--api-key-env", description = "the environment variable with its API key")
        private @Nullable String keyVariable;

        Supplier<Broker> broker() {
            HttpProvider.Builder http = HttpProvider.builder(family, url);
            if (keyVariable != null) {
                String key = System.getenv().getOrDefault(keyVariable, "");
                check(!key.isEmpty(), "--api-key-env " + keyVariable + " is not set: export it");
                http.apiKey(key);
            }
            ProviderSettings settings = ProviderSettings.of("model", model).withPermits(2);
            return () -> open(new BrokerBuilder().provider(settings, http.build()));
        }
    }

    public static void main(String[] args) {
        System.exit(commandLine(new MarketApp()).execute(args));
    }

    /** Returns a command line that reports wrong flags in one line with exit code 2. */
    static CommandLine commandLine(MarketApp app) {
        CommandLine line = new CommandLine(app).setCaseInsensitiveEnumValuesAllowed(true);
        String version = MarketApp.class.getPackage().getImplementationVersion();
        line.getCommandSpec()
                .version("triune-market " + (version == null ? "(not packaged)" : version));
        return line.setParameterExceptionHandler((e, args) -> {
            String message = String.valueOf(e.getMessage()).replace("Error: ", "");
            line.getErr().println("triune-market: " + message + "; see --help");
            return CommandLine.ExitCode.USAGE;
        });
    }

    @Override
    public void run() {
        Thread warmUp =
                new Thread(() -> MindPlugin.warmUp(new Conversations(), new Memories()), "warm-up");
        warmUp.setDaemon(true);
        warmUp.start(); // while the window opens
        new Lwjgl3Application(game(), window());
    }

    /** Checks the flags and creates the game, which opens the broker on its own thread. */
    Game game() {
        try {
            check(hour >= 0 && hour < 24, "--hour: expected 0 or more, below 24");
            boolean fits = !name.isBlank() && name.length() <= 20;
            check(fits, "--name \"" + name + "\" (expected 1 to 20 characters)");
            Path folder = save.toAbsolutePath().getParent();
            boolean writable = folder != null && Files.isWritable(folder);
            check(writable && !Files.isDirectory(save), "--save " + save + ": cannot be written");
            Supplier<Broker> brokers = brokers();
            return new Game() {
                @Override
                public void create() {
                    setScreen(new MarketScreen(brokers, name, hour, save));
                }
            };
        } catch (IllegalArgumentException | ConfigException e) {
            throw new ParameterException(new CommandLine(this), String.valueOf(e.getMessage()));
        }
    }

    private static void check(boolean good, String message) {
        if (!good) {
            throw new IllegalArgumentException(message);
        }
    }

    private Supplier<Broker> brokers() {
        check(server == null || file == null, "--llm excludes --config and --local: leave out one");
        if (server != null) {
            return server.broker();
        }
        boolean gguf = file != null && file.toString().endsWith(".gguf");
        check(
                program == null || gguf,
                "--server " + program + " runs the model of a file: add --local FILE.gguf");
        if (file != null) {
            check(file.toFile().isFile(), file + ": there is no such file");
            BrokerConfig config = gguf
                    ? BrokerConfig.parse("--local", model(file), key -> Optional.empty())
                    : BrokerConfig.load(file);
            return () -> open(config.builder());
        }
        ProviderSettings settings = ProviderSettings.of("offline", "rules").withPermits(4);
        OfflineProvider.Builder offline =
                OfflineProvider.builder(new MarketOfflineMind(name)::answer);
        return () -> open(new BrokerBuilder().provider(settings, offline.build()));
    }

    private String model(Path gguf) {
        String how = program == null
                ? "family: local"
                : "family: llama-server, permits: 4, server: " + quoted(program);
        return "providers: {local: {" + how + ", file: " + quoted(gguf) + "}}";
    }

    private static String quoted(Path path) {
        return "'" + path.toString().replace("'", "''") + "'";
    }

    /** Opens a broker; prints a message later if a server does not have the model. */
    private static Broker open(BrokerBuilder builder) {
        Broker broker = builder.build();
        var ignored = builder.checkModels()
                .thenAccept(all -> all.forEach(
                        each -> System.err.println("triune-market: " + each.message())));
        return broker;
    }

    static Lwjgl3ApplicationConfiguration window() {
        Lwjgl3ApplicationConfiguration window = new Lwjgl3ApplicationConfiguration();
        window.setTitle("Triune market");
        window.setWindowedMode(MarketScreen.WIDTH, MarketScreen.HEIGHT);
        window.setForegroundFPS(60);
        window.setWindowSizeLimits(MarketScreen.WIDTH / 2, MarketScreen.HEIGHT / 2, -1, -1);
        window.disableAudio(true);
        return window;
    }
}
