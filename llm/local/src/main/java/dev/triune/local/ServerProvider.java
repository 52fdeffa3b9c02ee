/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.local;

import dev.triune.llm.FailureCode;
import dev.triune.llm.provider.AnswerSink;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.HttpProvider;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.Provider;
import dev.triune.llm.provider.ServerSettings;
import dev.triune.llm.provider.ServerSettings.ServerKind;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A language model in a server process beside the game: llama.cpp's {@code llama-server}, which the
 * provider starts, watches and ends. A crash of the model ends no game, and its memory is freed.
 *
 * <p>The server listens on a free port of this machine only, and asks for a random key. While it
 * loads, and after a crash, calls fail with a time to wait, so that a broker takes a fallback or
 * waits. It is started again one second after a crash, later after each further one, at most a
 * minute. Methods are thread-safe, and none blocks.
 *
 * <pre>{@code
 * Broker broker = new BrokerBuilder()
 *         .provider(
 *                 ProviderSettings.of("local", "small").withPermits(4),
 *                 ServerProvider.start(
 *                         Path.of("bin"), Path.of("models/small.gguf"), LocalSettings.DEFAULT, List.of()))
 *         .build();
 * }</pre>
 */
public final class ServerProvider implements Provider {
    private static final Logger LOG = System.getLogger(ServerProvider.class.getName());
    private static final int MOST_MISSED = 3;

    private final Launcher launcher;
    private final Timing timing;
    private final String model;
    private final boolean embeddings;
    private final Thread supervisor;
    private final CountDownLatch closing = new CountDownLatch(1);
    private HttpProvider.@Nullable Builder first; // of the supervisor's thread, as the next

    /** The number of looks that found the present server well. */
    private long well;

    private volatile @Nullable HttpProvider ready;
    private volatile Status status;

    /** What the server does. */
    public enum Phase {
        /** Its process is about to start, for the first time. */
        STARTING,
        /** It loads the model. */
        LOADING,
        /** It answers. */
        READY,
        /** It has crashed, hung or not started, and is started again after a pause. */
        DOWN,
        /** The provider was closed. */
        CLOSED
    }

    /**
     * What the server does at one moment.
     *
     * @param phase what it does
     * @param line the same in words, with the model and, if it is {@link Phase#DOWN}, the fault
     */
    public record Status(Phase phase, String line) {}

    /** Creates a provider that starts servers with a launcher, until it is closed. */
    ServerProvider(Launcher launcher, Timing timing, String model, boolean embeddings) {
        this.launcher = launcher;
        this.timing = timing;
        this.model = model;
        this.embeddings = embeddings;
        this.status = new Status(Phase.STARTING, "the server of " + model + " starts");
        this.supervisor = new Thread(this::supervise, "model-server");
        supervisor.setDaemon(true);
        supervisor.start();
    }

    /**
     * Checks the files, and starts a server, which may take a while to load: see {@link #state}.
     *
     * @param server the program {@code llama-server}, or a folder that contains it for several
     *     platforms, such as {@code linux-x86_64/llama-server}, {@code macos-aarch64/llama-server}
     *     and {@code windows-x86_64/llama-server.exe}
     * @param gguf the model
     * @param settings its resources; the context is that of each slot
     * @param arguments further arguments of the server
     * @throws IOException with one line that names the file and the fault: missing, for another
     *     platform, not executable, broken, or too large for the memory
     */
    public static ServerProvider start(
            Path server, Path gguf, LocalSettings settings, List<String> arguments)
            throws IOException {
        ServerBinary machine = ServerBinary.ofThisMachine();
        Path program = machine.find(server);
        MemoryNeed need = MemoryNeed.within(gguf, GgufReader.read(gguf), settings);
        LOG.log(Level.INFO, need.line(gguf));
        List<String> all = arguments(gguf, need.settings());
        all.addAll(arguments);
        return new ServerProvider(
                () -> ServerProcess.start(
                        program, all, UUID.randomUUID().toString(), machine.isWindows()),
                Timing.USUAL,
                String.valueOf(gguf.getFileName()),
                arguments.contains("--embedding") || arguments.contains("--embeddings"));
    }

    private static List<String> arguments(Path gguf, LocalSettings settings) {
        long tokens = (long) settings.context() * settings.slots();
        return new ArrayList<>(List.of(
                "--model",
                gguf.toAbsolutePath().toString(),
                "--ctx-size",
                String.valueOf(tokens),
                "--parallel",
                String.valueOf(settings.slots()),
                "--ubatch-size", // for which the memory was estimated
                String.valueOf(LlamaEngine.BATCH),
                "--threads",
                String.valueOf(settings.threads()),
                "--n-gpu-layers",
                String.valueOf(settings.gpuLayers())));
    }

    /** Starts a run of the server. */
    @FunctionalInterface
    interface Launcher {
        ServerProcess launch() throws IOException;
    }

