/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.local;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One run of a model server: a process of its own on a free port of this machine, with low
 * priority.
 *
 * <p>It ends with the game, however that ends. On Linux and macOS a shell starts it and watches a
 * pipe that the game holds: the system closes the pipe even if the game is killed. Windows has no
 * such shell; there the JVM's exit ends the server, but a killed game leaves it running.
 */
final class ServerProcess {
    private static final Logger LOG = System.getLogger(ServerProcess.class.getName());
    private static final int KEPT_LINES = 40;
    private static final int LINE_CHARS = 400;
    private static final int HEALTH_MILLIS = 10_000;

    /** The time that the server has between a polite end and a hard one. */
    private static final Duration END = Duration.ofSeconds(5);

    /**
     * Starts its arguments as a command, and ends it when its own input ends: at first politely,
     * after five seconds by force. Exits with the command's status.
     */
    private static final String WATCH = String.join(
            "\n",
            "exec 3<&0 </dev/null",
            "lower=; command -v nice >/dev/null && lower='nice -n 10'",
            "$lower \"$0\" \"$@\" 3<&- & server=$!",
            "(",
            "  read -r _ <&3",
            "  pause=; trap '[ -z \"$pause\" ] || kill \"$pause\" 2>/dev/null; exit 0' TERM",
            "  kill \"$server\" 2>/dev/null",
            "  sleep " + END.toSeconds() + " >/dev/null 2>&1 & pause=$!",
            "  wait \"$pause\"; kill -9 \"$server\" 2>/dev/null",
            ") & watch=$!",
            "exec 3<&-",
            "wait \"$server\"; status=$?",
            "kill \"$watch\" 2>/dev/null; wait \"$watch\" 2>/dev/null",
            "exit \"$status\"");

    private final Process process;
    private final @Nullable Thread exitHook; // null if a shell watches
    private final int port;
    private final String key;
    private final Deque<String> lastLines = new ArrayDeque<>(KEPT_LINES);
    private final Thread reader;

    private ServerProcess(Process process, boolean watched, int port, String key) {
        this.process = process;
        this.exitHook = watched ? null : new Thread(process::destroy);
        if (exitHook != null) {
            Runtime.getRuntime().addShutdownHook(exitHook);
        }
        this.port = port;
        this.key = key;
        this.reader = new Thread(this::readLines, "model-server-log");
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Starts a server. Another process may take the port before it does: then it ends at once.
     *
     * @param arguments the arguments but for address and port
     * @param key the key that the server asks its clients for
     */
    static ServerProcess start(Path program, List<String> arguments, String key, boolean windows)
            throws IOException {
        int port = freePort();
        List<String> all = new ArrayList<>(arguments);
        all.addAll(List.of("--host", "127.0.0.1", "--port", String.valueOf(port)));
        if (!windows) {
            return at(program, all, port, key);
        }
        return new ServerProcess(run(List.of(), program, all, key), false, port, key);
    }

    /** Starts a program that will listen at a port, watched by a shell. */
    static ServerProcess at(Path program, List<String> arguments, int port, String key)
            throws IOException {
        List<String> shell = List.of("/bin/sh", "-c", WATCH);
        return new ServerProcess(run(shell, program, arguments, key), true, port, key);
    }

    private static Process run(
            List<String> before, Path program, List<String> arguments, String key)
            throws IOException {
        List<String> command = new ArrayList<>(before);
        command.add(program.toString());
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("LLAMA_API_KEY", key); // other users see arguments
        return builder.start();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void readLines() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            StringBuilder line = new StringBuilder();
            for (int c = lines.read(); c >= 0; c = lines.read()) {
                if (c == '\n') {
                    keep(line.toString().strip());
                    line.setLength(0);
                } else if (line.length() < LINE_CHARS) {
                    line.append((char) c);
                }
            }
            keep(line.toString().strip());
        } catch (IOException e) {
            keep("output: " + e);
        }
    }

    private void keep(String line) {
        synchronized (lastLines) {
            if (!line.isEmpty()) {
                if (lastLines.size() == KEPT_LINES) {
                    lastLines.removeFirst();
                }
                lastLines.addLast(line);
            }
        }
    }

    /** Returns the address of its OpenAI API. */
    String url() {
        return "http://127.0.0.1:" + port + "/v1";
    }

    String key() {
        return key;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Returns whether it answers calls now. Blocks, for at most ten seconds. */
    boolean isHealthy() {
        try {
            HttpURLConnection connection = (HttpURLConnection)
                    URI.create("http://127.0.0.1:" + port + "/health").toURL().openConnection();
            connection.setConnectTimeout(HEALTH_MILLIS);
            connection.setReadTimeout(HEALTH_MILLIS);
            try {
                return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
            } finally {
                connection.disconnect();
            }
        } catch (IOException e) {
            return false;
        }
    }

    /** Waits until it has ended; returns false on timeout. Blocks. */
    boolean awaitEnd(Duration timeout) throws InterruptedException {
        return process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Returns its exit status and the last line that it printed, after it has ended. Blocks. */
    String end() throws InterruptedException {
        reader.join(END.toMillis()); // what it printed last
        synchronized (lastLines) {
            String last = lastLines.isEmpty() ? "" : ": " + lastLines.getLast();
            return "exited with status " + process.exitValue() + last;
        }
    }

    /** Ends it: at first politely, after five seconds by force. Blocks until it has ended. */
    void stop() {
        hangUp();
        boolean interrupted = false;
        boolean waits = true;
        while (waits) {
            try {
                if (!awaitEnd(END.multipliedBy(2))) { // the shell's force did not help
                    process.descendants().forEach(ProcessHandle::destroyForcibly);
                    process.destroyForcibly();
                }
                waits = false;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Has it end, without waiting for that. */
    void hangUp() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            keep("input: " + e); // it has ended already
        }
        if (exitHook != null) {
            process.destroy();
            forget(exitHook);
        }
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            LOG.log(Level.DEBUG, "the JVM exits, and the hook ends the server", e);
        }
    }
}
