/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.local;

import de.kherud.llama.LlamaModel;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/**
 * The native library of {@code de.kherud:llama}: unpacked to a private folder, with low thread
 * priority, and without keeping the JVM alive.
 */
final class LlamaNatives {
    private static final String PATH = "de.kherud.llama.lib.path";
    private static final String NICENESS = "15";
    private static boolean prepared;

    private LlamaNatives() {}

    /**
     * Unpacks the library for this machine. The library's own loader would unpack it to the
     * system's temporary folder, and delete each file there whose name starts with {@code llama}.
     */
    static synchronized void prepare() throws IOException {
        if (prepared) {
            return;
        }
        Path folder = temporaryFolder();
        folder.toFile().deleteOnExit();
        System.setProperty("de.kherud.llama.tmpdir", folder.toString());
        if (System.getProperty(PATH) == null) {
            unpack(folder.resolve(System.mapLibraryName("jllama")));
            System.setProperty(PATH, folder.toString());
        }
        startExit();
        prepared = true;
    }

    private static Path temporaryFolder() throws IOException {
        try {
            return Files.createTempDirectory("triune-local");
        } catch (IOException e) {
            throw new IOException(
                    "no temporary folder for the natives of llama.cpp: " + e
                            + " (expected java.io.tmpdir to name a folder that can be written)",
                    e);
        }
    }

    private static void unpack(Path library) throws IOException {
        String resource = folder() + "/" + library.getFileName();
        try (InputStream in = LlamaModel.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IOException(missing("there are none"));
            }
            library.toFile().deleteOnExit();
            Files.copy(in, library);
        }
    }

    /** Returns the message for a machine that the library does not support. */
    static String missing(String fault) {
        return "no natives of llama.cpp for " + System.getProperty("os.name") + " on "
                + System.getProperty("os.arch") + ": " + fault
                + " (expected Linux, Windows or macOS on x86-64, or Linux or macOS on ARM64)";
    }

    private static String folder() {
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String machine = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        String system = os.contains("win") && !os.contains("darwin")
                ? "Windows"
                : os.contains("mac") || os.contains("darwin")
                        ? "Mac"
                        : os.contains("linux") ? "Linux" : os;
        return system + "/" + (machine.matches("amd64|x86_64|x64") ? "x86_64" : machine);
    }

    /**
     * Loads a model on a thread of low priority, which on Linux the library's threads inherit;
     * elsewhere they have that of the process.
     */
    static LlamaModel load(Callable<LlamaModel> loading)
            throws ExecutionException, InterruptedException {
        FutureTask<LlamaModel> task = new FutureTask<>(() -> {
            lowerPriority();
            return loading.call();
        });
        Thread thread = new Thread(task, "local-model-loading");
        thread.setDaemon(true);
        thread.start();
        return task.get();
    }

    /** Lowers the priority of this thread on Linux; does nothing if that fails. */
    private static void lowerPriority() {
        try {
            Path self = Files.readSymbolicLink(Path.of("/proc/thread-self"));
            String id = self.getFileName().toString();
            Process renice = new ProcessBuilder("renice", "-n", NICENESS, "-p", id)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!renice.waitFor(2, TimeUnit.SECONDS)) {
                renice.destroy();
            }
        } catch (IOException | UnsupportedOperationException e) {
            return; // not Linux, or without that tool
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Ends the JVM once the program has ended. The library attaches a non-daemon thread that never
     * ends, for which the JVM would wait forever.
     */
    private static void startExit() {
        Thread exit = new Thread(LlamaNatives::exitAfterProgram, "local-model-exit");
        exit.setDaemon(true);
        exit.start();
    }

    private static void exitAfterProgram() {
        try {
            while (true) {
                List<Thread> threads = liveThreads();
                boolean ending = threads.stream()
                        .anyMatch(thread -> thread.getName().equals("DestroyJavaVM"));
                Thread running = threads.stream()
                        .filter(LlamaNatives::isOfProgram)
                        .findFirst()
                        .orElse(null);
                if (running != null) {
                    running.join();
                } else if (ending) {
                    System.exit(0);
                } else {
                    Thread.sleep(500); // between two calls of a native launcher
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Whether a thread belongs to the program; threads attached by native code have no Java frames.
     */
    private static boolean isOfProgram(Thread thread) {
        return !thread.isDaemon() && thread.getStackTrace().length > 0;
    }

    private static List<Thread> liveThreads() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        Thread[] threads = new Thread[group.activeCount() + 64];
        return Arrays.asList(threads).subList(0, group.enumerate(threads));
    }
}