    /**
     * The times of the supervisor.
     *
     * @param look the time between two looks at a server that loads
     * @param health the time between two looks at one that runs
     * @param load the longest time to load
     * @param firstPause the pause after a crash, doubled by each further one
     * @param longestPause the longest pause; a server that ran for as long starts anew with the
     *     first one
     */
    record Timing(
            Duration look,
            Duration health,
            Duration load,
            Duration firstPause,
            Duration longestPause) {
        static final Timing USUAL = new Timing(
                Duration.ofMillis(100),
                Duration.ofSeconds(10),
                Duration.ofMinutes(10),
                Duration.ofSeconds(1),
                Duration.ofMinutes(1));
    }

    @Override
    public RunningCall start(ModelCall call, AnswerSink sink) {
        HttpProvider current = ready;
        if (closing.getCount() == 0) {
            sink.fail(new CallFailure.Failed(FailureCode.CUT_OFF, "the model server was closed"));
        } else if (current == null) {
            sink.fail(new CallFailure.RateLimited(timing.firstPause, state(), true, false));
        } else {
            return current.start(call, sink);
        }
        return () -> {};
    }

    /** Returns what the server does, in words: it starts, loads, is ready, or why it is not. */
    public String state() {
        return status.line();
    }

    /** Returns what the server does, for a loading screen or a switch in a menu. */
    public Status status() {
        return status;
    }

    @Override
    public boolean hasEmbeddings() {
        return embeddings;
    }

    @Override
    public List<String> leftOut(ModelCall call) {
        HttpProvider current = ready;
        return current == null ? List.of() : current.leftOut(call);
    }

    @Override
    public CompletableFuture<List<String>> models() {
        return CompletableFuture.completedFuture(List.of(model));
    }

    /** Ends the calls and the server, in the background; it has five seconds. */
    @Override
    public void close() {
        closing.countDown();
        supervisor.interrupt();
    }

    /** Waits until the server has ended, after {@link #close}. Blocks. */
    void join() throws InterruptedException {
        supervisor.join();
    }

    private void supervise() {
        Duration pause = timing.firstPause;
        try {
            while (closing.getCount() > 0) {
                String fault = runOnce();
                if (well >= timing.longestPause.toNanos() / timing.health.toNanos()) {
                    pause = timing.firstPause;
                }
                String line = "the server of " + model + " " + fault + " (it is started again in "
                        + pause.toSeconds() + " s)";
                status = new Status(Phase.DOWN, line);
                LOG.log(Level.WARNING, line);
                if (closing.await(pause.toNanos(), TimeUnit.NANOSECONDS)) {
                    return;
                }
                Duration next = pause.multipliedBy(2);
                pause = next.compareTo(timing.longestPause) < 0 ? next : timing.longestPause;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed
        } finally {
            status = new Status(Phase.CLOSED, "the server of " + model + " was closed");
        }
    }

    /** Starts a server and watches it until it ends or hangs; returns its fault. */
    private String runOnce() throws InterruptedException {
        well = 0;
        try {
            ServerProcess server = launcher.launch();
            try {
                String fault = watch(server);
                return fault.isEmpty() ? server.end() : fault;
            } finally {
                HttpProvider last = ready;
                ready = null;
                server.stop(); // which breaks off its calls
                if (last != null) {
                    last.close();
                }
            }
        } catch (IOException e) {
            return "did not start: " + e.getMessage();
        }
    }

    /** Watches a server; returns how it hangs, empty if it has ended. */
    private String watch(ServerProcess server) throws InterruptedException {
        long looks = timing.load.toNanos() / timing.look.toNanos();
        for (long look = 0; !server.isHealthy(); look++) {
            status = new Status(
                    Phase.LOADING,
                    "the server of " + model + " loads ("
                            + timing.look.multipliedBy(look).toSeconds() + " s)");
            if (look >= looks) {
                return "did not load within " + timing.load.toSeconds() + " s";
            }
            if (server.awaitEnd(timing.look)) {
                return "";
            }
        }
        ready = connection(server);
        status = new Status(Phase.READY, "the server of " + model + " is ready at " + server.url());
        LOG.log(Level.INFO, state());
        int missed = 0;
        while (!server.awaitEnd(timing.health)) {
            missed = server.isHealthy() ? 0 : missed + 1;
            well += missed == 0 ? 1 : 0;
            if (missed == MOST_MISSED) {
                return "did not answer " + MOST_MISSED + " times in a row";
            }
        }
        return "";
    }

    private HttpProvider connection(ServerProcess server) {
        HttpProvider.Builder builder = HttpProvider.openAi(server.url())
                .apiKey(server.key())
                .server(ServerSettings.of(ServerKind.LLAMA_CPP));
        if (first == null) {
            first = builder;
        } else {
            builder.sharingDialectsWith(first);
        }
        return builder.build();
    }
}
