/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import dev.triune.llm.Ticker;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page that receives the stream, sent by a separate thread. Remembers only the last events sent.
 * Other threads can read the inspected villager and whether sending is stuck.
 */
final class Viewer {
    /** The time without events after which a comment is sent, which fails if the page is gone. */
    private static final long KEEP_ALIVE_MILLIS = 5_000;

    private static final byte[] KEEP_ALIVE = ": alive\n\n".getBytes(StandardCharsets.UTF_8);

    private final String name;
    private final Thread thread;
    private final Ticker ticker;
    private volatile int inspected = -1;
    private volatile boolean sending;
    private volatile long sendingSince;
    private byte[] frameSent = {};
    private byte[] sceneSent = {};
    private byte[] detailSent = {};
    private long newsSent;
    private @Nullable DeedsView deedsSent;

    /** Creates a viewer served by a thread. */
    Viewer(String name, Thread thread, Ticker ticker) {
        this.name = name;
        this.thread = thread;
        this.ticker = ticker;
    }

    /** Returns its id, which its page uses in requests. */
    String name() {
        return name;
    }

    /** Returns the number of the villager that it inspects; negative for none. */
    int inspected() {
        return inspected;
    }

    void inspect(int villager) {
        inspected = villager;
    }

    /**
     * Disconnects it if an event has been stuck for a time in nanoseconds: the interrupt closes the
     * channel.
     */
    void disconnectIfStuckFor(long nanos) {
        if (sending && ticker.nanos() - sendingSince > nanos) {
            thread.interrupt();
        }
    }

    /** The event that tells the page its id. */
    record Welcome(String viewer) {}

    /** Sends the newest packets until the end or until the page is gone. */
    @SuppressWarnings("ReferenceEquality") // compares identity on purpose
    void serve(FrameBroadcaster frameBroadcaster, OutputStream out)
            throws IOException, InterruptedException {
        send(out, frameBroadcaster.event("welcome", new Welcome(name)));
        boolean greeted = false;
        EncodedFrame last = null;
        while (true) {
            EncodedFrame next = frameBroadcaster.after(last, KEEP_ALIVE_MILLIS);
            if (next == null && frameBroadcaster.closed()) {
                return;
            }
            if (next == null) { // nothing is published yet
                send(out, KEEP_ALIVE);
                continue;
            }
            if (!greeted) {
                send(out, frameBroadcaster.helloEvent());
                greeted = true;
            }
            if (next == last) {
                send(out, KEEP_ALIVE);
                continue;
            }
            send(frameBroadcaster, next, out);
            last = next;
            if (next.ended().length > 0) {
                return;
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // unchanged promises are the same object
    private void send(
            FrameBroadcaster frameBroadcaster, EncodedFrame encodedFrame, OutputStream out)
            throws IOException {
        sendScene(encodedFrame, out);
        if (encodedFrame.frameEvent() != frameSent) {
            frameSent = encodedFrame.frameEvent();
            send(out, frameSent);
        }
        List<NewsEntry> fresh = encodedFrame.frame().news().stream()
                .filter(newsEntry -> newsEntry.seq() > newsSent)
                .toList();
        if (!fresh.isEmpty()) {
            newsSent = fresh.get(fresh.size() - 1).seq();
            send(out, frameBroadcaster.event("news", fresh));
        }
        if (encodedFrame.frame().deeds() != deedsSent) {
            deedsSent = encodedFrame.frame().deeds();
            send(out, frameBroadcaster.event("deeds", deedsSent));
        }
        byte[] detail = encodedFrame.details().get(inspected);
        if (detail != null && !Arrays.equals(detail, detailSent)) {
            detailSent = detail;
            send(out, detail);
        }
        if (encodedFrame.ended().length > 0) {
            for (byte[] last : encodedFrame.details().values()) {
                send(out, last);
            }
            send(out, encodedFrame.ended());
        }
    }

    private void sendScene(EncodedFrame encodedFrame, OutputStream out) throws IOException {
        if (encodedFrame.sceneEvent() != sceneSent) {
            sceneSent = encodedFrame.sceneEvent();
            send(out, sceneSent);
        }
    }

    private void send(OutputStream out, byte[] event) throws IOException {
        sendingSince = ticker.nanos();
        sending = true;
        try {
            out.write(event);
            out.flush();
        } finally {
            sending = false;
        }
    }
}
