/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Keeps many streams open for a time, replacing each that ends, and checks every token; after a
 * third of the time also with readers that stop reading. Meanwhile monitors the gateway's process.
 * Uses one thread for the streams, one for the slow readers, and one for monitoring.
 */
final class Streams implements StreamConnection.Listener {
    /** The threads in addition to the one per call that a JVM without virtual threads needs. */
    private static final int FIXED_THREADS = 100;

    private static final int VIRTUAL_THREADS_SINCE = 21;
    private static final int GAMES = 20;
    private static final int OPENED_AT_ONCE = 8;
    private static final long OPENING_MILLIS = 20;

    /** Two of three answers arrive over a connection that served another before. */
    private static final int ANSWERS_PER_CONNECTION = 3;

    private static final double MOST_GROWTH = 0.1;
    private static final int GROWTH_SECONDS = 30;
    private static final int MOST_MEGABYTES = 64;
    private static final long LATEST_NANOS = 20_000_000_000L;

    private final InetSocketAddress address;
    private final int streams;
    private final int permits;
    private final long seconds;
    private final Numbered answer;
    private final SlowReaders slow;
    private final Jvm jvm;
    private final Selector selector = Selector.open();
    private final Latencies alone = new Latencies();
    private final Latencies beside = new Latencies();
    private final List<StreamConnection> all = new ArrayList<>();
    private boolean over;
    private long complete;
    private long lost;
    private boolean missed;

    /**
     * Creates streams without opening them.
     *
     * @throws IOException if there is no selector
     * @throws IllegalArgumentException if an option is missing or wrong
     */
    Streams(Options options) throws IOException {
        address = new InetSocketAddress(InetAddress.getLoopbackAddress(), options.number("port"));
        streams = options.number("streams");
        permits = options.number("permits");
        seconds = options.number("seconds");
        answer = new Numbered(options.number("tokens"), options.number("token-ms"), 0);
        slow = new SlowReaders(address, options.number("slow"));
        jvm = new Jvm(options.pid(), seconds);
    }

    /**
     * Runs the streams and prints the result.
     *
     * @return 0, or 1 if something did not hold
     * @throws IOException if the gateway accepts no connection
     */
    int run() throws IOException {
        openAll();
        Thread watching = new Thread(jvm, "watch");
        watching.start();
        Thread reading = new Thread(slow, "slow-readers");
        long begun = System.nanoTime();
        long until = begun + seconds * 1_000_000_000L;
        long slowAt = begun + seconds * 1_000_000_000L / 3;
        long slowUntil = begun + seconds * 800_000_000L;
        while (System.nanoTime() < until) {
            if (System.nanoTime() > slowAt && reading.getState() == Thread.State.NEW) {
                slow.until(slowUntil);
                reading.start();
            }
            selector.select(Streams::ready, 100);
        }
        finish();
        join(reading);
        join(watching);
        print();
        return missed ? 1 : 0;
    }

    /** Opens the streams a few at a time, so that they are not synchronized. */
    private void openAll() throws IOException {
        while (all.size() < streams) {
            for (int i = 0; i < OPENED_AT_ONCE && all.size() < streams; i++) {
                StreamConnection connection = new StreamConnection(address, selector, this);
                all.add(connection);
                connection.ask(answer, session());
            }
            long until = System.nanoTime() + OPENING_MILLIS * 1_000_000;
            while (System.nanoTime() < until) {
                selector.select(Streams::ready, OPENING_MILLIS);
            }
        }
    }

    private String session() {
        return "game-" + (complete + all.size()) % GAMES;
    }

    private void finish() throws IOException {
        over = true;
        long latest = System.nanoTime() + answer.nanos() + LATEST_NANOS;
        while (System.nanoTime() < latest && all.stream().anyMatch(StreamConnection::isAsking)) {
            selector.select(Streams::ready, 100);
        }
        for (StreamConnection connection : all) {
            if (connection.isAsking()) {
                lost("never over");
            }
            connection.close();
        }
    }

    private static void ready(SelectionKey key) {
        try {
            ((StreamConnection) key.attachment()).proceed();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Override
    public void gap(long nanos) {
        (slow.areThere() ? beside : alone).add(nanos);
    }

    @Override
    public void ended(StreamConnection connection, String fault) throws IOException {
        if (fault.isEmpty()) {
            complete++;
        } else {
            lost(fault);
        }
        if (over) {
            return;
        }
        if (!fault.isEmpty() || complete % ANSWERS_PER_CONNECTION == 0) {
            connection.reconnect();
        }
        connection.ask(answer, session());
    }

    /** Prints the first faults, and counts all of them. */
    private void lost(String why) {
        if (lost++ < 5) {
            System.err.println("lost: " + why);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this", e);
        }
    }

    private void print() {
        jvm.print();
        print("gap between tokens", alone);
        print("the same beside slow readers", beside);
        System.out.println();
        boolean virtual = Runtime.version().feature() >= VIRTUAL_THREADS_SINCE;
        int most = FIXED_THREADS + (virtual ? 0 : permits);
        judge("streams complete", complete + ", lost " + lost, complete > 0 && lost == 0);
        judge(
                "threads",
                "%d at most (goal: %d, %s)"
                        .formatted(
                                jvm.mostThreads(),
                                most,
                                virtual
                                        ? "calls are on virtual ones"
                                        : permits + " calls and " + FIXED_THREADS),
                jvm.mostThreads() <= most);
        judgeHeap();
        judge("slow readers cut off", slow.summary(), slow.allCutOff());
    }

    /** Checks the growth of the heap in long runs, otherwise its size. */
    private void judgeHeap() {
        boolean grown = seconds >= GROWTH_SECONDS;
        judge(
                "heap after collection",
                String.format(
                        Locale.ROOT,
                        "%.1f MB at last, %+.1f %% from the first (goal: below %s)",
                        jvm.heapMegabytes(),
                        100 * jvm.growth(),
                        grown ? "+10 %" : MOST_MEGABYTES + " MB"),
                grown ? jvm.growth() < MOST_GROWTH : jvm.heapMegabytes() < MOST_MEGABYTES);
    }

    private static void print(String what, Latencies gaps) {
        System.out.printf(
                Locale.ROOT,
                "%-29s p50 %7.1f ms   p99 %7.1f ms   max %7.1f ms   (%d)%n",
                what,
                gaps.micros(0.5) / 1e3,
                gaps.micros(0.99) / 1e3,
                gaps.micros(1) / 1e3,
                gaps.total());
    }

    private void judge(String what, String figure, boolean held) {
        missed |= !held;
        System.out.printf("%-22s %s   %s%n", what, figure, held ? "held" : "MISSED");
    }
}
