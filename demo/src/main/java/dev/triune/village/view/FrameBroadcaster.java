/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import dev.triune.llm.Ticker;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Passes frames to viewers. The game thread leaves the newest frame here without waiting, a daemon
 * thread encodes it once, and the thread of each viewer sends the newest one when it is ready, so
 * that slow viewers skip frames and delay nobody.
 */
final class FrameBroadcaster implements AutoCloseable {
    /** The maximum number of concurrent viewers. */
    static final int MAX_VIEWERS = 8;

    private static final System.Logger LOG = System.getLogger(FrameBroadcaster.class.getName());

    private static final long LOOK_EVERY = 20_000_000;
    private static final long STALLED = 15_000_000_000L;
    private static final int[] NOBODY = {};

    private final Ticker ticker = Ticker.system();
    private final JsonMapper mapper = JsonMapper.shared();
    private final Map<String, Viewer> viewers = new LinkedHashMap<>();
    private final String mind;
    private final Thread encoder;
    private volatile @Nullable VillageFrame latest;
    private volatile @Nullable StaticScene stage;
    private volatile List<String> report = List.of();
    private volatile int[] inspected = NOBODY;
    private volatile boolean watched;
    private volatile boolean closed;
    private @Nullable EncodedFrame packet;
    private byte[] helloEvent = {};
    private long admitted;
    private boolean failureLogged;

    FrameBroadcaster(String mind) {
        this.mind = mind;
        encoder = new Thread(this::encode, "view-frames");
        encoder.setDaemon(true);
    }

    /** The first event of a page. */
    record Hello(String mind, StaticScene stage) {}

    /** The last event of a page. */
    record Ended(List<String> report) {}

    // ---- called by the game thread, which never waits

    /** Sets the scene and starts to encode frames. */
    void start(StaticScene value) {
        stage = value;
        encoder.start();
    }

    /** Returns whether there is a viewer. */
    boolean watched() {
        return watched;
    }

    /** Returns the number of villagers. */
    int villagers() {
        VillageFrame frame = latest;
        StaticScene scene = stage;
        int atFirst = scene == null ? 0 : scene.villagers().size();
        return frame == null ? atFirst : frame.x().length;
    }

    /** Returns the numbers of the inspected villagers. */
    int[] inspected() {
        return inspected;
    }

    /** Replaces the newest frame. */
    void show(VillageFrame villageFrame) {
        latest = villageFrame;
    }

    // ---- called by any thread

    /** Returns the scene; null before it is set. */
    @Nullable
    StaticScene staticScene() {
        return stage;
    }

    /** Ends the stream with the report of the run. */
    void end(List<String> lines) {
        report = List.copyOf(lines);
    }

    // ---- called by the threads of the server

    /** Adds a viewer; returns null if there are too many. */
    synchronized @Nullable Viewer connect() {
        if (viewers.size() >= MAX_VIEWERS || closed) {
            return null;
        }
        Viewer viewer = new Viewer("v" + ++admitted, Thread.currentThread(), ticker);
        viewers.put(viewer.name(), viewer);
        refreshWatchers();
        return viewer;
    }

    /** Removes a viewer. */
    synchronized void disconnect(Viewer viewer) {
        viewers.remove(viewer.name());
        refreshWatchers();
        notifyAll();
    }

    /** Sets the villager that a viewer inspects; returns false if there is no such viewer. */
    synchronized boolean inspect(String name, int villager) {
        Viewer viewer = viewers.get(name);
        if (viewer == null) {
            return false;
        }
        viewer.inspect(villager);
        refreshWatchers();
        return true;
    }

    private void refreshWatchers() {
        watched = !viewers.isEmpty();
        inspected = viewers.values().stream()
                .mapToInt(Viewer::inspected)
                .filter(villager -> villager >= 0)
                .distinct()
                .toArray();
    }

    /** Returns whether the stream is closed. */
    boolean closed() {
        return closed;
    }

    /**
     * Waits for a packet other than the given one; returns the given one after the timeout, and
     * null once closed.
     */
    @SuppressWarnings("ReferenceEquality") // compares identity on purpose
    synchronized @Nullable EncodedFrame after(@Nullable EncodedFrame last, long millis)
            throws InterruptedException {
        long until = ticker.nanos() + millis * 1_000_000;
        while (packet == last && !closed && ticker.nanos() < until) {
            wait(Math.max(1, (until - ticker.nanos()) / 1_000_000));
        }
        return closed && packet == last ? null : packet;
    }

    /** Returns the first event of a viewer's stream. */
    synchronized byte[] helloEvent() {
        if (helloEvent.length == 0 && stage != null) {
            helloEvent = event("hello", new Hello(mind, stage));
        }
        return helloEvent;
    }

    /** Encodes one event of the stream. */
    byte[] event(String name, Object data) {
        return ("event: " + name + "\ndata: " + mapper.writeValueAsString(data) + "\n\n")
                .getBytes(StandardCharsets.UTF_8);
    }

    // ---- called by the encoder thread

    @SuppressWarnings("ReferenceEquality") // compares identity on purpose
    private void encode() {
        VillageFrame last = null;
        while (!closed) {
            VillageFrame villageFrame = latest;
            if (villageFrame != null && (villageFrame != last || !report.isEmpty())) {
                last = villageFrame;
                tryToPublish(villageFrame);
            }
            synchronized (this) {
                viewers.values().forEach(viewer -> viewer.disconnectIfStuckFor(STALLED));
            }
            LockSupport.parkNanos(this, LOOK_EVERY);
        }
    }

    /** Encodes and publishes a frame; skips it on failure. */
    private void tryToPublish(VillageFrame villageFrame) {
        try {
            publish(villageFrame);
        } catch (RuntimeException e) {
            if (!failureLogged) {
                failureLogged = true;
                LOG.log(System.Logger.Level.WARNING, "a frame cannot be shown (said once)", e);
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // an unchanged scene is the same object
    private void publish(VillageFrame villageFrame) {
        EncodedFrame before = packet;
        boolean over = !report.isEmpty();
        if (before != null && before.ended().length > 0) {
            return; // the end was published
        }
        byte[] frameEvent = before != null && villageFrame.looksLike(before.frame())
                ? before.frameEvent()
                : event("frame", villageFrame);
        byte[] sceneEvent = before != null && before.frame().scene() == villageFrame.scene()
                ? before.sceneEvent()
                : event("scene", villageFrame.scene());
        Map<Integer, byte[]> details = new HashMap<>();
        for (VillagerDetail villagerDetail : new ArrayList<>(villageFrame.details())) {
            details.put(villagerDetail.villager(), event("detail", villagerDetail));
        }
        byte[] ended = over ? event("ended", new Ended(report)) : new byte[0];
        EncodedFrame next = new EncodedFrame(villageFrame, frameEvent, sceneEvent, details, ended);
        synchronized (this) {
            packet = next;
            notifyAll();
        }
    }

    /** Waits up to a time limit until every viewer has received the end. */
    synchronized void awaitEnd(long millis) {
        long until = ticker.nanos() + millis * 1_000_000;
        try {
            while (!report.isEmpty() && !viewers.isEmpty() && ticker.nanos() < until) {
                wait(Math.max(1, (until - ticker.nanos()) / 1_000_000));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stops the stream for all viewers. */
    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
    }
}
