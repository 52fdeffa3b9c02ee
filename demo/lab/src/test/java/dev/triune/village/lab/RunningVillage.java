/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A village that runs in this process and serves its view on a free port. */
final class RunningVillage implements AutoCloseable {
    private static final Pattern URL = Pattern.compile("view: (http://127\\.0\\.0\\.1:\\d+)");

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private volatile Runnable stop = () -> {};
    private final CompletableFuture<Integer> code = new CompletableFuture<>();
    private final String url;

    /** Starts the village and waits until it prints the URL of its view. */
    RunningVillage(String... args) {
        List<String> all = new ArrayList<>(List.of("--view", "0", "--quiet"));
        all.addAll(List.of(args));
        Thread thread = new Thread(() -> run(all.toArray(String[]::new)), "village under test");
        thread.setDaemon(true);
        thread.start();
        await().atMost(Duration.ofSeconds(60))
                .until(() -> code.isDone() || address().find());
        Matcher address = address();
        if (!address.find()) {
            throw new IllegalStateException("the village did not start: " + err.toString(UTF_8));
        }
        url = address.group(1);
    }

    private void run(String[] args) {
        PrintStream printer = new PrintStream(out, true, UTF_8);
        PrintStream errors = new PrintStream(err, true, UTF_8);
        try {
            code.complete(VillageApp.run(
                    args, printer, errors, Map.of(), Terminal.PLAIN, action -> stop = action));
        } catch (RuntimeException | Error e) {
            code.completeExceptionally(e);
        }
    }

    private Matcher address() {
        return URL.matcher(out.toString(UTF_8));
    }

    /** The URL of its view. */
    String url() {
        return url;
    }

    int port() {
        return URI.create(url).getPort();
    }

    /** Stops the village early. */
    void stop() {
        stop.run();
    }

    /** Waits for its exit code. */
    int exitCode() {
        return code.orTimeout(60, TimeUnit.SECONDS).join();
    }

    /** What it has printed. */
    String out() {
        return out.toString(UTF_8);
    }

    @Override
    public void close() {
        stop();
        exitCode();
    }
}
