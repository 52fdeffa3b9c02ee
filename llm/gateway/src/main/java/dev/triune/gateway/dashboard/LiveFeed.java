/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.dashboard;

import dev.triune.gateway.api.AsyncReply;
import dev.triune.gateway.api.GatewayService;
import dev.triune.gateway.dashboard.ChartHistory.ChartPoint;
import dev.triune.gateway.http.ErrorCode;
import dev.triune.gateway.http.EventStream;
import dev.triune.gateway.http.Problem;
import dev.triune.gateway.http.ProblemException;
import dev.triune.gateway.http.ServerExchange;
import dev.triune.gateway.http.ServerSentEvents;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/**
 * The live feed of statistics: each viewer receives the history with the first event, then one
 * event per second, whose bytes all viewers share. Thread-safe.
 */
final class LiveFeed implements AutoCloseable {
    static final int MAX_VIEWERS = 64;

    private static final Logger LOG = System.getLogger(LiveFeed.class.getName());
    private static final byte[] END = ": the gateway stops\n\n".getBytes(StandardCharsets.UTF_8);

    private final ActivityRecorder activity;
    private final GatewayService service;
    private final Supplier<CompletableFuture<DashboardSnapshot>> snapshots;

    /** All viewers; those that have received the first event receive the next ones. */
    private final Set<Viewer> viewers = new LinkedHashSet<>();

    private boolean closed;

    /** Creates a feed of snapshots, which any thread may take. */
    LiveFeed(
            ActivityRecorder activity,
            GatewayService service,
            Supplier<CompletableFuture<DashboardSnapshot>> snapshots) {
        this.activity = activity;
        this.service = service;
        this.snapshots = snapshots;
    }

    /** Handles {@code GET /api/llm/live}. */
    void open(ServerExchange exchange) throws ProblemException {
        Viewer viewer = new Viewer(exchange.stream());
        synchronized (this) {
            if (closed) {
                throw new ProblemException(Problem.draining());
            }
            if (viewers.size() >= MAX_VIEWERS) {
                throw new ProblemException(Problem.retryable(
                        ErrorCode.TOO_MANY_STREAMS,
                        "as many look at the dashboard as can (" + MAX_VIEWERS + ")",
                        Duration.ofSeconds(5)));
            }
            viewers.add(viewer);
        }
        exchange.onDisconnect(() -> remove(viewer));
        CompletableFuture<Void> sent = snapshots
                .get()
                .thenAccept(snapshot -> sendFirst(viewer, snapshot))
                .whenComplete((done, failure) -> {
                    if (failure != null) {
                        remove(viewer);
                    }
                });
        AsyncReply.whenDone(sent, service, exchange, done -> {});
    }

    private void sendFirst(Viewer viewer, DashboardSnapshot snapshot) {
        ObjectNode first = DashboardJson.of(snapshot);
        first.set("history", DashboardJson.history(activity.history()));
        first.set("day", DashboardJson.history(activity.day()));
        viewer.stream.send(ServerSentEvents.of(first));
        synchronized (this) {
            viewer.started = true;
        }
    }

    /** Sends the current statistics to all viewers. Call it once a second. */
    void send() {
        if (viewers() > 0) {
            var unused = snapshots.get().thenAccept(this::send).whenComplete((done, failure) -> {
                if (failure != null) {
                    LOG.log(Level.DEBUG, "nothing to show: {0}", failure.toString());
                }
            });
        }
    }

    private void send(DashboardSnapshot snapshot) {
        ObjectNode next = DashboardJson.of(snapshot);
        List<ChartPoint> history = activity.history();
        if (!history.isEmpty()) {
            next.set(
                    "points",
                    DashboardJson.history(history.subList(history.size() - 1, history.size())));
        }
        List<ChartPoint> day = activity.day();
        if (!day.isEmpty()) {
            next.set("minute", DashboardJson.history(day.subList(day.size() - 1, day.size())));
        }
        byte[] event = ServerSentEvents.of(next);
        for (Viewer viewer : receivingViewers()) {
            viewer.stream.send(event);
        }
    }

    private synchronized List<Viewer> receivingViewers() {
        return viewers.stream().filter(viewer -> viewer.started).toList();
    }

    synchronized int viewers() {
        return viewers.size();
    }

    private synchronized void remove(Viewer viewer) {
        viewers.remove(viewer);
    }

    /** Ends all streams and stops admitting viewers. */
    @Override
    public void close() {
        List<Viewer> all;
        synchronized (this) {
            closed = true;
            all = List.copyOf(viewers);
            viewers.clear();
        }
        all.forEach(viewer -> viewer.stream.end(END));
    }

    private static final class Viewer {
        final EventStream stream;
        boolean started;

        Viewer(EventStream stream) {
            this.stream = stream;
        }
    }
}
