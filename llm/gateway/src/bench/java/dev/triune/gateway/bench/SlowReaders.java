/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.bench;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Clients that request long answers and stop reading after the first bytes. They come in waves,
 * each after the gateway has dropped all clients of the previous one, which only the kernel knows,
 * because nothing arrives at a client that does not read. Runs on a separate thread.
 */
final class SlowReaders implements Runnable {
    /** More than the buffers of kernel and gateway hold: 10 MB in 24 seconds. */
    static final Numbered LONG = new Numbered(1200, 20, 8_000);

    private static final int RECEIVE_BYTES = 4096;
    private static final int READ_BYTES = 1000;
    private static final int TIMEOUT_MILLIS = 10_000;

    /** The gateway's limit for a client that reads nothing, plus the time to fill the buffers. */
    private static final long MOST_NANOS = 15_000_000_000L;

    private static final String ESTABLISHED = "01";

    private final InetSocketAddress address;
    private final int count;
    private final List<Long> millis = new ArrayList<>();
    private int kept;
    private volatile boolean there;
    private volatile long until;

    /** Creates clients; the count is that of each wave. */
    SlowReaders(InetSocketAddress address, int count) {
        this.address = address;
        this.count = count;
    }

    /** Sets the time until which waves may begin; the first always does. */
    void until(long nanos) {
        until = nanos;
    }

    /** Whether any clients are connected. */
    boolean areThere() {
        return there;
    }

    @Override
    public void run() {
        try {
            do {
                wave();
            } while (System.nanoTime() < until && kept == 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this", e);
        }
    }

    private void wave() throws IOException, InterruptedException {
        there = true;
        List<Socket> readers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            readers.add(open(i));
        }
        long stopped = System.nanoTime();
        List<Socket> left = new ArrayList<>(readers);
        while (!left.isEmpty() && System.nanoTime() - stopped < MOST_NANOS) {
            Thread.sleep(100);
            Set<Integer> served = served();
            left.removeIf(reader -> {
                boolean cutOff = !served.contains(reader.getLocalPort());
                if (cutOff) {
                    millis.add((System.nanoTime() - stopped) / 1_000_000);
                }
                return cutOff;
            });
        }
        there = false;
        kept += left.size();
        for (Socket reader : readers) {
            if (!left.contains(reader) && endsWell(reader)) {
                kept++;
            }
            reader.close();
        }
    }

    private Socket open(int number) throws IOException {
        Socket reader = new Socket();
        reader.setReceiveBufferSize(RECEIVE_BYTES);
        reader.setSoTimeout(TIMEOUT_MILLIS);
        reader.connect(address);
        String request = LONG.request("slow-" + number);
        reader.getOutputStream().write(StreamConnection.post(address, request).array());
        byte[] sent = reader.getInputStream().readNBytes(READ_BYTES);
        if (sent.length < READ_BYTES) {
            throw new IOException("a slow reader was sent only: " + new String(sent, UTF_8));
        }
        return reader;
    }

    /** Returns the ports of the clients whose connection is open on the gateway's side. */
    private Set<Integer> served() throws IOException {
        Set<Integer> ports = new HashSet<>();
        String own = String.format(Locale.ROOT, ":%04X", address.getPort());
        for (String file : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
            for (String line : Files.readAllLines(Path.of(file))) {
                String[] fields = line.trim().split("\\s+");
                if (fields.length > 3 && fields[1].endsWith(own) && fields[3].equals(ESTABLISHED)) {
                    String client = fields[2].substring(fields[2].indexOf(':') + 1);
                    ports.add(Integer.parseInt(client, 16));
                }
            }
        }
        return ports;
    }

    /** Whether the rest in the buffers looks like a complete answer. */
    private static boolean endsWell(Socket reader) {
        StringBuilder end = new StringBuilder();
        byte[] bytes = new byte[1 << 16];
        try {
            InputStream in = reader.getInputStream();
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                end.append(new String(bytes, 0, count, ISO_8859_1));
                end.delete(0, Math.max(0, end.length() - 1000));
            }
        } catch (IOException e) {
            return false; // a reset, as expected
        }
        return end.indexOf("\"complete\"") >= 0 || end.toString().endsWith("0\r\n\r\n");
    }

    /**
     * Whether the gateway dropped all clients in time, without what looks like a complete answer.
     */
    boolean allCutOff() {
        return kept == 0 && !millis.isEmpty();
    }

    /** Returns the numbers and times. Must not be called before it has run. */
    String summary() {
        long latest = millis.stream().mapToLong(each -> each).max().orElse(0);
        return "%d of %d, the last %.1f s after it stopped reading"
                .formatted(millis.size(), millis.size() + kept, latest / 1e3);
    }
}
