/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Monitors a JVM of the same JDK: its threads and memory every second, and four times its heap
 * after a collection. Runs on a separate thread, and is read after that has ended.
 */
final class Jvm implements Runnable {
    private static final int COLLECTIONS = 4;
    private static final Pattern USED = Pattern.compile("used ([0-9]+)K");

    private final int pid;
    private final long seconds;
    private final List<String> rows = new ArrayList<>();
    private final List<Long> heaps = new ArrayList<>();
    private int mostThreads;

    /** Creates a monitor of a process for a time. */
    Jvm(int pid, long seconds) {
        this.pid = pid;
        this.seconds = seconds;
    }

    @Override
    public void run() {
        long begun = System.nanoTime();
        try {
            for (int second = 1; second <= seconds; second++) {
                long wait = begun + second * 1_000_000_000L - System.nanoTime();
                Thread.sleep(Math.max(0, wait / 1_000_000));
                sample(second);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this", e);
        }
    }

    private void sample(int second) throws IOException {
        String status = Files.readString(Path.of("/proc/" + pid + "/status"));
        int threads = field(status, "Threads");
        mostThreads = Math.max(mostThreads, threads);
        String heap = "";
        long nth = heaps.size() + 1;
        if (second >= nth * seconds / COLLECTIONS && nth <= COLLECTIONS) {
            jcmd("GC.run");
            heaps.add(used(jcmd("GC.heap_info")));
            heap = String.format(Locale.ROOT, "%8.1f", heaps.get(heaps.size() - 1) / 1024.0);
        }
        if (!heap.isEmpty() || second % 5 == 0 || seconds < 10) {
            rows.add(String.format(
                    Locale.ROOT,
                    "%6d %8d %8.1f %8s",
                    second,
                    threads,
                    field(status, "VmRSS") / 1024.0,
                    heap));
        }
    }

    private static int field(String status, String name) {
        Matcher found = Pattern.compile("(?m)^" + name + ":\\s+([0-9]+)").matcher(status);
        return found.find() ? Integer.parseInt(found.group(1)) : 0;
    }

    /** Returns the sum of all parts of the heap, in KB. */
    private static long used(String info) {
        return info.lines()
                .filter(line -> !line.contains("Metaspace") && !line.contains("class space"))
                .map(USED::matcher)
                .filter(Matcher::find)
                .mapToLong(found -> Long.parseLong(found.group(1)))
                .sum();
    }

    private String jcmd(String command) throws IOException {
        Process running = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        Integer.toString(pid),
                        command)
                .redirectErrorStream(true)
                .start();
        return new String(running.getInputStream().readAllBytes(), UTF_8);
    }

    /** Returns the maximum number of threads. */
    int mostThreads() {
        return mostThreads;
    }

    /** Returns the relative growth of the heap from the first collection to the last. */
    double growth() {
        return heaps.size() < COLLECTIONS || heaps.get(0) == 0
                ? Double.NaN
                : (double) heaps.get(COLLECTIONS - 1) / heaps.get(0) - 1;
    }

    /** Returns the heap after the last collection, in MB; NaN without one. */
    double heapMegabytes() {
        return heaps.size() < COLLECTIONS ? Double.NaN : heaps.get(COLLECTIONS - 1) / 1024.0;
    }

    /** Prints the samples, every few seconds. */
    void print() {
        System.out.printf(
                "%6s %8s %8s %8s   (MB; heap after a collection)%n",
                "second", "threads", "memory", "heap");
        rows.forEach(System.out::println);
        System.out.println();
    }
}
